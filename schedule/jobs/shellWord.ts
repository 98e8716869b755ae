/** Splits off the first word of a line as a shell does. */

/** Constructs that may contain blanks: how each begins and ends. */
const ENDS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  "`": "`",
  "$(": ")",
  "${": "}",
  "(": ")",
};

/**
 * The word up to the first blank, `;`, `&` or `|` outside of quotes and substitutions. Undefined if one of these is not
 * closed, and if a quote is escaped, because the line may be inside another quote: `flock -c "A=\"b c\" backup"`. The
 * same applies inside Bash's `$'…'`.
 */
export function firstWord(line: string): string | undefined {
  const open: string[] = [];
  let word = "";
  for (const [piece] of line.matchAll(/\\.|\$[({']|./gs)) {
    const end = open.at(-1);
    if (end === undefined && /^(?:\s|[;&|])$/.test(piece)) return word;
    if (end === undefined && /^\\["']$/.test(piece)) return undefined;
    if (piece === "$'" && end !== "'" && end !== '"') return undefined;
    word += piece;
    // Between single quotes, backslash and dollar are ordinary characters; the next quote closes them.
    if (piece === end || (end === "'" && piece.endsWith("'"))) open.pop();
    else if (beginsIn(end, piece)) open.push(ENDS[piece] ?? "");
  }
  return open.length === 0 ? word : undefined;
}

/** Whether the piece opens a construct inside one that `end` will close. */
function beginsIn(end: string | undefined, piece: string): boolean {
  if (end === "'" || !Object.hasOwn(ENDS, piece)) return false;
  return end !== '"' || (piece !== "'" && piece !== "(");
}
