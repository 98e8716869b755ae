/** The first word of a line as a shell reads it. */

/** What may have blanks in it, by how it begins, and how it ends. */
const ENDS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  "`": "`",
  "$(": ")",
  "${": "}",
  "(": ")",
};

/**
 * Up to the first blank, `;`, `&` or `|` outside of quotes and of what the shell puts in. Undefined where one of these does
 * not end, and where a quote is escaped: that may be within quotes around the whole line, `flock -c "A=\"b c\" backup"`. Within
 * Bash's `$'…'` it may be as well.
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
    // Between single quotes a backslash is one, and so is a dollar: the quote behind it ends them.
    if (piece === end || (end === "'" && piece.endsWith("'"))) open.pop();
    else if (beginsIn(end, piece)) open.push(ENDS[piece] ?? "");
  }
  return open.length === 0 ? word : undefined;
}

/** Whether it begins something where `end` is waited for. */
function beginsIn(end: string | undefined, piece: string): boolean {
  if (end === "'" || !Object.hasOwn(ENDS, piece)) return false;
  return end !== '"' || (piece !== "'" && piece !== "(");
}
