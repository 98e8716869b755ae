/** What others say may repeat what we sent them: no secret of a request stands in a message. */
import { oneLine } from "../core/errors";

/** Stands in place of a secret. */
const MASK = "[secret]";

/** So many characters of a long secret are taken for all of it: services cut what they repeat. */
const TELLING = 16;
const LONG = 24;

/**
 * The text without the secrets: as they are, as JSON, addresses and base64 write them, in upper or lower case, and
 * long ones also where only their beginning is left.
 */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap(spellings)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, spelling) => rest.replace(anywhere(spelling), MASK), text);
}

function spellings(secret: string): string[] {
  const plain = secret.toWellFormed();
  const base64 = plain.length < TELLING ? "" : Buffer.from(plain).toString("base64");
  return [
    plain,
    oneLine(plain),
    JSON.stringify(plain).slice(1, -1),
    encodeURIComponent(plain),
    base64,
    base64.replace(/=+$/, ""),
  ].filter((spelling) => spelling.trim() !== "");
}

function anywhere(spelling: string): RegExp {
  if (spelling.length < LONG) return new RegExp(escaped(spelling), "gi");
  return new RegExp(`${escaped(spelling)}|${escaped(spelling.slice(0, TELLING))}[^\\s"'<>,;]*`, "gi");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
