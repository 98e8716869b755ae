/** Access to the logged pings of a check, which only a read-write key has. */
import type { Project } from "../project";
import { readWriteKeyNeeded, withReadWriteKey } from "./readWriteKey";
import { explainMissing, findCheck, type Selector } from "./selector";

const WHAT = "logged pings";

/** Finds the check's UUID and makes a call with it; explains what the service refuses. */
export async function withPingAccess<T>(
  project: Project,
  selector: Selector,
  afresh: boolean,
  call: (uuid: string) => Promise<T>,
): Promise<T> {
  const uuid = selector.uuid ?? (await findCheck(project, selector, afresh)).uuid;
  if (uuid === undefined) throw readWriteKeyNeeded(project, WHAT, "the configured key is read-only");
  return explainMissing(project, selector, () => withReadWriteKey(project, WHAT, () => call(uuid)));
}
