/** The part of a document that belongs to us: the lines between two markers. */

export const BEGIN = "<!-- pulumi-checks badges -->";
export const END = "<!-- /pulumi-checks badges -->";

/** The fence of a code block, in which markers are only talked about. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The document with these lines between its markers, and all else as it was, line ends included.
 * @throws Error in one line, when there is no such block or more than one
 */
export function withBlock(document: string, lines: readonly string[]): string {
  const present = document.split("\n");
  const { begin, end } = placeOf(present);
  const lineEnd = present[begin]?.endsWith("\r") ? "\r" : "";
  const inside = lines.map((line) => `${line}${lineEnd}`);
  return [...present.slice(0, begin + 1), ...inside, ...present.slice(end)].join("\n");
}

function placeOf(lines: readonly string[]): { begin: number; end: number } {
  const begins = linesWith(lines, BEGIN);
  const ends = linesWith(lines, END);
  const [begin] = begins;
  const [end] = ends;
  if (begin === undefined && end === undefined) {
    throw new Error(
      `it has no block for badges; add these two lines where they should stand: ${BEGIN} and ${END}`,
    );
  }
  if (begins.length > 1 || ends.length > 1) {
    const all = [...begins, ...ends].sort((a, b) => a - b).map((line) => line + 1);
    throw new Error(`it has more than one block for badges (markers in lines ${all.join(", ")}); keep one`);
  }
  if (begin === undefined) throw new Error(`the line ${BEGIN} is missing before line ${Number(end) + 1}`);
  if (end === undefined || end < begin) throw new Error(`the line ${END} is missing after line ${begin + 1}`);
  return { begin, end };
}

/** Where a marker stands on a line of its own, outside of code. */
function linesWith(lines: readonly string[], marker: string): number[] {
  let fence: string | undefined;
  return lines.flatMap((line, index) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    return fence === undefined && line.trim() === marker ? [index] : [];
  });
}
