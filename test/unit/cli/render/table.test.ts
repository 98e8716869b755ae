import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import pc from "picocolors";
import { type Column, paragraph, table } from "../../../../cli/render/table";
import { terminalWidth } from "../../../../cli/render/terminal";

const longest = (text: string) =>
  Math.max(...text.split("\n").map((line) => stripVTControlCharacters(line).length));

const COLUMNS: Column[] = [
  { head: "CHECK", fit: "wrap" },
  { head: "UPTIME", side: "right" },
  { head: "VALUE", fit: "cut" },
];
const ROWS = [
  ["nightly backup of the customer database", "99.87%", "0 3 * * * and rather a lot of words beside it"],
  ["sync", "100%", "none"],
];

describe("a table", () => {
  it("is as wide as its cells where nothing limits it", () => {
    expect(table(COLUMNS, ROWS).split("\n")).toEqual([
      "CHECK                                    UPTIME  VALUE",
      "nightly backup of the customer database  99.87%  0 3 * * * and rather a lot of words beside it",
      "sync                                       100%  none",
    ]);
  });

  it("wraps and cuts what does not fit the terminal, and keeps the rest", () => {
    expect(table(COLUMNS, ROWS, { width: 60 }).split("\n")).toEqual([
      "CHECK                      UPTIME  VALUE",
      "nightly backup of the      99.87%  0 3 * * * and rather a l…",
      "customer database",
      "sync                         100%  none",
    ]);
  });

  it("is indented within the width", () => {
    const lines = table(COLUMNS, ROWS, { width: 60, indent: 4 }).split("\n");
    expect(lines.every((line) => line.startsWith("    "))).toBe(true);
    expect(longest(lines.join("\n"))).toBeLessThanOrEqual(60);
  });

  it("breaks a word that is longer than its column, and loses nothing of it", () => {
    const word = "0123456789".repeat(6);
    const text = table([{ fit: "wrap" }, {}], [[word, "kept"]], { width: 40 });
    expect(longest(text)).toBeLessThanOrEqual(40);
    expect(text.replace("kept", "").replace(/\s/g, "")).toBe(word);
  });

  it("leaves out optional columns where there is no room, the last one first", () => {
    const columns: Column[] = [{ fit: "wrap" }, { optional: true }, { optional: true }];
    const rows = [["name of a check", "x".repeat(20), "y".repeat(20)]];
    expect(table(columns, rows, { width: 60 })).toContain("yy");
    expect(table(columns, rows, { width: 45 })).toMatch(/x{20}$/);
    expect(table(columns, rows, { width: 40 })).not.toContain("y");
    expect(table(columns, rows, { width: 20 })).toBe("name of a check");
  });

  it("keeps colours where a cell wraps, and does not count them", () => {
    const { red } = pc.createColors(true);
    const text = table([{ fit: "wrap" }, {}], [[red("one two three four five six"), "end"]], { width: 22 });
    expect(longest(text)).toBeLessThanOrEqual(22);
    for (const line of text.split("\n")) {
      const [start, end] = red("x").split("x");
      expect(line.startsWith(String(start))).toBe(true);
      expect(line).toContain(String(end));
    }
  });

  it("counts wide characters twice", () => {
    const text = table(
      [{ head: "A" }, { head: "B" }],
      [
        ["備份", "x"],
        ["abcd", "y"],
      ],
    );
    expect(text.split("\n").slice(1)).toEqual(["備份  x", "abcd  y"]);
    const wrapped = table([{ fit: "wrap", least: 4 }, {}], [["備份備份備份", "x"]], { width: 10 });
    expect(wrapped.replace(/[\sx]/g, "")).toBe("備份備份備份");
  });

  it("aligns a thousand rows", () => {
    const rows = Array.from({ length: 1000 }, (_, nth) => ["x".repeat((nth * 7) % 40), String(nth)]);
    const lines = table([{}, { head: "END" }], rows).split("\n");
    expect(lines).toHaveLength(1001);
    expect(new Set(lines.map((line) => line.search(/\S+$/)))).toEqual(new Set([41]));
  });

  it("is nothing without rows, and needs no headings", () => {
    expect(table(COLUMNS, [])).toBe("");
    expect(table([{}, {}], [["a", "b"]])).toBe("a  b");
  });

  it("never reaches beyond 80 or 140 columns when each column may be narrower, whatever its cells", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."abcdefgh ü.-"), maxLength: 120 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    const fit = fc.constantFrom("wrap" as const, "cut" as const);
    fc.assert(
      fc.property(rows, fit, fc.constantFrom(80, 140), (given, how, width) => {
        const columns: Column[] = [{ fit: "wrap" }, { fit: how, head: "H" }, { fit: how, side: "right" }];
        expect(longest(table(columns, given, { width }))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("a paragraph", () => {
  it("is broken between its words", () => {
    const text = "The service keeps status changes for the present month and the two before it.";
    const lines = paragraph(text, { width: 40 }).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines.join(" ")).toBe(text);
    expect(paragraph(text, {})).toBe(text);
  });
});

describe("the width of the terminal", () => {
  it("is that of a terminal, and none for a file or a pipe", () => {
    expect(terminalWidth({ isTTY: true, columns: 100 })).toBe(100);
    expect(terminalWidth({ isTTY: true, columns: 7 })).toBe(40);
    expect(terminalWidth({ columns: 100 })).toBeUndefined();
    expect(terminalWidth({ isTTY: true })).toBeUndefined();
  });
});
