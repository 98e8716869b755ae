/** The engine's calls about resources and data sources, in the terms of the definitions. */

import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { lookUp } from "../../core/function";
import { withImplied } from "../../core/implied";
import type { Problem, ResourceDefinition } from "../../core/resource";
import { LOOKED_AT, noteIn, RUN_NOTE, type RunNote, settingsIn } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown, UNKNOWN } from "../../core/unknown";
import type { Listed } from "../../monitor/check/listedChecks";
import { merchantOf } from "../../payments/merchant";
import {
  type Checked,
  type Course,
  checkInputs,
  compareRow,
  declaredInputs,
  foresee,
  inputsRead,
  isEmpty,
  isLookedAt,
  readLookedAt,
  staysToBeLookedAt,
  withoutDefaults,
} from "../calls";
import { nameIn } from "../urnParts";
import { RowForms, withoutMark } from "./rowForms";
import { RowsOfRun } from "./rowsOfRun";
import { functions, type Named, resourceOf } from "./served";
import { leftBehind, noteOf, rowFromState, rowInNote } from "./toldRow";
import { ToMake } from "./toMake";

/** What a Read found; undefined stands for nothing. */
export interface Seen {
  id: string;
  state: Values;
  inputs: Values;
}

/** Serves one provider resource during one run. */
export class Provider {
  /** URNs that the program has declared. In a refresh the engine also asks about others. */
  private readonly declared = new Set<string>();
  private readonly rows = new RowsOfRun();
  /** Rows that stay as far as the definitions know, by URN. The engine may still replace them, for example because of `replaceOnChanges`. */
  private readonly claimed = new Map<string, { id: string; state: Values; inputs: Values }>();
  private readonly toMake: ToMake;
  private readonly rowForms = new RowForms();
  /** Imports that the state must not take in, by URN. An import has its inputs checked after it was read; a resource that is only read has none. */
  private readonly refusedImports = new Map<string, ChecksError>();

  constructor(
    readonly session: Session,
    /** Adds the settings that a program sends; returns whether one is new. */
    private readonly tell: (settings: Values) => boolean = () => false,
    /** False for `pulumi do` at a terminal, which has no rows: what it reads first it may also delete. */
    private readonly servesProgram: boolean = true,
  ) {
    this.toMake = new ToMake(session);
  }

  check(named: Named, olds: Values, news: Values): Checked {
    const { definition } = resourceOf(named.type);
    if (definition.isPart && news[RUN_NOTE] === undefined)
      return { inputs: {}, problems: [partAlone(definition)] };
    const refused = this.refusedImports.get(named.urn);
    // The engine would turn a problem with something that it has read itself into a warning.
    if (refused) throw refused;
    // A refresh before the program may have read the settings without these.
    if (this.tell(settingsIn(news))) merchantOf(this.session).forgetSettings();
    this.declared.add(named.urn);
    // For a resource that it replaces, the engine checks again as if it were new.
    if (isEmpty(olds)) this.unclaim(named);
    const note = noteIn(news);
    this.rowForms.hear(named.urn, note?.fillsIn === true);
    // The SDK for TypeScript declares a resource only after the others with the same provider.
    if (!note || this.session.config.nestedIn === "arguments") this.session.declarations.noteDeclared();
    const told = note ? { ...note, urn: named.urn } : noteOf(named, false);
    const answer = checkInputs(this.session, definition, olds, news, told);
    if (isEmpty(olds)) this.toMake.hear(named, definition, answer.inputs);
    // A default that a program stops setting is shown as the value that it gets.
    return { ...answer, inputs: withoutDefaults(definition, answer.inputs, { ...olds, ...news }) };
  }

  async diff(named: Named, id: string, stored: Values, news: Values): Promise<Course> {
    const { definition } = resourceOf(named.type);
    const [state, inputs] = [withImplied(definition, stored), declaredInputs(definition, news)];
    const isDeclared = this.declared.has(named.urn);
    const leaves = isDeclared && state.project !== inputs.project;
    if (!leaves) this.rows.refuseTaken(named, id);
    if (!isDeclared) return compareRow(this.session, definition, id, state, inputs, false);
    if (definition.isOneRow && !leaves) this.rows.refuseSecondRow(named, id);
    this.rows.add(named.urn, { ...rowFromState(id, state), leaves });
    this.session.notes.declare(definition.kind, id, inputs);
    const way = await compareRow(this.session, definition, id, state, inputs, true);
    if (way.replaces.length === 0 && !isUnknown(inputs)) this.claimed.set(named.urn, { id, state, inputs });
    if (!this.rowForms.isOnlyIncomplete(named.urn, definition, stored, way.hasChanges)) return way;
    const which = `${definition.kind} "${nameIn(named.urn)}"`;
    this.session.log.info(
      `${which}: its row in the state is completed for this program's language; nothing is sent to the service`,
    );
    return { ...way, hasChanges: true };
  }

