import { isIPv6, SocketAddress } from "node:net";
import { empty, mislabelledText, NEVER_CACHED } from "../../core/answer";
import { type Call, limitedBody, type MonitorApp, type Surroundings } from "../call";
import { newCheckRow } from "../check";
import type { CheckEntry } from "../checkIndex";
import { receive } from "../checkState";
import { classifyPing, newPing, PING_BODY_LIMIT, type PingKind } from "../ping";
import type { Project } from "../project";
import { forgetOld } from "../retention";
import { PING_ADDRESSES, UUID } from "./addresses";

/** The addresses that jobs ping: by uuid, or by the project's ping key and a slug. */
export function pingRoutes(app: MonitorApp, around: Surroundings): void {
  app.all("/ping/*", async (call) => {
    const path = call.req.path;
    const byUuid = PING_ADDRESSES.uuid.exec(path) ?? PING_ADDRESSES.uuidAction.exec(path);
    if (byUuid) {
      const entry = around.account.find(byUuid[1] ?? "")?.entry;
      if (!entry) return refusePing(around, 404, "not found");
      return ping(call, around, entry, byUuid[2]);
    }
    const bySlug = PING_ADDRESSES.slug.exec(path);
    if (!bySlug) throw around.refusals.notFound();
    return pingBySlug(call, around, { pingKey: bySlug[1] ?? "", slug: bySlug[2] ?? "", action: bySlug[3] });
  });
}

interface SlugAddress {
  pingKey: string;
  slug: string;
  action: string | undefined;
}

async function pingBySlug(call: Call, around: Surroundings, address: SlugAddress): Promise<Response> {
  const { account } = around;
  const project = account.projects.find((one) => one.keys.pingKey === address.pingKey);
  const [entry, other] = project?.checks.withSlug(address.slug) ?? [];
  if (other) return refuse(around, 409, "ambiguous slug");
  if (entry) return ping(call, around, account.settleCheck(entry), address.action);
  const create = new URL(call.req.url).searchParams.getAll("create").at(-1) === "1";
  if (!project || !create) return refuse(around, 404, "not found");
  const answer = await ping(call, around, createBySlug(around, project, address.slug), address.action);
  return answer.status === 200 ? pingAnswer("Created", 201) : answer;
}

/** Creates a check for a ping: named after its slug, notifying every channel. */
function createBySlug(around: Surroundings, project: Project, slug: string): CheckEntry {
  const row = { ...newCheckRow(around.account.nextId()), name: slug, slug };
  const entry = project.checks.save(row);
  entry.channels = project.channels.map((channel) => channel.id);
  return entry;
}

async function ping(
  call: Call,
  around: Surroundings,
  entry: CheckEntry,
  action: string | undefined,
): Promise<Response> {
  const { account } = around;
  const { incoming } = call.env;
  const asked = askedKind(action);
  if (asked === undefined) return refusePing(around, 400, "invalid url format");
  const body = await limitedBody(call, around);
  const { row } = account.settleCheck(entry);
  const method = incoming.method ?? "GET";
  const kind = methodCounts(method, around) ? classifyPing(row, asked, method, body) : "ign";
  const rid = new URL(call.req.url).searchParams.getAll("rid").at(-1)?.toLowerCase() ?? null;
  if (rid !== null && !RUN_ID.test(rid)) return refusePing(around, 400, "invalid uuid format");

  const now = account.clock.now();
  const flip = receive(row, kind, rid, now);
  if (flip) entry.flips.push(flip);
  entry.pings.push(
    newPing({
      n: row.pingCount,
      kind,
      at: now,
      scheme: String(incoming.headers["x-forwarded-proto"] ?? "http"),
      remoteAddr: remoteAddress(incoming),
      method,
      userAgent: incoming.headers["user-agent"] ?? "",
      rid,
      body,
    }),
  );
  forgetOld(entry, account.limits.ping_log_limit, now);
  return pingAnswer("OK", 200);
}

const DOCUMENTED_METHODS = ["HEAD", "GET", "POST"];

/** Whether pings by this method count, if the check allows all methods. The answer to other methods is undocumented. */
function methodCounts(method: string, { dialect }: Surroundings): boolean {
  return dialect.pingMethods === "any" || DOCUMENTED_METHODS.includes(method);
}

const RUN_ID = new RegExp(`^${UUID}$`);
const LARGEST_EXIT_STATUS = 255;

/** The kind of ping in the last part of the address: nothing, a word, or an exit status. */
function askedKind(action: string | undefined): PingKind | undefined {
  if (action === undefined) return "success";
  if (action === "start" || action === "fail" || action === "log") return action;
  const exitStatus = Number(action);
  if (exitStatus > LARGEST_EXIT_STATUS) return undefined;
  return exitStatus === 0 ? "success" : "fail";
}

const IPV4_WITH_PORT = /^((?:[^.:]*\.){3}[^.:]*):[^.]*$/;

/**
 * Where a ping comes from, as it is stored: without the port of an IPv4 address, and IPv6 in its shortest form. An empty
 * text of a proxy is nothing; any other text that is no address is kept.
 */
function remoteAddress({ headers, socket }: Call["env"]["incoming"]): string | null {
  const forwarded = headers["x-forwarded-for"];
  const named = String(forwarded ?? socket.remoteAddress ?? "").split(",")[0] ?? "";
  if (isIPv6(named)) return new SocketAddress({ address: named, family: "ipv6" }).address;
  return named.replace(IPV4_WITH_PORT, "$1") || null;
}

/** Passed to the constructor, because hono derives answers to HEAD from those to GET, without headers set later. */
const PING_HEADERS = {
  "ping-body-limit": String(PING_BODY_LIMIT),
  "access-control-allow-origin": "*",
  ...NEVER_CACHED,
};

function pingAnswer(text: string, status: number): Response {
  return mislabelledText(text, status, PING_HEADERS);
}

/**
 * For a check that is known, or named by its UUID. A ping whose slug matches none is refused earlier, without these
 * headers.
 */
function refusePing(around: Surroundings, status: number, text: string): Response {
  return refuse(around, status, text, NEVER_CACHED);
}

function refuse(around: Surroundings, status: number, text: string, headers = {}): Response {
  return around.dialect.errorBodies ? mislabelledText(text, status, headers) : empty(status, headers);
}
