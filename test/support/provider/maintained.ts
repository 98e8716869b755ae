import { withMaintenance } from "../../../provider/monitor/maintenance";
import type { Document, Service } from "../service";

/** The id of the maintenance that `beginMaintenance` begins. */
export const MAINTENANCE_ID = "3f2a9c1e";

/** What `pulumi-checks maintenance begin` does to a check; the check as it is then. `until` is in UNIX seconds. */
export async function beginMaintenance(
  service: Service,
  slug: string,
  until = Math.floor(Date.now() / 1000) + 3600,
): Promise<Document> {
  const { uuid, ...check } = await service.check(slug);
  const { tags, channels } = check as unknown as { tags: string; channels: string };
  const from = Math.floor(Date.now() / 1000);
  const marked = withMaintenance(tags, { id: MAINTENANCE_ID, from, until, channels, reason: "new disk" });
  return service.request("POST", `/checks/${uuid}`, { tags: marked, channels: "" });
}
