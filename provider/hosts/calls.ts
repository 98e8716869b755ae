/**
 * What every host does with a call of the engine before it answers in its own protocol: validation, what an `up` would
 * meet, and the difference. A host only adds how calls arrive and answers leave.
 */
import { ChecksError, inOrder } from "../core/errors";
import { metaOf, type Values, withoutInternals } from "../core/fields";
import { withImplied, withoutImplied } from "../core/implied";
import { type Due, difference, type Found, type Problem, type ResourceDefinition } from "../core/resource";
import { LOOKED_AT, type RunNote } from "../core/runNotes";
import type { Session } from "../core/session";
import { isUnknown, UNKNOWN } from "../core/unknown";
import { validate } from "../core/validation";
import { oneLine } from "../core/visible";

/** Inputs with their defaults, and what is wrong with them. */
export interface Checked {
  inputs: Values;
  problems: Problem[];
  /** The program's note about the run, if it sent one, corrected by what the engine knows. */
  note?: RunNote;
}

/** Validates the inputs of a resource without a request to the service. `olds` are the inputs of the run before, empty for a new resource. */
export function checkInputs(
  run: Session,
  definition: ResourceDefinition,
  olds: Values,
  news: Values,
  note: RunNote | undefined,
): Checked {
  if (note) run.stack = note.stack;
  const given = applyConfiguration(definition, run, news);
  if (given instanceof ChecksError) {
    return { inputs: withoutInternals(news), problems: [{ property: "", reason: given.message }] };
  }
  // Only for a new resource: a warning that was seen once need not come in each run.
  if (isEmpty(olds)) for (const doubt of definition.doubts?.(given) ?? []) run.log.warn(doubt);
  const { inputs, problems } = validate(definition, withoutInternals(given));
  problems.push(...(definition.objections?.(run, olds, withoutInternals(given), note, news) ?? []));
  if (!note) return { inputs, problems };
  const told = noteWithSettledRow(run, definition, olds, inputs, note);
  learn(run, definition, inputs, told);
  const row = told.row ?? told.rowElsewhere;
  if (isEmpty(olds) && row !== undefined) definition.succeed?.(run, row, inputs);
  return { inputs, problems, note: told };
}

/**
 * The note comes from the program's arguments, which transformations and `ignoreChanges` may change afterwards: a row
 * with inputs of the run before stays where it is, unless one of the changes replaces it. One that they take to another
 * project leaves its own, also when the engine checks again for the replacement, without the inputs of the run before.
 */
function noteWithSettledRow(
  run: Session,
  definition: ResourceDefinition,
  olds: Values,
  inputs: Values,
  note: RunNote,
): RunNote {
  const { row, rowElsewhere, home, ...others } = note;
  if (row !== undefined) {
    if (!isEmpty(olds) && !isUnknown(inputs.project) && olds.project !== inputs.project)
      run.notes.leave(definition.kind, row);
    return run.notes.leaves(definition.kind, row) ? { ...others, rowElsewhere: row } : note;
  }
  if (rowElsewhere === undefined || isEmpty(olds)) return note;
  return difference(definition, olds, inputs).replaces.length > 0 ? note : { ...others, row: rowElsewhere };
}

/**
 * Inputs as the state keeps them: without defaults that are not in `named`. A default that a setting could change stays,
 * so that `ignoreChanges` keeps it when a setting changes it.
 */
export function withoutDefaults(definition: ResourceDefinition, inputs: Values, named: Values): Values {
  const { fields } = definition;
  const configurable = Object.keys(inputs).filter((key) => key in fields && metaOf(fields, key).configurable);
  return withoutImplied(definition, inputs, {
    ...named,
    ...Object.fromEntries(configurable.map((key) => [key, true])),
  });
}

/**
 * What the row holds of a resource that was just written. Defaults that the program names stay, as in its inputs: a
 * refresh, which has nothing but the row, would show them as removed.
 */
export function writtenRow(definition: ResourceDefinition, state: Values, inputs: Values): Values {
  const { fields } = definition;
  const named = Object.keys(inputs).filter((key) => key in fields && !metaOf(fields, key).configurable);
  return withoutImplied(definition, state, Object.fromEntries(named.map((key) => [key, true])));
}

/** The inputs that a program declared, with the defaults that the state leaves out, and without internal values. */
export function declaredInputs(definition: ResourceDefinition, inputs: Values): Values {
  return withImplied(definition, withoutInternals(inputs));
}

/** Whether there are no inputs of the run before. */
export function isEmpty(values: Values): boolean {
  return Object.keys(values).length === 0;
}

/** A problem as text. The property is not passed to the engine separately, because the engine would print its value, which may be a secret. */
export function reasonOf({ property, reason }: Problem): string {
  return oneLine(inOrder(property, reason));
}

/** Keeps what the program declared of a resource for the calls after its `check`. */
function learn(run: Session, definition: ResourceDefinition, inputs: Values, note: RunNote): void {
  run.stack = note.stack;
  run.notes.add(definition.kind, definition.identities?.(inputs) ?? [], note, inputs);
}

/** Fills in the settings where the program gives no value; a wrong setting is a failure of the resource that needs it. */
function applyConfiguration(
  definition: ResourceDefinition,
  session: Session,
  news: Values,
): Values | ChecksError {
  try {
    return definition.configured?.(session, news) ?? news;
  } catch (error) {
    if (error instanceof ChecksError) return error;
    throw error;
  }
}

