/** A second look for what a list does not show: that of a replica or a cache may be older than the check. */
import { Forbidden, NotFound } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";

/** The check by itself, by its UUID or unique key; undefined if the project has none. */
export async function unlisted(
  api: Pick<MonitorApi, "getCheck">,
  id: string,
): Promise<CheckDocument | undefined> {
  try {
    return await api.getCheck(id);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return undefined;
    throw error;
  }
}
