/** Servers may repeat what we sent them, so secrets of a request are masked in messages. */
import { oneLine } from "../core/visible";

/** Stands in place of a secret. */
const MASK = "[secret]";

/** This many characters of a long secret count as the whole secret, because services cut what they repeat. */
const TELLING = 16;
const LONG = 24;

/** Whether a secret is so long that a text does not contain it by chance: data is searched only for such secrets. */
export function isLong(secret: string): boolean {
  return secret.length >= TELLING;
}

/**
 * The text without the secrets: as they are, as JSON, addresses, pages and base64 (also that of addresses) write them, in
 * upper or lower case, and long ones also where only their beginning is left.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secretMask(secrets)(text);
}

/** By their secrets, the last of those that were asked for: a process has few, and they take long to work out. */
const masks = new Map<string, (text: string) => string>();
const MOST_MASKS = 20;

/** The same for many texts: what is looked for in each of them is worked out once. */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const key = JSON.stringify(secrets);
  const mask = masks.get(key) ?? maskOf(secrets);
  masks.set(key, mask);
  const [oldest = key] = masks.keys();
  if (masks.size > MOST_MASKS) masks.delete(oldest);
  return mask;
}

function maskOf(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets
    .flatMap(spellings)
    .sort((a, b) => b.length - a.length)
    .map(anywhere);
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
}

function spellings(secret: string): string[] {
  const plain = secret.toWellFormed();
  // This is always long, so its beginning is enough: where the padding is left out, it is found all the same.
  const base64 = (["base64", "base64url"] as const).map((alphabet) =>
    plain.length < TELLING ? "" : Buffer.from(plain).toString(alphabet),
  );
  return [...new Set([plain, oneLine(plain), JSON.stringify(plain).slice(1, -1), ...base64])].filter(
    (spelling) => spelling.trim() !== "",
  );
}

/** Digits alone, as of a cell number, are grouped in one way by a program and in another by a service. */
const GROUPED = /^\d{7,}$/;
const BETWEEN_GROUPS = "(?:[\\s()./-]|%20){0,2}";

function anywhere(spelling: string): RegExp {
  const whole = [...spelling].map(anyEscape);
  const text = whole.join(GROUPED.test(spelling) ? BETWEEN_GROUPS : "");
  if (spelling.length < LONG) return new RegExp(text, "gi");
  return new RegExp(`${text}|${whole.slice(0, TELLING).join("")}[^\\s"'<>,;]*`, "gi");
}

/** What pages call the characters that they cannot hold as they are; `&amp;amp;` is what becomes of that within a page. */
const NAMES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/** A character as it is, or as a service may escape it: which ones are escaped differs from one to the next. */
function anyEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split("").map((unit) => `\\\\{1,3}u${hex(unit.charCodeAt(0), 4)}`);
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`);
  // A backslash in front of backslashes could be any of them.
  const plain = `${character === "\\" ? "" : "\\\\{0,3}"}${escapeRegExp(character)}`;
  const name = NAMES[character] === undefined ? "" : `|${NAMES[character]}`;
  const page = `&(?:amp;)*(?:#0*${code}|#x0*${hex(code)}${name});`;
  return `(?:${plain}|${units.join("")}|${bytes.join("")}|${page})`;
}

function hex(code: number, digits = 1): string {
  return code.toString(16).padStart(digits, "0");
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
