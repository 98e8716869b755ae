/** Which checks the resources of a run hold: no check is taken over by a second one, or deleted under another one's feet. */
import { patiently } from "../core/patience";
import type { RunNote } from "../core/runNotes";
import type { Session } from "../core/session";
import { uniqueKeyOf } from "./snapshot";

/** What the program declares in place of a row that the run replaces. */
interface Successor {
  name: string;
  project: string | undefined;
}

/** Shared by all projects of a run: two configured names may mean one project. */
export class Holders {
  private readonly names = new Map<string, string>();
  /** Of checks that are still to be made anew, or made elsewhere. */
  private readonly successors = new Map<string, Successor>();

  constructor(private readonly session: Pick<Session, "notes" | "record">) {}

  /** A resource that stays, has just been made, or is about to take it over holds this check. `name` is what messages call it. */
  hold(uuid: string, name: string): void {
    this.names.set(uuid, name);
    this.session.record.add(`check ${uuid}`);
  }

  /** The same of a resource that has, or is about to get, the row with it: no other provider of the program may have it as well. */
  keep(uuid: string, name: string): void {
    this.hold(uuid, name);
    this.session.record.add(rowFact(uuid));
  }

  /** Whether a resource of another provider of the program stays with it, or has just got it. */
  isKeptElsewhere(uuid: string): boolean {
    return this.session.record.isToldByOther(rowFact(uuid));
  }

  /** The resource does not hold it any more. */
  letGo(uuid: string): void {
    this.names.delete(uuid);
    this.session.record.remove(`check ${uuid}`);
    this.session.record.remove(rowFact(uuid));
  }

  /** The resource with this check is to be written with another slug. */
  expectNewSlug(uuid: string): void {
    this.session.record.add(newSlugFact(uuid));
  }

  /** It was, or will not be. */
  forgetNewSlug(uuid: string | undefined): void {
    if (uuid !== undefined) this.session.record.remove(newSlugFact(uuid));
  }

  /** Whether another provider of the program is to give its check another slug. */
  getsNewSlugElsewhere(uuid: string): boolean {
    return this.session.record.isToldByOther(newSlugFact(uuid));
  }

  /** Resolves when that was done, or when it takes too long. */
  whenNewSlugWritten(uuid: string): Promise<void> {
    return patiently(() => !this.getsNewSlugElsewhere(uuid));
  }

  /**
   * Resolves when a process of the run has heard what the program says of the row that has it, by the state; or when it takes too
   * long, as where no resource of the program is that row's. The engine may only be starting that process.
   */
  async whenHolderKnown(uuid: string, note: RunNote | undefined): Promise<void> {
    if (this.holderOf(uuid, note) === undefined) return;
    await patiently(() => this.knownHolderOf(uuid) !== undefined || this.isKeptElsewhere(uuid));
  }

  /** The row with this check is about to be replaced; it may be deleted first. */
  expectSuccessor(uuid: string, successor: Successor): void {
    this.successors.set(uuid, successor);
    this.session.record.add(successorFact(uuid, successor.project));
  }

  /** What replaces rows with these checks is there. */
  forgetSuccessors(...uuids: readonly (string | undefined)[]): void {
    for (const uuid of uuids) {
      const successor = uuid === undefined ? undefined : this.successors.get(uuid);
      if (uuid === undefined || successor === undefined) continue;
      this.successors.delete(uuid);
      this.session.record.remove(successorFact(uuid, successor.project));
    }
  }

  /** What is still to be made in place of the row with this check; where the provider is replaced, too, another process makes it. */
  successorOf(
    uuid: string,
    { slug, project }: { slug: string; project?: string | undefined },
  ): Successor | undefined {
    const isElsewhere = this.session.record.isToldByOther(successorFact(uuid, project));
    return this.successors.get(uuid) ?? (isElsewhere ? { name: slug, project } : undefined);
  }

  /** The resource of which this run knows that it holds a check, for messages. */
  knownHolderOf(uuid: string): string | undefined {
    return this.names.get(uuid);
  }

  /** The resource of this run or of the state that holds a check, for messages. `note` is that of the resource that asks. */
  holderOf(uuid: string, note?: RunNote): string | undefined {
    return this.knownHolderOf(uuid) ?? this.session.notes.rowOf(uniqueKeyOf(uuid), note);
  }

  /** Whether some process of the run knows a resource that stays and holds it. */
  isHeld(uuid: string): boolean {
    return this.names.has(uuid) || this.session.record.has(`check ${uuid}`);
  }
}

/** What the processes of a run tell each other of a row that stays, or was just made. */
const rowFact = (uuid: string) => `row ${uuid}`;

/** The same of one whose check is about to get another slug. */
const newSlugFact = (uuid: string) => `new slug of ${uuid}`;

/** The same of one that is about to be replaced. */
const successorFact = (uuid: string, project: string | undefined) =>
  `successor ${JSON.stringify([uuid, project])}`;
