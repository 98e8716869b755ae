/**
 * What every host does with a call of the engine before it answers in its own protocol: the checks, what an `up` would
 * come across, and the difference. A host adds how the call came and how the answer goes.
 */
import { ChecksError } from "../core/errors";
import { metaOf, type Values, withoutInternals } from "../core/fields";
import { withImplied, withoutImplied } from "../core/implied";
import { type Due, difference, type Found, type Problem, type ResourceDefinition } from "../core/resource";
import { LOOKED_AT, type RunNote } from "../core/runNotes";
import type { Session } from "../core/session";
import { isUnknown, UNKNOWN } from "../core/unknown";
import { validate } from "../core/validation";

/** Inputs with their defaults, and what is wrong with them. */
export interface Checked {
  inputs: Values;
  problems: Problem[];
  /** What the program tells of the resource's run, as far as it does, with what the engine knows better. */
  note?: RunNote;
}

/** What may be said of a resource without asking the service. `olds` are the inputs of the run before, empty for a new one. */
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
  // Only where it is new: who has looked at it once need not be told at each run.
  if (isEmpty(olds)) for (const doubt of definition.doubts?.(given) ?? []) run.log.warn(doubt);
  const { inputs, problems } = validate(definition, withoutInternals(given));
  problems.push(...(definition.objections?.(run, olds, withoutInternals(given), note, news) ?? []));
  if (!note) return { inputs, problems };
  const told = noteWithSettledRow(definition, olds, inputs, note);
  learn(run, definition, inputs, told);
  const row = told.row ?? told.rowElsewhere;
  if (isEmpty(olds) && row !== undefined) definition.succeed?.(run, row, inputs);
  return { inputs, problems, note: told };
}

/**
 * The note is made of the arguments of the program, which transformations and `ignoreChanges` change after that: a row that
 * has inputs of the run before, and none of those that would replace it, stays where it is.
 */
function noteWithSettledRow(
  definition: ResourceDefinition,
  olds: Values,
  inputs: Values,
  note: RunNote,
): RunNote {
  const { rowElsewhere, ...others } = note;
  if (rowElsewhere === undefined || isEmpty(olds)) return note;
  return difference(definition, olds, inputs).replaces.length > 0 ? note : { ...others, row: rowElsewhere };
}

/**
 * Inputs as the state keeps them: without defaults that are not among those `named`. One that a setting might name stays,
 * so that `ignoreChanges` holds it when a setting does.
 */
export function withoutDefaults(definition: ResourceDefinition, inputs: Values, named: Values): Values {
  const { fields } = definition;
  const configurable = Object.keys(inputs).filter((key) => key in fields && metaOf(fields, key).configurable);
  return withoutImplied(definition, inputs, {
    ...named,
    ...Object.fromEntries(configurable.map((key) => [key, true])),
  });
}

/** What a program says, with the defaults that the state leaves out, and without what it says to the provider alone. */
export function declaredInputs(definition: ResourceDefinition, inputs: Values): Values {
  return withImplied(definition, withoutInternals(inputs));
}

/** Whether the engine has no inputs of the run before. */
export function isEmpty(values: Values): boolean {
  return Object.keys(values).length === 0;
}

/** How a problem is told: without naming the property to the engine, which would print its value, a secret perhaps. */
export function reasonOf({ property, reason }: Problem): string {
  return property === "" ? reason : `${property}: ${reason}`;
}

/** Keeps what the program told of a resource for the calls that come after its `check`. */
function learn(run: Session, definition: ResourceDefinition, inputs: Values, note: RunNote): void {
  run.stack = note.stack;
  run.notes.add(definition.kind, definition.identities?.(inputs) ?? [], note, inputs);
}

/** What a setting says where the program names nothing; a wrong setting is a failure of the resource that needs it. */
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

/** How the engine should go from the state to the inputs, and why where no field shows it. */
export interface Course {
  changed: string[];
  replaces: string[];
  due: Due | undefined;
  hasChanges: boolean;
}

/**
 * Compares a row of the state with what the program says of it now, and tells the definition of the row. In a refresh
 * the engine asks with the inputs of the run before: nobody has declared these in this one.
 */
export function compareRow(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  stored: Values,
  inputs: Values,
  isDeclared: boolean,
): Course {
  const state = withImplied(definition, stored);
  const { changed, replaces } = difference(definition, state, inputs);
  const due = definition.due?.(run, state, inputs);
  if (due) run.log.info(due.reason);
  // What an up has to do is no drift: a refresh says it, and finds nothing changed.
  const isDue = isDeclared && due !== undefined;
  if (isDue && due.replaces !== undefined) replaces.push(due.replaces);
  // With unknown values the engine only asks ahead: in a preview, or what a replacement elsewhere would do.
  const undone =
    isDeclared && !isUnknown(inputs)
      ? (definition.claim?.(run, { id, state, inputs }, replaces.length === 0) ?? [])
      : [];
  const all = [...new Set([...changed, ...undone])];
  return { changed: all, replaces, due, hasChanges: all.length > 0 || isDue };
}

/**
 * Looks, in a preview, at what an `up` would come across: with a resource that is new, or with what differs from `before`
 * of one that stays. Gives what is known of the resource then, and throws what the `up` would.
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
  // What stays has a row, also where nobody told its id.
  return definition.foresee?.(run, inputs, way.changed, { ...note, row: note.row ?? UNKNOWN });
}

/**
 * What a read finds of something that the state knows by its id alone, or by that and its project: an import, or a
 * resource that a program only looks at.
 * @throws {ChecksError} when that cannot be done with this kind of resource.
 */
async function findById(
  run: Session,
  definition: ResourceDefinition,
  id: string,
  { project }: Values,
): Promise<Found | undefined> {
  if (!definition.find) throw new ChecksError({ subject: definition.kind, reason: "cannot be imported" });
  return definition.find(run, typeof project === "string" ? `${project}/${id}` : id);
}

/**
 * The same of what a program only looks at, whose row tells that.
 * @throws {ChecksError} when it is not there: the engine takes an empty answer of a dynamic provider for a resource without
 * outputs, and whatever gets its ping URL would get nothing.
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
      remedy:
        "It was deleted, or it belongs to another project than the API key; name that project with `project`",
    });
  }
  run.record.add(lookedAtFact(definition, there.id));
  return { ...there, state: { ...there.state, [LOOKED_AT]: true } };
}

/**
 * Whether the program only looks at what a row has that it does not declare any more: it stays on the service then, since a
 * look neither writes nor deletes. `name` is that of the resource, where the host knows it.
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

/** What the processes of a run tell each other: the row may be another provider's than what the program looks at now. */
const lookedAtFact = ({ kind }: ResourceDefinition, id: string) => `looked at ${JSON.stringify([kind, id])}`;

/** Whether a state is only what a program says of something that it looks at, and not a row's. */
export function isLookedAt({ find, outputs }: ResourceDefinition, state: Values): boolean {
  return find !== undefined && Object.keys(outputs).every((key) => state[key] === undefined);
}

/** The part of a state that a program says. */
export function inputsIn(definition: ResourceDefinition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(withImplied(definition, state)).filter(([key]) => key in definition.fields),
  );
}
