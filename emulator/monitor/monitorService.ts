import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Clock } from "../core/clock";
import type { Caller, EmulatedService } from "../core/service";
import type { Limits } from "../traffic/limits";
import { Account, type AccountDump } from "./account";
import { keyIn, type MonitorApp, type Surroundings } from "./call";
import type { Dialect } from "./dialect";
import { accountDumpSchema } from "./dumpSchema";
import type { ProjectKeys } from "./project";
import { Refusal, Refusals } from "./refusals";
import { parseRequestJson } from "./requestJson";
import { COLLECTION_WITHOUT_SLASH, routeOf } from "./routes/addresses";
import { badgeRoutes } from "./routes/badges";
import { checkRoutes } from "./routes/checks";
import { historyRoutes } from "./routes/history";
import { pingRoutes } from "./routes/pings";
import { projectRoutes } from "./routes/project";

interface MonitorServiceParts {
  clock: Clock;
  limits: Limits;
  dialect: Dialect;
  projects: Record<string, Partial<ProjectKeys>>;
  /** The address of the emulator, known once it listens. */
  baseUrl: () => string;
}

/** The monitoring API with its ping and badge addresses. It gets every request that no other service serves. */
export class MonitorService implements EmulatedService {
  readonly name = "checks";
  readonly dumpSchema = accountDumpSchema;
  readonly account: Account;
  readonly routeOf = routeOf;
  private readonly app: MonitorApp = new Hono();

  constructor(parts: MonitorServiceParts) {
    this.account = new Account(parts.clock, parts.limits, parts.projects);
    const around: Surroundings = {
      account: this.account,
      dialect: parts.dialect,
      refusals: new Refusals(parts.dialect),
      baseUrl: parts.baseUrl,
    };
    checkRoutes(this.app, around);
    historyRoutes(this.app, around);
    projectRoutes(this.app, around);
    badgeRoutes(this.app, around);
    pingRoutes(this.app, around);
    this.app.notFound((call) => answerUnknownAddress(call.req.url, call.req.path, around));
    this.app.onError((problem) => {
      if (problem instanceof Refusal) return problem.answer;
      return around.refusals.page(500, "Server Error").answer;
    });
  }

  serves(): boolean {
    return true;
  }

  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> {
    return this.app.fetch(request, bindings);
  }

  /** By the key in the header, else in a POST's body; for a ping, by its address. */
  identify(incoming: IncomingMessage, body: () => Promise<Buffer>): Caller | Promise<Caller> {
    const header = incoming.headers["x-api-key"];
    if (header !== undefined) return this.keyHolder(String(header));
    const path = incoming.url ?? "";
    if (path.startsWith("/ping/")) return this.pinger(path);
    if (incoming.method !== "POST") return { project: null, keyKind: "none" };
    return body().then((bytes) => this.keyHolder(keyInBytes(bytes)));
  }

  changes(method: string, path: string): boolean {
    return path.startsWith("/ping/") || method === "POST" || method === "DELETE";
  }

  reset(): void {
    this.account.reset();
  }

  dump(): AccountDump {
    return this.account.dump();
  }

  restore(dump: unknown): void {
    this.account.restore(dump as AccountDump);
  }

  private keyHolder(key: string): Caller {
    if (key === "") return { project: null, keyKind: "none" };
    const opened = this.account.withKey(key);
    if (!opened) return { project: null, keyKind: "unknown" };
    return { project: opened.project.name, keyKind: opened.readOnly ? "readOnly" : "readWrite" };
  }

  private pinger(path: string): Caller {
    const [, , first = ""] = path.split(/[/?]/);
    const project =
      this.account.projects.find((one) => one.keys.pingKey === first) ??
      this.account.projects.find((one) => one.checks.get(first));
    return { project: project?.name ?? null, keyKind: "ping" };
  }
}

function keyInBytes(bytes: Buffer): string {
  if (!bytes.includes("api_key")) return "";
  try {
    const body = parseRequestJson(bytes);
    return body instanceof Map ? keyIn(body) : "";
  } catch {
    return "";
  }
}

/** An address without a page: redirects if only the last slash is missing, whatever the method. */
function answerUnknownAddress(url: string, path: string, around: Surroundings): Response {
  if (around.dialect.missingSlash === "redirect" && COLLECTION_WITHOUT_SLASH.test(path)) {
    const headers = {
      location: `${path}/${new URL(url).search}`,
      "content-type": "text/html; charset=utf-8",
    };
    return new Response(null, { status: 301, headers });
  }
  return around.refusals.notFound().answer;
}
