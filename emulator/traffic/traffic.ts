import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { bodyOf } from "../core/requestBody";
import type { Caller, EmulatedService } from "../core/service";
import { sleep } from "../core/sleep";
import { playFault } from "./faultActions";
import type { Faults } from "./faults";
import type { Limits, RateLimit } from "./limits";
import type { LoggedRequest, RequestLog } from "./requestLog";

/** What each request passes before it reaches a service: log, latency, rate limit, faults. */
export class Traffic {
  constructor(
    private readonly log: RequestLog,
    private readonly faults: Faults,
    private readonly limits: Limits,
    private readonly rateLimit: RateLimit,
    /** Called after a request that may have changed something. */
    private readonly changed: () => void,
  ) {}

  async pass(service: EmulatedService, request: Request, bindings: HttpBindings): Promise<Response> {
    const { incoming } = bindings;
    const method = incoming.method ?? "GET";
    const path = incoming.url ?? "/";
    const route = service.routeOf(method, path);
    const entry: LoggedRequest = {
      at: new Date().toISOString(),
      method,
      path,
      route,
      status: null,
      project: null,
      keyKind: "none",
    };
    this.log.noteReceived(entry);
    let status = 0;
    try {
      const caller = await this.callerOf(service, incoming);
      entry.project = caller.project;
      entry.keyKind = caller.keyKind;
      if (this.limits.latencyMs > 0) await sleep(this.limits.latencyMs);
      const refused = this.rateLimit.refuse(caller.project);
      const action = refused ? undefined : this.faults.next({ method, path, route, project: caller.project });
      if (action) entry.fault = action.kind;
      const effect = async () => service.fetch(request, bindings);
      const outcome = action ? await playFault(action, bindings, effect) : undefined;
      const answer = outcome?.answer ?? refused ?? (await effect());
      status = outcome?.status ?? answer.status;
      return answer;
    } finally {
      this.log.noteAnswered(entry, status);
      if (service.changes(method, path)) this.changed();
    }
  }

  private async callerOf(service: EmulatedService, incoming: IncomingMessage): Promise<Caller> {
    try {
      return await service.identify(incoming, () => bodyOf(incoming));
    } catch {
      return { project: null, keyKind: "none" };
    }
  }
}
