/** Tables that fit the terminal. Only blanks separate their columns. */
import Table from "cli-table3";

/** A column. Its cells may be coloured, and have several lines. */
export interface Column {
  /** The heading. Without any heading, the table has no line for them. */
  head?: string;
  /** @default "left" */
  side?: "left" | "right";
  /**
   * How to fit a narrow terminal: `wrap` uses more lines, `cut` ends in `…`.
   * @default the column keeps its width
   */
  fit?: "wrap" | "cut";
  /**
   * Smallest width in characters of a column that wraps or is cut.
   * @default 12
   */
  least?: number;
  /** Omitted if there is no room; the last such column goes first. */
  optional?: boolean;
}

/** Where a table is printed. */
export interface Place {
  /** Characters in a line; unlimited if absent. */
  width?: number | undefined;
  /**
   * Blanks before each line.
   * @default 0
   */
  indent?: number;
}

/** What somebody called something, which may be a hundred characters, and a sentence about it. */
export const NAME_AND_SENTENCE: readonly Column[] = [{ fit: "wrap" }, { fit: "wrap", least: 20 }];

const GAP = 2;
const LEAST = 12;

/** The table, without a final line break; empty if there are no rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, indent = 0 }: Place = {},
): string {
  if (rows.length === 0) return "";
  const headed = columns.some(({ head }) => head !== undefined);
  const lines = [...(headed ? [columns.map(({ head = "" }) => head)] : []), ...rows];
  const natural = widthsOf(lines);
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - indent;
  const shown = columnsWithin(columns, natural, room);
  const of = shown.map((index) => columns[index] ?? {});
  const widths = narrow(
    of,
    shown.map((index) => natural[index] ?? 0),
    room,
  );
  const cells = lines.map((line) => shown.map((index) => line[index] ?? ""));
  return partsOf(cells)
    .map((part) => draw(of, part, widths, " ".repeat(indent)))
    .join("\n");
}

/** Wraps a text of several sentences at the terminal's width. */
export function paragraph(text: string, place: Place): string {
  return table([{ fit: "wrap" }], [[text]], place);
}

/**
 * Rows per call of the library, which compares each row with all before it. This keeps tables of thousands of rows
 * fast.
 */
const PART = 20;

function partsOf<T>(lines: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(lines.length / PART) }, (_, nth) =>
    lines.slice(nth * PART, (nth + 1) * PART),
  );
}

function draw(
  columns: readonly Column[],
  lines: readonly string[][],
  widths: readonly number[],
  indent: string,
): string {
  const drawing = new Table({
    chars: chars(""),
    style: { ...PLAIN, "padding-right": GAP },
    colAligns: columns.map(({ side = "left" }) => side),
    colWidths: widths.map((width) => width + GAP),
  });
  for (const line of lines) {
    drawing.push(
      line.map((text, index) => {
        const wrap = columns[index]?.fit === "wrap";
        return { content: wrap ? breakWords(text, widths[index] ?? 0) : text, wordWrap: wrap };
      }),
    );
  }
  return drawing
    .toString()
    .split("\n")
    .map((line) => `${indent}${line}`.trimEnd())
    .join("\n");
}

/** The natural width of each column. */
function widthsOf(lines: readonly (readonly string[])[]): number[] {
  const parts = partsOf(lines).map(measure);
  return (parts[0] ?? []).map((_, column) => Math.max(...parts.map((widths) => widths[column] ?? 0)));
}

/**
 * Measures by the library's own rules, which handle colours and wide characters: counts the blanks that fill a column.
 */
function measure(lines: readonly (readonly string[])[]): number[] {
  const ruler = new Table({ chars: chars("|"), style: PLAIN });
  ruler.push(
    ...lines.map((line) => [...line]),
    (lines[0] ?? []).map(() => ""),
  );
  const blanks = ruler.toString().split("\n").at(-1) ?? "";
  return blanks.split("|").map(({ length }) => length);
}

/** Indices of the columns that fit, each shrunk as far as allowed. */
function columnsWithin(columns: readonly Column[], natural: readonly number[], room: number): number[] {
  const shown = columns.map((_, index) => index);
  const least = (index: number) => {
    const { fit, least = LEAST } = columns[index] ?? {};
    return fit === undefined ? (natural[index] ?? 0) : Math.min(natural[index] ?? 0, least);
  };
  while (total(shown.map(least)) > room) {
    const last = shown.findLastIndex((index) => columns[index]?.optional);
    if (last === -1) break;
    shown.splice(last, 1);
  }
  return shown;
}

/** Shrinks the widest shrinkable columns until they fit. */
function narrow(columns: readonly Column[], natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const isElastic = (width: number, index: number) => {
    const { fit, least = LEAST } = columns[index] ?? {};
    return fit !== undefined && width > least;
  };
  for (let beyond = total(widths) - room; beyond > 0; beyond--) {
    const widest = Math.max(...widths.filter(isElastic));
    const index = widths.findIndex((width, at) => width === widest && isElastic(width, at));
    if (index === -1) break;
    widths[index] = widest - 1;
  }
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * Math.max(0, widths.length - 1));
}

/** A colour code, captured so that a split keeps it. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`);

/** Breaks words longer than a line, which the library would cut. */
function breakWords(text: string, width: number): string {
  let used = 0;
  return text
    .split(COLOUR)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return [...part]
        .map((character) => {
          const own = /\s/.test(character) ? -used : widthOf(character);
          used += own;
          if (used <= width) return character;
          used = own;
          return `\n${character}`;
        })
        .join("");
    })
    .join("");
}

/** Cuts a text to this many terminal characters; a shortened one ends in `…`. */
export function within(text: string, width: number): string {
  let used = 0;
  const ends = [...text].map((character) => {
    used += widthOf(character);
    return used;
  });
  if (used <= width) return text;
  return `${[...text].slice(0, ends.filter((end) => end < width).length).join("")}…`;
}

/** Width of a character on the terminal. */
function widthOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  return /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Extended_Pictographic}\uff01-\uff60]/u.test(
    character,
  )
    ? 2
    : 1;
}

const PLAIN = { "padding-left": 0, "padding-right": 0, head: [], border: [] };

/** No lines around cells, and only `middle` between the cells of a row. */
function chars(middle: string): Record<string, string> {
  const none = [
    ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
    ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
  ].map((name) => [name, ""]);
  return { ...Object.fromEntries(none), middle };
}
