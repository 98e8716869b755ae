/**
 * The tag that says that a check is in maintenance: `pulumi-checks maintenance` has taken its channels off, and puts
 * them back. The tag is set and removed in the same request as the channels, so that whoever reads the check knows which
 * of the two holds. Like a stamp, it is a fact about the check and not one of its tags: nobody sees it in diffs, badges
 * or reports.
 *
 * `maintenance:<id>/<from>/<until>/<channels>/<reason>`, for example
 * `maintenance:3f2a9c1e/20260503T220000Z/20260504T000000Z/q83vEjRWeJCrze8SNFZ4kA/new_disk`
 */
import { refusal } from "../core/refusal";
import { splitTags } from "./stamp";
import { isUuid } from "./uuid";

/** What the tag of a check in maintenance says. */
export interface Maintenance {
  /** Names the window; the same on all its checks. Eight hex digits. */
  id: string;
  /** When it began, and by when it was meant to end. UNIX seconds. */
  from: number;
  until: number;
  /** The channels that the check had, as the service wrote them. Undefined if there was no room for them. */
  channels: string | undefined;
  /** The reason in the words of whoever began it; empty if none was given, or there was no room. */
  reason: string;
}

const TIME = String.raw`(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z`;
const MARK = new RegExp(`^maintenance:([0-9a-f]{8})/(${TIME})/(${TIME})/(-|[\\w,-]*)/(\\S*)$`);
/** Stands for channels for which there was no room. */
const NO_ROOM = "-";

/** All tags of a check together; the service's databases keep no more. */
export const MOST_TAGS = 500;

/** How many characters all tags of a check are over that limit; not positive if they fit. */
export function charactersOver(tags: string): number {
  return [...tags].length - MOST_TAGS;
}

const LONGEST_REASON = 60;

/** The maintenance that a tag describes; undefined for any other tag. */
export function maintenanceIn(tag: string): Maintenance | undefined {
  const parts = MARK.exec(tag);
  if (parts === null) return undefined;
  const [id = "", from = "", until = "", channels = "", reason = ""] = [1, 2, 9, 16, 17].map(
    (at) => parts[at],
  );
  const window = { from: secondsOf(from), until: secondsOf(until) };
  if (Number.isNaN(window.from) || Number.isNaN(window.until)) return undefined;
  return {
    id,
    ...window,
    channels: channels === NO_ROOM ? undefined : readChannels(channels),
    reason: reason.replaceAll("_", " "),
  };
}

/** Takes the tags of maintenances from the others. */
export function withoutMaintenance(tags: string): { tags: string; maintenance: Maintenance | undefined } {
  const all = splitTags(tags);
  const [maintenance] = all.flatMap((tag) => maintenanceIn(tag) ?? []);
  if (maintenance === undefined) return { tags, maintenance };
  return { tags: all.filter((tag) => maintenanceIn(tag) === undefined).join(" "), maintenance };
}

/**
 * All tags of a check plus that of a maintenance; undefined if there is no room for it. A long reason is left out first,
 * then the channels, which are also in the record of whoever began it.
 */
export function withMaintenance(allTags: string, maintenance: Maintenance): string | undefined {
  const shorter = [
    maintenance,
    { ...maintenance, reason: "" },
    { ...maintenance, reason: "", channels: undefined },
  ];
  return shorter
    .map((one) => (allTags === "" ? markOf(one) : `${allTags} ${markOf(one)}`))
    .find((text) => charactersOver(text) <= 0);
}

/**
 * The tags of a write to a check that may be in maintenance: with the tag of that, so that the write does not end it.
 * @throws {ChecksError} when there is no room for it.
 */
export function keepingMaintenance({ maintenance }: { maintenance?: Maintenance }, tags: string): string {
  if (maintenance === undefined) return tags;
  const all = withMaintenance(tags, maintenance);
  if (all !== undefined) return all;
  throw refusal(
    "the check is in maintenance, and its tags leave no room for the tag that says so",
    "Run again when the maintenance is over",
    "tags",
  );
}

/** All tags of a check without the tag of one maintenance, otherwise exactly as they are. */
export function removeMaintenance(allTags: string, id: string): string {
  const isIts = (tag: string) => maintenanceIn(tag)?.id === id;
  const own = splitTags(allTags).filter(isIts);
  return own.reduce((text, tag) => {
    const at = text.indexOf(tag);
    const [before, after] = [text.slice(0, at), text.slice(at + tag.length)];
    // With the space before it, which was added together with it.
    return before.endsWith(" ") ? before.slice(0, -1) + after : before + after.replace(/^ /, "");
  }, allTags);
}

/** `in maintenance until 2026-05-04 00:00 UTC (new disk)`; of one whose time is over, that it was meant to end. */
export function describeMaintenance({ until, reason }: Maintenance, now = Date.now()): string {
  const end = `${new Date(until * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const why = reason === "" ? "" : ` (${reason})`;
  return until * 1000 < now
    ? `in a maintenance${why} that was meant to end ${end}`
    : `in maintenance until ${end}${why}`;
}

/** The tag of a maintenance as it is written. */
export function markOf({ id, from, until, channels, reason }: Maintenance): string {
  const said = [
    ...reason
      .replace(/\p{C}+/gu, " ")
      .trim()
      .replace(/\s+/g, "_"),
  ]
    .slice(0, LONGEST_REASON)
    .join("");
  const written = channels === undefined ? undefined : writeChannels(channels);
  return `maintenance:${id}/${compact(from)}/${compact(until)}/${written ?? NO_ROOM}/${said}`;
}

function compact(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function secondsOf(text: string): number {
  return Date.parse(text.replace(new RegExp(TIME), "$1-$2-$3T$4:$5:$6Z")) / 1000;
}

/** UUIDs in 22 letters each. Undefined if one is not a UUID, because nobody could read it again. */
function writeChannels(channels: string): string | undefined {
  const ids = channels.split(",").filter((id) => id !== "");
  if (!ids.every(isUuid)) return undefined;
  return ids.map((id) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")).join(",");
}

function readChannels(written: string): string | undefined {
  const ids = written
    .split(",")
    .filter((id) => id !== "")
    .map((id) => Buffer.from(id, "base64url").toString("hex"))
    .map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
  return ids.every(isUuid) ? ids.join(",") : undefined;
}
