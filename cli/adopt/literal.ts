/** Values as TypeScript, so that the reader of a program sees what is there and the compiler reads the same. */

/** Characters that show nothing or change how others are shown: controls, bidi marks, joiners, blanks beside U+0020. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A string literal; what an editor would not show is escaped. */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, escaped);
}

/** A literal of text, a number, true, false, or a list of these. */
export function literal(value: unknown): string {
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return String(value);
}

const UNITS = [
  ["days", 86_400],
  ["hours", 3600],
  ["minutes", 60],
] as const;

/** Names of the SDK's helpers that a duration may be written with. */
type DurationHelper = (typeof UNITS)[number][0];

/** Seconds in the largest unit of which they are a whole number: 5400 is `minutes(90)`, 61 stays 61. */
export function duration(seconds: number): { text: string; helper?: DurationHelper } {
  const unit = UNITS.find(([, length]) => seconds > 0 && seconds % length === 0);
  if (unit === undefined) return { text: String(seconds) };
  const [helper, length] = unit;
  return { text: `${helper}(${seconds / length})`, helper };
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
