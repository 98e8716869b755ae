/**
 * Serves a resource as a dynamic provider of the engine. The engine loads it by the constant
 * `require("pulumi-checks/provider")`, once per process, and calls `configure` before anything else.
 */
import type { dynamic } from "@pulumi/pulumi";
import { ChecksError } from "../core/errors";
import { type Values, withoutNulls } from "../core/fields";
import { withImplied, withoutImplied } from "../core/implied";
import { type Problem, type ResourceDefinition, Unfinished } from "../core/resource";
import { noteIn, type RunNote } from "../core/runNotes";
import { Session } from "../core/session";
import { isUnknown } from "../core/unknown";
import {
  checkInputs,
  compareRow,
  declaredInputs,
  foresee,
  inputsRead,
  isEmpty,
  isLookedAt,
  readLookedAt,
  reasonOf,
  staysToBeLookedAt,
  withoutDefaults,
  writtenRow,
} from "./calls";
import { hearCancellation } from "./cancellation";
import { engineAddress } from "./engineAddress";
import { endWithEngine } from "./engineGone";
import { engineLog } from "./engineLog";
import { LARGEST_HALF_DONE } from "./halfDone";
import { Heard } from "./heard";
import { endWhenIdle } from "./idle";
import { afterMessages } from "./messages";
import { outliveReaders } from "./output";

type DynamicProvider = Required<Omit<dynamic.ResourceProvider, "__proto__">>;

/** One session serves all resources of the process, so that they share clients and snapshots. */
let session: Session | undefined;

/** The calls of the engine, for one kind of resource; each is answered after what is said in it. */
export function dynamicProvider(definition: ResourceDefinition): DynamicProvider {
  const calls = callsOf(definition);
  return {
    configure: calls.configure,
    check: (...values) => afterMessages(() => calls.check(...values)),
    diff: (...values) => afterMessages(() => calls.diff(...values)),
    create: (...values) => afterMessages(() => calls.create(...values)),
    read: (...values) => afterMessages(() => calls.read(...values)),
    update: (...values) => afterMessages(() => calls.update(...values)),
    delete: (...values) => afterMessages(() => calls.delete(...values)),
  };
}

function callsOf(definition: ResourceDefinition): DynamicProvider {
  const run = () => {
    if (!session) throw new Error("the engine did not configure the provider");
    return session;
  };
  const heard = new Heard(definition);
  return {
    async configure({ config }) {
      if (session) return;
      const engine = engineAddress();
      hearCancellation();
      outliveReaders();
      endWithEngine(engine, endWhenIdle);
      session = new Session((key) => config.get(key), engineLog(engine), engine);
    },

    async check(before: Values | undefined, said: Values) {
      const olds = before ?? {};
      // A secret output without a value comes as null, such as the schedule of a simple check that was looked up.
      const news = withoutNulls(said);
      const { inputs, problems, note } = checkInputs(run(), definition, olds, news, noteIn(news));
      if (note && problems.length === 0) {
        // For a resource that it replaces, the engine checks again as if it were new, even if the diff said that the
        // row stays.
        const row = isEmpty(olds) ? heard.takeStaying(note, inputs) : undefined;
        if (row) definition.unclaim?.(run(), row);
        heard.add(note, inputs);
        if (!isEmpty(olds)) heard.addRow(note, inputs);
        problems.push(...(await foreseeProblems(run(), definition, heard, olds, inputs, note)));
      }
      if (!note && !isEmpty(olds)) heard.addFrozen(inputs);
      const failures = problems.map((problem) => ({ property: "", reason: reasonOf(problem) }));
      return { inputs: withoutDefaults(definition, inputs, news), failures };
    },

    async diff(id, stored: Values, news: Values) {
      return withoutErrorStack(async () => {
        const inputs = declaredInputs(definition, news);
        const isDeclared = heard.has(id, inputs);
        const way = await compareRow(run(), definition, id, stored, inputs, isDeclared);
        const { hasChanges, replaces } = way;
        if (isDeclared && replaces.length === 0 && !isUnknown(inputs))
          heard.stays({ id, state: withImplied(definition, stored), inputs });
        return { changes: hasChanges, replaces, deleteBeforeReplace: definition.createsFirst !== true };
      });
    },

    async create(news: Values) {
      try {
        const { id, state } = await definition.create(run(), declaredInputs(definition, news));
        return { id, outs: writtenRow(definition, state, news) };
      } catch (error) {
        throw asUnfinished(definition, error, news);
      }
    },

    async read(id, state: Values) {
      return withoutErrorStack(async () => {
        if (isLookedAt(definition, state)) {
          const there = await readLookedAt(run(), definition, id, state);
          return there
            ? { id: there.id, props: withoutImplied(definition, there.state) }
            : { id: "", props: {} };
        }
        const now = await definition.read(run(), id, withImplied(definition, state));
        if (now === undefined) return { id: "", props: {} };
        const inputs = inputsRead(definition, now, state, state);
        return { id, props: withoutImplied(definition, now, state), ...(inputs && { inputs }) };
      });
    },

    async update(id, stored: Values, news: Values) {
      try {
        const olds = withImplied(definition, stored);
        const state = await definition.update(run(), id, olds, declaredInputs(definition, news));
        return { outs: writtenRow(definition, state, news) };
      } catch (error) {
        throw asUnfinished(definition, error, news);
      } finally {
        run().declarations.noteWritten(definition.kind, id);
      }
    },

    async delete(id, state: Values) {
      return withoutErrorStack(async () => {
        if (!heard.isDeclared(id) && staysToBeLookedAt(run(), definition, id)) return;
        await definition.delete(run(), id, withImplied(definition, state));
      });
    },
  };
}

/** What an `up` would fail with, as far as a preview can know; requests are made only about what is new or changed. */
async function foreseeProblems(
  run: Session,
  definition: ResourceDefinition,
  heard: Heard,
  olds: Values,
  inputs: Values,
  note: RunNote,
): Promise<Problem[]> {
  if (!definition.foresee || (isEmpty(olds) && heard.hasForeseen(note, inputs))) return [];
  // Only a preview looks at what changes; an up compares in its diff.
  const before = !note.preview || isEmpty(olds) ? undefined : olds;
  try {
    await foresee(run, definition, before, inputs, note);
    if (!isEmpty(olds)) heard.foresaw(note, inputs);
    return [];
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    return [{ property: "", reason: error.message }];
  }
}

/** The engine prints the stacks of errors from these calls; a user can do nothing with them. */
async function withoutErrorStack<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.stack = "";
    throw error;
  }
}

/**
 * The error by which the engine keeps a resource that exists but is not complete. The engine shows only `reasons`, and
 * needs `__provider` in the properties to find this provider again. Pulumi's SDK packs any error that has an id.
 */
function asUnfinished(definition: ResourceDefinition, error: unknown, inputs: Values): unknown {
  if (!(error instanceof Unfinished)) return error;
  const { id, state, reason } = error;
  const properties = { ...writtenRow(definition, state, inputs), __provider: inputs.__provider };
  const failure = new Error(reason);
  // About the length of the message, which contains the reason twice.
  const isTold = Buffer.byteLength(JSON.stringify([properties, reason, reason])) <= LARGEST_HALF_DONE;
  return isTold ? Object.assign(failure, { id, properties, reasons: [reason] }) : failure;
}