  /** Whether the run's program has declared a resource. A refresh asks of resources that it has not. */
  isDeclared({ urn }: Named): boolean {
    return this.declared.has(urn);
  }

  /** What a preview knows of a resource that is to be created: all of it, if it exists already. */
  async foresee(named: Named, news: Values): Promise<Values> {
    const { definition } = resourceOf(named.type);
    const inputs = withImplied(definition, news);
    const note = this.recallNote(named, inputs, true);
    const there = await foresee(this.session, definition, undefined, inputs, note);
    return { ...unknown(definition), ...inputs, ...there };
  }

  async create(named: Named, news: Values): Promise<{ id: string; state: Values }> {
    const { definition } = resourceOf(named.type);
    const inputs = declaredInputs(definition, news);
    const { row } = this.recallNote(named, inputs, false);
    if (row !== undefined) this.rows.refuseTaken(named, row);
    this.session.record.add(WRITING);
    const made = await this.inPlaceOf(named, () =>
      this.toMake.make(named, inputs, () => definition.create(this.session, inputs)),
    );
    this.session.notes.declare(definition.kind, made.id, inputs);
    if (definition.isOneRow) this.rows.addMade(named, made.id);
    return { id: made.id, state: this.rowForms.formWritten(named.urn, definition, made.state) };
  }