/** How the engine gets from the state to the inputs, and why where no field shows it. */
export interface Course {
  changed: string[];
  replaces: string[];
  due: Due | undefined;
  hasChanges: boolean;
}

/**
 * Compares a row of the state with what the program declares now, and lets the definition claim the row. In a refresh
 * the engine passes the inputs of the run before, which nobody has declared in this run.
 */
export async function compareRow(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  stored: Values,
  inputs: Values,
  isDeclared: boolean,
): Promise<Course> {
  const state = withImplied(definition, stored);
  const { changed, replaces } = difference(definition, state, inputs);
  const due = definition.due?.(run, state, inputs);
  if (due) run.tellOnce(`${definition.kind} ${id} is due`, due.reason);
  // What an `up` has to do is not drift: a refresh reports it but finds nothing changed.
  const isDue = isDeclared && due !== undefined;
  if (isDue && due.replaces !== undefined) replaces.push(due.replaces);
  // With unknown values the engine only looks ahead: in a preview, or for a replacement of another resource.
  const undone =
    isDeclared && !isUnknown(inputs)
      ? (definition.claim?.(run, { id, state, inputs }, replaces.length === 0) ?? [])
      : [];
  const all = [...new Set([...changed, ...undone])];
  const hasChanges = all.length > 0 || isDue;
  // Another resource may want what this one gives up.
  if (isDeclared && hasChanges && replaces.length === 0) run.declarations.expectWrite(definition.kind, id);
  if (isDeclared && replaces.length === 0) await definition.refuseElsewhere?.(run, id, state);
  return { changed: all, replaces, due, hasChanges };
}

/**
 * Checks in a preview what an `up` would meet with a new resource, or with what differs from `before` of one that stays.
 * Returns what is known of the resource then, and throws what the `up` would throw.
 */
export async function foresee(
  run: Session,
  definition: ResourceDefinition,
  before: Values | undefined,
  inputs: Values,
  note: RunNote,
): Promise<Values | undefined> {
  const way = before && difference(definition, before, inputs);
  if (way === undefined || way.replaces.length > 0)
    return definition.foresee?.(run, inputs, Object.keys(inputs), note);
  // A resource that stays has a row even if its id is not known here.
  return definition.foresee?.(run, inputs, way.changed, { ...note, row: note.row ?? UNKNOWN });
}

/**
 * Finds something that the state knows only by its id, or by id and project: an import, or a resource that a program
 * only reads.
 * @throws {ChecksError} when that cannot be done with this kind of resource.
 */
async function findById(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  { project }: Values,
): Promise<Found | undefined> {
  if (!definition.find) throw notFoundById(definition.kind, "the service has nothing to look up");
  return definition.find(run, typeof project === "string" ? `${project}/${id}` : id);
}

/** For what has no id by which it could be found, and why. */
export function notFoundById(kind: string, reason: string): ChecksError {
  return new ChecksError({
    subject: kind,
    reason: `cannot be imported or read by an id, because ${reason}`,
    remedy: "Remove the import, or the id",
  });
}

/**
 * The same for a resource that the program only reads, which is marked in its row.
 * @throws {ChecksError} when it does not exist: the engine would take an empty answer of a dynamic provider for a
 * resource without outputs, and whatever uses its ping URL would get nothing.
 */
export async function readLookedAt(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  said: Values,
): Promise<Found | undefined> {
  const there = await findById(run, definition, id, said);
  if (said[LOOKED_AT] !== true) return there;
  if (there === undefined) {
    throw new ChecksError({
      subject: `${definition.kind}.get`,
      property: "id",
      reason: "the service has nothing with this id",
      remedy: `It was deleted, or it belongs to another project than the API key; name that project with \`project\`. Of a ${definition.kind} that this program makes, use the outputs in place of \`get\``,
    });
  }
  run.record.add(lookedAtFact(definition, there.id));
  return { ...there, state: { ...there.state, [LOOKED_AT]: true } };
}

/**
 * Whether the program now only reads the thing of a row that it no longer declares: then the thing stays on the service,
 * because reading neither writes nor deletes. `name` is the resource's, if the host knows it.
 */
export function staysToBeLookedAt(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  name?: string,
): boolean {
  if (!run.record.has(lookedAtFact(definition, id))) return false;
  const which = name === undefined ? definition.kind : `${definition.kind} "${name}"`;
  run.log.info(`${which}: the program only reads it now, so it stays on the service`);
  return true;
}

/** A fact that the processes of a run share: the row may belong to another provider than the resource that the program reads now. */
const lookedAtFact = ({ kind }: ResourceDefinition, id: string) => `looked at ${JSON.stringify([kind, id])}`;

/** Whether a state only has what a program says of a resource that it reads, and is not that of a row. */
export function isLookedAt({ find, outputs }: ResourceDefinition, state: Values): boolean {
  return find !== undefined && Object.keys(outputs).every((key) => state[key] === undefined);
}

/**
 * The inputs of a row that a refresh has read, without defaults that are not in `named`. Undefined for a row that the program
 * only looks at: it declares none, and all of them would be shown as new, and by the next preview as removed.
 */
export function inputsRead(
  definition: ResourceDefinition,
  now: Values,
  row: Values,
  named: Values,
): Values | undefined {
  if (row[LOOKED_AT] === true) return undefined;
  return withoutDefaults(definition, inputsIn(definition, now), named);
}

/** The inputs in a state. */
function inputsIn(definition: ResourceDefinition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(withImplied(definition, state)).filter(([key]) => key in definition.fields),
  );
}
