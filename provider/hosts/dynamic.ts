/**
 * Serves a resource as a dynamic provider of the engine. The engine loads it by the constant
 * `require("pulumi-checks/provider")`, once per process, and calls `configure` before anything else.
 */
import type { dynamic } from "@pulumi/pulumi";
import type { Values } from "../fields";
import { difference, type ResourceDefinition, Unfinished, validate } from "../resource";
import { Session } from "../session";
import { isUnknown } from "../unknown";
import { engineLog } from "./engineLog";

type DynamicProvider = Required<Omit<dynamic.ResourceProvider, "__proto__">>;

/** One session serves all resources of the process, so that they share clients and snapshots. */
let session: Session | undefined;

/** The six calls of the engine, for one kind of resource. */
export function dynamicProvider(definition: ResourceDefinition): DynamicProvider {
  const run = () => {
    if (!session) throw new Error("the engine did not configure the provider");
    return session;
  };
  const claim = (id: string, state: Values, stays: boolean) =>
    definition.claim?.(run(), id, state, stays) ?? [];
  return {
    async configure({ config }) {
      session ??= new Session((key) => config.get(key), engineLog());
    },

    async check(_olds, news: Values) {
      const { inputs, problems } = validate(definition, withoutInternals(news));
      // A failure that names its property would print the value, which may be a secret.
      const failures = problems.map(({ property, reason }) => ({
        property: "",
        reason: `${property}: ${reason}`,
      }));
      return { inputs, failures };
    },

    async diff(id, olds: Values, news: Values) {
      return quietly(async () => {
        const { changed, replaces } = difference(definition, olds, news);
        const due = definition.due?.(run(), olds, news);
        if (due) run().log.info(due.reason);
        if (due?.replaces !== undefined) replaces.push(due.replaces);
        // With unknown values the engine only asks ahead: in a preview, or what a replacement elsewhere would do.
        const undone = isUnknown(news) ? [] : claim(id, olds, replaces.length === 0);
        const changes = changed.length + undone.length > 0 || due !== undefined;
        return { changes, replaces, deleteBeforeReplace: true };
      });
    },

    async create(inputs: Values) {
      try {
        const { id, state } = await definition.create(run(), withoutInternals(inputs));
        return { id, outs: state };
      } catch (error) {
        throw unfinished(error, inputs);
      }
    },

    async read(id, state: Values) {
      return quietly(async () => {
        const now = await definition.read(run(), id, state);
        if (now === undefined) return { id: "", props: {} };
        const inputs = Object.fromEntries(Object.entries(now).filter(([key]) => key in definition.fields));
        return { id, props: now, inputs };
      });
    },

    async update(id, olds: Values, news: Values) {
      try {
        return { outs: await definition.update(run(), id, olds, withoutInternals(news)) };
      } catch (error) {
        throw unfinished(error, news);
      }
    },

    async delete(id, state: Values) {
      return quietly(() => definition.delete(run(), id, state));
    },
  };
}

/** `__provider` is the host's affair. */
function withoutInternals(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__")));
}

/** The engine prints the stacks of errors from these calls; a user can do nothing with them. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.stack = "";
    throw error;
  }
}

/**
 * The form in which the engine keeps a resource that exists but is not complete. It shows `reasons` only, and needs
 * `__provider` in the properties to find the way back here.
 */
function unfinished(error: unknown, inputs: Values): unknown {
  if (!(error instanceof Unfinished)) return error;
  const { id, state, reason } = error;
  return Object.assign(new Error(reason), {
    id,
    properties: { ...state, __provider: inputs.__provider },
    reasons: [reason],
  });
}
