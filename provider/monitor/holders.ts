/** Which checks the resources of a run hold, so that no check is taken over by a second resource or deleted while another one has it. */
import { patiently } from "../core/patience";
import type { RunNote } from "../core/runNotes";
import type { Session } from "../core/session";
import { uniqueKeyOf } from "./snapshot";

/** What the program declares as the replacement of a row. */
interface Successor {
  name: string;
  project: string | undefined;
}

/** Shared by all projects of a run: two configured names may mean one project. */
export class Holders {
  private readonly names = new Map<string, string>();
  /** Replacements that are still to be created, perhaps in another project, by the UUIDs of the present checks. */
  private readonly successors = new Map<string, Successor>();

  constructor(private readonly session: Pick<Session, "notes" | "record">) {}

  /** Notes that a resource holds this check: it stays, was just created, or is about to take it over. `name` is its name in messages. */
  hold(uuid: string, name: string): void {
    this.names.set(uuid, name);
    this.session.record.add(heldFact(uuid));
  }

  /** The same for a resource that has, or is about to get, the row of the check: no other provider of the program may have it as well. */
  keep(uuid: string, name: string): void {
    this.hold(uuid, name);
    this.session.record.add(rowFact(uuid));
  }

  /**
   * Notes that a resource asked for this check and was refused. With `--continue-on-error` the engine deletes a row that
   * left the program although its successor was refused, and the check would go with it. It need not be one of this stack.
   */
  spare(uuid: string): void {
    this.session.record.add(sparedFact(uuid));
  }

  /** Whether a resource of another provider of the program keeps it, or has just got it. */
  isKeptElsewhere(uuid: string): boolean {
    return this.session.record.isToldByOther(rowFact(uuid));
  }

  /** Notes that the resource no longer holds it. */
  letGo(uuid: string): void {
    this.names.delete(uuid);
    this.session.record.remove(heldFact(uuid));
    this.session.record.remove(rowFact(uuid));
  }

  /** Notes that the resource with this check is about to get another slug. */
  expectNewSlug(uuid: string): void {
    this.session.record.add(newSlugFact(uuid));
  }

  /** It was, or will not be. */
  forgetNewSlug(uuid: string | undefined): void {
    if (uuid !== undefined) this.session.record.remove(newSlugFact(uuid));
  }

  /** Whether another provider of the program is about to give its check another slug. */
  getsNewSlugElsewhere(uuid: string): boolean {
    return this.session.record.isToldByOther(newSlugFact(uuid));
  }

  /** Resolves when that is done, or when it takes too long. */
  async whenNewSlugWritten(uuid: string): Promise<void> {
    await patiently(() => !this.getsNewSlugElsewhere(uuid));
  }

  /**
   * Resolves when a process of the run knows what the program declares for the row that has the check according to the
   * state; or when it takes too long, because no resource of the program has that row. The engine may only be starting
   * that process.
   */
  async whenHolderKnown(uuid: string, note: RunNote | undefined): Promise<void> {
    if (this.holderOf(uuid, note) === undefined) return;
    await patiently(() => this.knownHolderOf(uuid) !== undefined || this.isKeptElsewhere(uuid));
  }

  /** Notes that the row with this check is about to be replaced; it may be deleted first. */
  expectSuccessor(uuid: string, successor: Successor): void {
    this.successors.set(uuid, successor);
    this.session.record.add(successorFact(uuid, successor.project));
  }

  /** Notes that the replacements of the rows with these checks exist. */
  forgetSuccessors(...uuids: readonly (string | undefined)[]): void {
    for (const uuid of uuids) {
      const successor = uuid === undefined ? undefined : this.successors.get(uuid);
      if (uuid === undefined || successor === undefined) continue;
      this.successors.delete(uuid);
      this.session.record.remove(successorFact(uuid, successor.project));
    }
  }

  /** The replacement of the row with this check that is still to be created; if the provider is replaced, too, another process creates it. */
  successorOf(
    uuid: string,
    { slug, project }: { slug: string; project?: string | undefined },
  ): Successor | undefined {
    const isElsewhere = this.session.record.isToldByOther(successorFact(uuid, project));
    return this.successors.get(uuid) ?? (isElsewhere ? { name: slug, project } : undefined);
  }

  /** The resource that holds a check as far as this run knows, for messages. */
  knownHolderOf(uuid: string): string | undefined {
    return this.names.get(uuid);
  }

  /** The resource of this run or of the state that holds a check, for messages. `note` is that of the resource that asks. */
  holderOf(uuid: string, note?: RunNote): string | undefined {
    return this.knownHolderOf(uuid) ?? this.session.notes.rowOf(uniqueKeyOf(uuid), note);
  }

  /** Whether any process of the run knows a resource that stays and holds it. */
  isHeld(uuid: string): boolean {
    return this.names.has(uuid) || this.session.record.has(heldFact(uuid));
  }

  /** Whether no row may take it along that is deleted: a resource holds it, or asked for it and was refused. */
  isKept(uuid: string): boolean {
    return this.isHeld(uuid) || this.session.record.has(sparedFact(uuid));
  }
}

/** A fact that the processes of a run share: a resource has the check. */
const heldFact = (uuid: string) => `check ${uuid}`;

/** The same: a resource asked for it and was refused. */
const sparedFact = (uuid: string) => `spared ${uuid}`;

/** The same: a row stays, or was just created. */
const rowFact = (uuid: string) => `row ${uuid}`;

/** The same: its check is about to get another slug. */
const newSlugFact = (uuid: string) => `new slug of ${uuid}`;

/** The same: the row is about to be replaced. */
const successorFact = (uuid: string, project: string | undefined) =>
  `successor ${JSON.stringify([uuid, project])}`;
