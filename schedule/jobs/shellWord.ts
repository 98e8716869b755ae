/** The first word of a line, and its comment, as a shell finds them. */

/** Constructs that may contain blanks: how each begins and ends. */
const ENDS: Readonly<Record<string, string>> = {
  "'": "'",
  "$'": "'",
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
  let word = "";
  let isWhole = true;
  for (const { text, within, isLast } of piecesOf(line)) {
    if (within === undefined && /^(?:\s|[;&|])$/.test(text)) return word;
    if (within === undefined && /^\\["']$/.test(text)) return undefined;
    if (text === "$'" && within !== "'" && within !== '"') return undefined;
    word += text;
    isWhole = isLast;
  }
  return isWhole ? word : undefined;
}

/**
 * Where a comment begins: a `#` at the beginning of a word, outside of quotes and substitutions, which it would leave
 * open; the end of the line if there is none.
 */
export function startOfComment(line: string): number {
  let isAtWord = true;
  for (const { text, at, within } of piecesOf(line)) {
    if (isAtWord && within === undefined && text === "#") return at;
    // What follows a substitution belongs to its word; what follows a subshell does not.
    isAtWord = within === undefined ? /^[\s;|&)]$/.test(text) : within === "(" && text === ")";
  }
  return line.length;
}

/** Whether a line ends within quotes or a substitution. */
export function isOpen(line: string): boolean {
  let isWhole = true;
  for (const { isLast } of piecesOf(line)) isWhole = isLast;
  return !isWhole;
}

/** A character of a line, or several that belong together. */
interface Piece {
  text: string;
  at: number;
  /** How the innermost construct around it begins. */
  within: string | undefined;
  /** Whether it leaves none open. */
  isLast: boolean;
}

function* piecesOf(line: string): Generator<Piece> {
  const open: string[] = [];
  for (const { 0: text, index: at } of line.matchAll(/\\.|\$[({'$]|./gs)) {
    const within = open.at(-1);
    if (closes(within, text)) open.pop();
    else if (beginsIn(within, text)) open.push(text);
    yield { text, at, within, isLast: open.length === 0 };
  }
}

/** Between single quotes, backslash and dollar are ordinary characters; the next quote closes them. */
function closes(within: string | undefined, text: string): boolean {
  if (within === "'") return text.endsWith("'");
  return within !== undefined && (text === ENDS[within] || (within === "$'" && text === "$'"));
}

/** Whether the piece opens a construct inside the one that begins with `within`. */
function beginsIn(within: string | undefined, text: string): boolean {
  if (within === "'" || within === "$'" || !Object.hasOwn(ENDS, text)) return false;
  return within !== '"' || !/^(?:\$?'|\()$/.test(text);
}
