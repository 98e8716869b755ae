import { timingSafeEqual } from "node:crypto";
import { NEVER_CACHED } from "../../core/answer";
import {
  ALL_TAGS,
  type BadgeDocument,
  badgeLabel,
  badgeSignature,
  badgeState,
  drawBadge,
  isBadgeFormat,
} from "../badge";
import { type Call, endpoint, type MonitorApp, type Surroundings } from "../call";
import { type CheckRow, tagsOf } from "../check";
import { BADGE_ADDRESSES } from "./addresses";
import { forgeryRefusal, isSafe } from "./project";

/** The badges themselves: public, by signed addresses. */
export function badgeRoutes(app: MonitorApp, around: Surroundings): void {
  const serve = endpoint(["GET"], (call) => badge(call, around));
  const guard = async (call: Call) => {
    // The address of no badge is an unknown address, whatever the method.
    if (!Object.values(BADGE_ADDRESSES).some((address) => address.test(pathOf(call))))
      throw around.refusals.notFound();
    if (!isSafe(call.req.method)) return forgeryRefusal(around);
    const answer = await serve(call);
    for (const [name, value] of Object.entries(NEVER_CACHED)) answer.headers.set(name, value);
    return answer;
  };
  app.all("/badge/*", guard);
  app.all("/b/*", guard);
}

/** The path as it was sent, with tags still quoted. */
function pathOf(call: Call): string {
  return (call.env.incoming.url ?? "").split("?")[0] ?? "";
}

function badge(call: Call, around: Surroundings): Response {
  const path = pathOf(call);
  const document = checkBadge(path, around) ?? tagBadge(path, around);
  return new Response(document.body, { headers: { "content-type": document.type } });
}

function checkBadge(path: string, around: Surroundings): BadgeDocument | undefined {
  const [, states, badgeKey, format = ""] = BADGE_ADDRESSES.check.exec(path) ?? [];
  if (badgeKey === undefined) return undefined;
  if (!isBadgeFormat(format, around.dialect)) throw around.refusals.bare(404);
  const { account } = around;
  const entry = account.projects
    .map((project) => project.checks.withBadgeKey(badgeKey))
    .find((found) => found);
  if (!entry) throw around.refusals.notFound();
  const { row } = account.settleCheck(entry);
  return drawBadge(
    format,
    row.name || row.uuid,
    badgeState([row], account.clock.now(), Number(states) === 3),
  );
}

function tagBadge(path: string, around: Surroundings): BadgeDocument {
  const address = tagAddress(path);
  if (!address) throw around.refusals.notFound();
  const { account } = around;
  const { badgeKey, signature, tag, format } = address;
  if (!isBadgeFormat(format, around.dialect)) throw around.refusals.bare(404);
  const withLate = !signature.endsWith("-2") || signature.length !== 10;
  if (!sameText(signature.slice(0, 8), badgeSignature(account.secret, badgeKey, tag)))
    throw around.refusals.bare(404);
  const project = account.projects.find((one) => one.badgeKey === badgeKey);
  const rows: CheckRow[] = (project?.checks.all() ?? [])
    .map((entry) => account.settleCheck(entry).row)
    .filter((row) => tag === ALL_TAGS || tagsOf(row).includes(tag));
  return drawBadge(format, badgeLabel(tag), badgeState(rows, account.clock.now(), withLate));
}

interface TagAddress {
  badgeKey: string;
  signature: string;
  tag: string;
  format: string;
}

function tagAddress(path: string): TagAddress | undefined {
  const all = BADGE_ADDRESSES.all.exec(path);
  if (all) return { badgeKey: all[1] ?? "", signature: all[2] ?? "", tag: ALL_TAGS, format: all[3] ?? "" };
  const one = BADGE_ADDRESSES.tag.exec(path);
  const tag = unquote(unquote(one?.[3]));
  if (!one || tag === undefined) return undefined;
  return { badgeKey: one[1] ?? "", signature: one[2] ?? "", tag, format: one[4] ?? "" };
}

function unquote(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
