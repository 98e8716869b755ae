import { createHmac } from "node:crypto";
import { type CheckRow, tagsOf } from "./check";
import { statusAt } from "./checkState";
import type { Dialect } from "./dialect";

/** `late` occurs only in badges with three states. */
type BadgeStatus = "up" | "late" | "down";

/** The counts behind a badge. */
interface BadgeState {
  status: BadgeStatus;
  total: number;
  grace: number;
  down: number;
}

/** The tag that means all checks of a project. */
export const ALL_TAGS = "*";
const ALL_LABEL = "checks";
const COLORS: Record<BadgeStatus, string> = { up: "#2f9e44", late: "#e08e0b", down: "#c92a2a" };
const SHIELD_COLORS: Record<BadgeStatus, string> = { up: "success", late: "important", down: "critical" };

/** The common state of some checks: down if any is down, late (if `withLate`) if any is in grace. */
export function badgeState(rows: readonly CheckRow[], now: number, withLate: boolean): BadgeState {
  const statuses = rows.map((row) => statusAt(row, now));
  const down = statuses.filter((status) => status === "down").length;
  const grace = statuses.filter((status) => status === "grace").length;
  const status = down > 0 ? "down" : grace > 0 && withLate ? "late" : "up";
  return { status, total: rows.length, grace, down };
}

type BadgeFormat = "svg" | "json" | Dialect["badges"]["compat"];

/** Each dialect has its own name for the third format, and does not know the other's. */
export function isBadgeFormat(format: string, { badges }: Dialect): format is BadgeFormat {
  return format === "svg" || format === "json" || format === badges.compat;
}

export function drawBadge(format: BadgeFormat, label: string, state: BadgeState): BadgeDocument {
  if (format === "svg") return { type: "image/svg+xml", body: badgeSvg(label, state.status) };
  if (format === "json") return { type: "application/json", body: JSON.stringify(state) };
  const { status } = state;
  const shield = { schemaVersion: 1, label, message: status, color: SHIELD_COLORS[status] };
  return { type: "application/json", body: JSON.stringify(shield) };
}

export interface BadgeDocument {
  type: string;
  body: string;
}

export function badgeLabel(tag: string): string {
  return tag === ALL_TAGS ? ALL_LABEL : tag;
}

const NARROW = "fijlrtI|!.,:;' ";
const WIDE = "mwMW@%";

/** Roughly, in pixels of an 11-pixel sans-serif font. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += NARROW.includes(character) ? 4 : WIDE.includes(character) ? 10 : 7;
  return width;
}

function escapeXml(text: string): string {
  return (
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      // Characters that XML does not allow.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
  );
}

/** A badge: the label on grey, the status on its colour. */
export function badgeSvg(label: string, status: BadgeStatus): string {
  const left = textWidth(label) + 12;
  const right = textWidth(status) + 12;
  const width = left + right;
  const name = escapeXml(label);
  const word = (text: string, middle: number, length: number) =>
    `<text x="${middle}" y="14" textLength="${length}">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}: ${status}">`,
    `<title>${name}: ${status}</title>`,
    `<clipPath id="corners"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#corners)">`,
    `<rect width="${left}" height="20" fill="#495057"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${COLORS[status]}"/>`,
    "</g>",
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    word(name, left / 2, textWidth(label)),
    word(status, left + right / 2, textWidth(status)),
    "</g>",
    "</svg>",
  ].join("");
}

/** The part of a badge's address that makes the addresses of other tags unguessable. */
export function badgeSignature(secret: string, badgeKey: string, tag: string): string {
  return createHmac("sha256", secret).update(`${badgeKey}:${tag}`).digest("base64url").slice(0, 8);
}

/** The answer of the badge list: the badges of `*` and of each tag that a check has. */
export function badgesDocument(
  rows: readonly CheckRow[],
  from: { baseUrl: string; badgeKey: string; secret: string; dialect: Dialect },
): unknown {
  const tags = new Set([ALL_TAGS, ...rows.flatMap(tagsOf)]);
  const compat = from.dialect.badges.compat;
  const badges: [string, Record<string, string>][] = [...tags].map((tag) => {
    const signature = badgeSignature(from.secret, from.badgeKey, tag);
    const url = (format: string, states: 2 | 3) => {
      const signed = `${from.baseUrl}/badge/${from.badgeKey}/${signature}${states === 2 ? "-2" : ""}`;
      // Quoted twice, so that a slash in a tag survives servers that unquote paths before routing.
      return tag === ALL_TAGS ? `${signed}.${format}` : `${signed}/${quote(quote(tag))}.${format}`;
    };
    const addresses = {
      svg: url("svg", 2),
      svg3: url("svg", 3),
      json: url("json", 2),
      json3: url("json", 3),
      [compat]: url(compat, 2),
      [`${compat}3`]: url(compat, 3),
    };
    return [tag, addresses];
  });
  return { badges: Object.fromEntries(badges) };
}

function quote(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
