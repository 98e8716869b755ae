import { json } from "../../core/answer";
import { authorize, authorizeRead, type Call, endpoint, type MonitorApp, type Surroundings } from "../call";
import type { CheckEntry } from "../checkIndex";
import { flipsDocument, parseFlipFilter, selectFlips } from "../flip";
import { pingsDocument } from "../ping";
import { ADDRESSES } from "./addresses";
import { ownCheck } from "./checks";

/** A check's pings, their bodies, and its flips. */
export function historyRoutes(app: MonitorApp, around: Surroundings): void {
  app.all(
    ADDRESSES.pings,
    endpoint(["GET"], (call) => pings(call, around)),
  );
  app.all(
    ADDRESSES.pingBody,
    endpoint(["GET"], (call) => pingBody(call, around)),
  );
  app.all(
    ADDRESSES.flips,
    endpoint(["GET"], (call) => {
      const { project } = authorizeRead(call, around);
      return flips(call, around, ownCheck(call, around, project));
    }),
  );
  app.all(
    ADDRESSES.flipsByKey,
    endpoint(["GET"], (call) => {
      const { project } = authorizeRead(call, around);
      const entry = project.checks.withUniqueKey(call.req.param("key") ?? "");
      if (!entry) throw around.refusals.bare(404);
      return flips(call, around, around.account.settleCheck(entry));
    }),
  );
}

function pings(call: Call, around: Surroundings): Response {
  const project = authorize(call, around);
  const entry = ownCheck(call, around, project);
  const bodyUrl = (n: number) => `${around.baseUrl()}/api/v3/checks/${entry.row.uuid}/pings/${n}/body`;
  return json(pingsDocument(entry.pings, around.account.limits.ping_log_limit, bodyUrl));
}

function pingBody(call: Call, around: Surroundings): Response {
  const project = authorize(call, around);
  const entry = ownCheck(call, around, project);
  const n = Number(call.req.param("n"));
  const forgotten = entry.row.pingCount - around.account.limits.ping_log_limit;
  const body = n > forgotten ? entry.pings.find((ping) => ping.n === n)?.body : undefined;
  if (!body) throw around.refusals.notFound();
  return new Response(new Uint8Array(body), { headers: { "content-type": "text/plain" } });
}

function flips(call: Call, around: Surroundings, entry: CheckEntry): Response {
  const filter = parseFlipFilter(new URL(call.req.url).searchParams);
  if (!filter) throw around.refusals.bare(400);
  const selected = selectFlips(entry.flips, filter, around.account.clock.now(), around.dialect);
  return json(flipsDocument(selected, around.dialect));
}
