/**
 * Resources that wait for one that fails, with `--continue-on-error`. Engine 3.259 checks and compares them before it leaves
 * them out; 3.276 only asks, in the middle of an `up`, what would become of them. A run that had not heard of them would
 * let others take over their checks, and detach their channels.
 */
import type { Values } from "../../core/fields";
import type { Provider } from "./provider";
import { type Named, resourceOf } from "./served";

/** Hears of a new resource, if the engine has not checked it. Returns its inputs as the check leaves them. */
export function hearNew(provider: Provider, named: Named, news: Values): Values {
  return provider.isDeclared(named) ? news : provider.check(named, {}, news).inputs;
}

/**
 * The same of a resource with a row.
 * @throws {ChecksError} when the comparison refuses it, as where the engine compares it.
 */
export async function hearRow(
  provider: Provider,
  named: Named,
  id: string,
  state: Values,
  news: Values,
): Promise<Values> {
  if (provider.isDeclared(named)) return news;
  const { inputs } = provider.check(named, state, news);
  try {
    await provider.diff(named, id, state, inputs);
  } finally {
    // Nobody waits for a write that this run leaves out.
    provider.session.declarations.noteWritten(resourceOf(named.type).definition.kind, id);
  }
  return inputs;
}
