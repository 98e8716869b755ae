import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { driftReport, exitCodeOf, FINDING_CLASSES } from "../../../../cli/drift/findings";
import { FORMAT_NAMES, type FormatName, render } from "../../../../cli/drift/formats";
import { markdown, markerOf } from "../../../../cli/drift/formats/markdown";
import { CLEAN, DRIFTED, manyFindings, reportOf } from "./reports";

const PLAIN = { colours: pc.createColors(false), key: "default", folder: "" };
const ENDINGS: Record<FormatName, string> = {
  text: "txt",
  json: "json",
  markdown: "md.golden",
  html: "html.golden",
  junit: "xml",
  github: "github.txt",
};

/** Compares with the file of that name; UPDATE_GOLDEN=1 writes it instead. */
function expectGolden(text: string, name: string): void {
  const file = join(__dirname, "fixtures", name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}

describe.each(FORMAT_NAMES)("as %s", (format) => {
  it.each([
    ["drifted", DRIFTED],
    ["clean", CLEAN],
  ] as const)("a %s report is told in always the same words", (name, report) => {
    expectGolden(render(report, format, PLAIN), `${name}.${ENDINGS[format]}`);
  });

  it("nobody's text can leave its place", () => {
    const hostile = "x\u001b[2J\r\n::error::y\u202e </td><script>alert(1)</script> %0A ]]> | `a` <!-- -->";
    const report = reportOf([
      {
        class: "changed",
        check: { slug: "", name: hostile, tags: [hostile], project: hostile, uniqueKey: "a", status: "up" },
        declaredBy: { stack: hostile, kind: "Check", resource: hostile, file: hostile, line: 1 },
        fields: [{ field: "desc", declared: hostile, applied: [hostile], live: hostile }],
      },
    ]);
    const text = render(report, format, PLAIN);
    // JSON is data, in which nothing but control characters is escaped.
    const forbidden = format === "json" ? ["\u001b", "\r"] : ["\u001b", "\r", "\u202e"];
    for (const character of forbidden) expect(text).not.toContain(character);
    expect(text.split("\n").filter((line) => line.startsWith("::error"))).toEqual([]);
    if (format === "html") expect(text).not.toContain("<script");
    if (format === "markdown")
      expect(text.match(/<!--/g)?.length).toBe((text.match(/`[^`]*<!--/g)?.length ?? 0) + 1);
  });
});

describe("the report itself", () => {
  it("is what its schema says", () => {
    expect(driftReport.parse(JSON.parse(render(DRIFTED, "json", PLAIN)))).toEqual(DRIFTED);
  });

  it("says how the command ends", () => {
    expect(exitCodeOf(CLEAN)).toBe(0);
    expect(exitCodeOf(reportOf(DRIFTED.findings))).toBe(2);
    expect(exitCodeOf(reportOf([], { problems: ["x"] }))).toBe(3);
    expect(exitCodeOf(DRIFTED)).toBe(3);
  });
});

describe("a comment", () => {
  it("is nothing when there is nothing to say, also when all is ignored", () => {
    expect(markdown(CLEAN)).toBe("");
    expect(markdown(reportOf([], { ignored: DRIFTED.ignored, notes: ["x"] }))).toBe("");
    expect(markdown(reportOf([], { problems: ["x"] }))).toContain("not everything could be read");
  });

  it("stays below what GitHub takes with 5,000 findings, counts first, and uses the room it has", () => {
    const text = markdown(manyFindings(5000));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(50_000);
    expect(text.indexOf("| 1250 | 1250 | 1250 | 1250 | 0 | 0 |")).toBeLessThan(300);
    for (const name of FINDING_CLASSES) expect(text).toContain(`#### ${name}: 1250`);
    expect(text).toMatch(/… and 1,\d\d\d more; the JSON report has all of them/);
  });

  it("shows a small class whole beside a large one", () => {
    const many = manyFindings(5000).findings.filter((finding) => finding.class === "changed");
    const text = markdown(reportOf([...many, ...DRIFTED.findings]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain("`mail`");
    expect(text).toContain("`queue`");
  });

  it("can always be found again by its marker, whatever the key", () => {
    expect(markdown(DRIFTED, "a -->b")).toMatch(/^<!-- pulumi-checks drift: a _[^\n]*_b -->\n/);
    expect(markerOf("prod")).not.toBe(markerOf("dev"));
  });
});

it.each(["::stop-commands::x", "##[error]y", "a ##[error]y"])(
  "a check with a name like %s gives a runner of GitHub no command, also as text in its log",
  (name) => {
    const check = { slug: "", name, tags: [], project: "default", uniqueKey: "a", status: "up" };
    const log = render(reportOf([{ class: "unmanaged", check }]), "text", PLAIN);
    expect(log).toContain(name.slice(-1));
    // A runner takes `::name` at the start of a line, after blanks, and the older `##[name]` anywhere in it.
    expect(log.split("\n").filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
  },
);

it("makes no more annotations than GitHub shows, and says how many there are", () => {
  const lines = render(manyFindings(500), "github", PLAIN).trim().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain("491 more findings");
});

it("names files from the repository's root in annotations", () => {
  const text = render(DRIFTED, "github", { ...PLAIN, folder: "stacks/jobs" });
  expect(text).toContain("file=stacks/jobs/infra/index.ts,line=12");
});

it("tells a terminal no more than a person reads", () => {
  const text = render(manyFindings(5000), "text", PLAIN);
  expect(text.match(/… and 950 more; --json has all of them/g)).toHaveLength(4);
});

it("has colours where they are wanted", () => {
  const text = render(DRIFTED, "text", { ...PLAIN, colours: pc.createColors(true) });
  expect(text).toContain("\u001b[1mnightly-backup\u001b[22m");
});