  /** Runs the create of a resource. If it replaces a row that was to stay according to the diff, nobody waits for that row any more. */
  private async inPlaceOf<T>({ urn, type }: Named, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const row = this.rows.of(urn);
      if (row) this.session.declarations.noteWritten(resourceOf(type).definition.kind, row.id);
    }
  }

  /** A row that was to stay according to the diff is replaced after all; the create may come before or after its delete. */
  private unclaim({ urn, type }: Named): void {
    const row = this.claimed.get(urn);
    if (!row) return;
    this.claimed.delete(urn);
    resourceOf(type).definition.unclaim?.(this.session, row);
  }

  /** What a preview knows of a resource that is to be changed. */
  async foreseeUpdate(named: Named, id: string, stored: Values, news: Values): Promise<Values> {
    const { definition, stables } = resourceOf(named.type);
    const [state, inputs] = [withImplied(definition, stored), withImplied(definition, news)];
    if (this.rowForms.isToComplete(named.urn)) return state;
    const note = {
      ...(noteOf(named, true) as RunNote),
      ...rowInNote(rowFromState(id, state), inputs),
      row: id,
    };
    await foresee(this.session, definition, state, inputs, note);
    const stable = Object.fromEntries(stables.map((key) => [key, state[key] ?? UNKNOWN]));
    return { ...unknown(definition), ...inputs, ...stable };
  }

  async update(named: Named, id: string, state: Values, news: Values): Promise<Values> {
    const { definition } = resourceOf(named.type);
    const before = withImplied(definition, state);
    if (this.rowForms.isToComplete(named.urn)) return withoutMark(before);
    this.session.record.add(WRITING);
    try {
      this.rows.refuseTaken(named, id);
      const now = await definition.update(this.session, id, before, declaredInputs(definition, news));
      return this.rowForms.formWritten(named.urn, definition, now);
    } finally {
      this.session.declarations.noteWritten(definition.kind, id);
    }
  }

  /** `said` are the inputs of what has a row, or is looked at; an import has none. */
  async read(named: Named, id: string, state: Values, said: Values | undefined): Promise<Seen | undefined> {
    const { definition } = resourceOf(named.type);
    this.hearStack(named);
    if (isEmpty(state) || isLookedAt(definition, state)) {
      const isLook = said !== undefined && this.servesProgram;
      const mark = isLook ? { [LOOKED_AT]: true } : {};
      const there = await readLookedAt(this.session, definition, id, { ...state, ...mark });
      if (there?.refused) this.refusedImports.set(named.urn, there.refused);
      if (there) this.noteProject(definition, there.id, there.state);
      return there && { ...there, state: withImplied(definition, there.state) };
    }
    const before = withoutMark(state);
    const now = await definition.read(this.session, id, withImplied(definition, before));
    if (now) this.noteProject(definition, id, state);
    return (
      now && {
        id,
        state: this.rowForms.formRead(definition, now, before),
        inputs: inputsRead(definition, now, state, said ?? {}) ?? said ?? {},
      }
    );
  }

  async delete(named: Named, id: string, state: Values): Promise<void> {
    this.session.record.add(WRITING);
    this.hearStack(named);
    const { definition } = resourceOf(named.type);
    // When the program reads it by its slug, the engine sees another id than that of its row, and replaces the row.
    if (!this.declared.has(named.urn) && staysToBeLookedAt(this.session, definition, id, nameIn(named.urn)))
      return;
    const row = rowFromState(id, state);
    const left = leftBehind(named.urn, row, this.rows.of(named.urn));
    if (left !== undefined) return this.session.log.warn(left);
    if (definition.succeed) {
      const successor = this.toMake.successorOf(named, definition, state);
      if (successor) {
        definition.succeed(this.session, id, successor.inputs);
        // Under the name by which it comes to be created: the row may have had another one.
        this.rows.add(successor.urn, row);
      }
    } else if (this.toMake.heirOf(named, definition, state)) return;
    await definition.delete(this.session, id, withImplied(definition, state));
  }

  /**
   * Calls a method of a resource, for example `checks:index:Check/pause`; the engine sends no properties with it. With
   * `--target` the engine also calls methods of resources that it neither declares nor reads, and which may have no id
   * yet; the run leaves those alone.
   */
  async call(token: string, id: unknown, urn: string): Promise<void> {
    const [type = "", name = ""] = token.split("/");
    const { definition } = resourceOf(type);
    const method = definition.methods?.[name];
    if (!method) throw new Error(`this version of the plugin has no method ${token}`);
    const inputs = this.session.notes.inputsOf(definition.kind, String(id));
    if (inputs === undefined) {
      const what = `${definition.kind} "${nameIn(urn)}": ${name}`;
      this.session.log.info(`${what}: not called, because this run does not include the resource`);
      return;
    }
    this.session.record.add(WRITING);
    await method.act(this.session, String(id), inputs);
  }

  /** An import, a refresh or a destroy declares nothing, so the stack is taken from the names of its rows. */
  private hearStack(named: Named): void {
    this.session.stack ??= noteOf(named, false)?.stack;
  }

  /** Notes the project of a resource that the run has read, because a refresh declares none. */
  private noteProject({ kind }: ResourceDefinition, id: string, { project }: Values): void {
    const { notes } = this.session;
    if (notes.inputsOf(kind, id) === undefined) notes.declare(kind, id, { project });
  }

  /** Lists the existing resources of a kind, for people at a terminal. */
  async list(token: string, query: Values): Promise<Listed[]> {
    const { list, definition } = resourceOf(token);
    if (!list) throw new ChecksError({ subject: definition.kind, reason: "cannot be listed" });
    return list.entries((await lookUp(list.by, query, this.session)) as Values, query);
  }

  async invoke(token: string, args: Values): Promise<Values> {
    const definition = functions.get(token);
    if (!definition) throw new Error(`this version of the plugin has no function ${token}`);
    return (await lookUp(definition, args, this.session, this.session.record.has(WRITING))) as Values;
  }

  /** The note from the resource's check, with what the run has learnt since. */
  private recallNote(named: Named, inputs: Values, preview: boolean): RunNote {
    const { definition } = resourceOf(named.type);
    // By what is not known yet, it would be any other resource of which that is not known.
    const identities = (definition.identities?.(inputs) ?? []).filter((one) => !one.includes(UNKNOWN));
    const row = this.rows.of(named.urn);
    const known = this.session.notes.of(definition.kind, identities) ?? noteOf(named, preview);
    const note = { ...(known as RunNote), preview, ...(row && rowInNote(row, inputs)) };
    this.session.notes.add(definition.kind, identities, note, inputs);
    return note;
  }
}

/** A fact that the processes of a run share once something was written: later look-ups must not use older answers. */
const WRITING = "something is written";

/** Such a row is made only by another resource: by itself it would not keep its promise. */
function partAlone({ kind }: ResourceDefinition): Problem {
  return {
    property: "",
    reason: `a ${kind} cannot be declared by itself; declare checks:payments:Refund instead`,
  };
}

function unknown({ outputs }: ResourceDefinition): Values {
  return Object.fromEntries(Object.keys(outputs).map((key) => [key, UNKNOWN]));
}
