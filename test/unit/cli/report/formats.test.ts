import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { CSV_ROWS } from "../../../../cli/report/formats/csv";
import { FORMATS, type Format, formatOf, type Look, written } from "../../../../cli/report/formats/format";
import { type Report, reportOf } from "../../../../cli/report/report";
import { check, collected, quietReport, sampleReport } from "./sample";

const LOOK: Look = { colours: pc.createColors(false), rows: "checks" };

/** Compares with a file; with UPDATE_GOLDEN=1 it writes the file, for somebody to look at and commit. */
function expectGolden(name: string, text: string): void {
  const file = join(__dirname, "fixtures", name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}

describe("a report with one of everything", () => {
  const ENDINGS: Record<Format, string> = {
    text: "txt",
    markdown: "md",
    json: "json",
    csv: "csv",
    html: "html",
  };

  it.each(FORMATS)("looks as it did, as %s", (format) => {
    expectGolden(`sample.${ENDINGS[format]}`, written(sampleReport(), format, LOOK));
  });

  it.each(CSV_ROWS)("looks as it did, as CSV of %s", (rows) => {
    expectGolden(`sample-${rows}.csv`, written(sampleReport(), "csv", { ...LOOK, rows }));
  });
});

describe("a report in which nothing happened", () => {
  it.each(["text", "markdown"] as const)("is short, as %s", (format) => {
    expectGolden(`quiet.${format === "text" ? "txt" : "md"}`, written(quietReport(), format, LOOK));
  });
});

describe("every format", () => {
  it.each(FORMATS)("says 'no data' of a check of which nothing is known, and not 100%% (%s)", (format) => {
    const checks = [check({ slug: "idle", status: "new", nPings: 0 })];
    const text = written(sampleReport({ checks, unread: [] }), format, LOOK);
    expect(text).toMatch(/no data|"uptime": null|idle,,,|,new,,0,/);
    expect(text.replace(/<style>[\s\S]*<\/style>/, "")).not.toMatch(/100(\.00)?%|"uptime": 1/);
  });

  it.each(["text", "markdown", "json", "html"] as const)(
    "says from when on data is complete (%s)",
    (format) => {
      const report = sampleReport();
      const early: Report = { ...report, window: { ...report.window, start: report.completeFrom - 1 } };
      expect(written(early, format, LOOK)).toMatch(/data is complete from 2026-03-01/);
    },
  );
});

describe("names that mean something elsewhere", () => {
  const hostile = (title: string) => sampleReport({ checks: [check({ slug: "x", title })], unread: [] });

  it("are text on the page", () => {
    const page = written(hostile(`<img src=x onerror="alert('1')">&amp;`), "html", LOOK);
    expect(page).not.toContain("<img");
    expect(page).toContain("&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;");
  });

  it("are text in Markdown", () => {
    const text = written(hostile("a | b [c](d) <e> `f` *g* \\"), "markdown", LOOK);
    expect(text).toContain("| a \\| b \\[c\\](d) \\<e\\> \\`f\\` \\*g\\* \\\\");
  });

  it.each(["@octocat", "see https://evil.example", "www.evil.example"])(
    "mention nobody and link nowhere in Markdown: %s",
    (title) => {
      const report = sampleReport({ checks: [check({ slug: "x", title, tags: [title] })], unread: [] });
      const text = written(report, "markdown", LOOK);
      expect(text.split(title).length).toBeGreaterThan(2);
      expect(text.replaceAll(`\`${title}\``, "")).not.toContain(title);
    },
  );

  it.each(["=1+1", "+1", "-1", "@SUM(A1)"])("are no formula in a spreadsheet: %s", (title) => {
    expect(written(hostile(title), "csv", LOOK)).toContain(`\n'${title},x,`);
  });

  it("are quoted in CSV", () => {
    expect(written(hostile('a "b", c'), "csv", LOOK)).toContain('\n"a ""b"", c",x,');
  });
});

describe("the format of a file", () => {
  it("goes by the ending of its name", () => {
    expect(["a.html", "b.MD", "c.json", "d.csv", "e.txt"].map(formatOf)).toEqual([
      "html",
      "markdown",
      "json",
      "csv",
      "text",
    ]);
  });

  it("is refused where the ending means none", () => {
    expect(() => formatOf("report.pdf")).toThrow(
      "--output report.pdf: the name must end in .txt, .md, .json",
    );
  });
});

it("counts a check under each of its tags, and once under a tag that it has twice", () => {
  const report = sampleReport({ checks: [check({ slug: "a", tags: ["x", "y", "x"] })] });
  expect(report.tags.map(({ tag, checkCount }) => [tag, checkCount])).toEqual([
    ["x", 1],
    ["y", 1],
  ]);
});

it("is the same whatever the order in which the service tells of checks", () => {
  const { title, project, selectedTags, window, zone } = sampleReport();
  const asked = { title, project, selectedTags, window, zone, gate: undefined };
  const [one, other] = [collected.checks, collected.checks.toReversed()].map((checks) =>
    written(reportOf({ ...collected, checks }, asked), "json", LOOK),
  );
  expect(one).toBe(other);
});
