import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { driftReport, exitCodeOf, FINDING_CLASSES, type Finding } from "../../../../cli/drift/findings";
import { FORMAT_NAMES, type FormatName, render } from "../../../../cli/drift/formats";
import {
  COMMENT_LIMIT,
  comment,
  failureMarkdown,
  markdown,
  markerOf,
} from "../../../../cli/drift/formats/markdown";
import { nextSteps } from "../../../../cli/drift/report";
import { CLEAN, DRIFTED, manyFindings, reportOf } from "../../../support/cli/drift/reports";

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
    const hostile =
      "x ##[error]\u001b[2J\r\n::error::y\u202e </td><script>alert(1)</script> %0A ]]> | `a` <!-- -->";
    const report = reportOf([
      {
        class: "changed",
        check: { slug: "", name: hostile, tags: [hostile], project: hostile, uniqueKey: "a", status: "up" },
        declaredBy: { stack: hostile, kind: "Check", resource: hostile, file: hostile, line: 1 },
        fields: [
          { field: "desc", declared: hostile, applied: [hostile], live: hostile },
          { field: "channels", declared: [hostile], applied: [hostile], live: [], gone: [hostile] },
        ],
      },
      {
        class: "duplicate",
        check: { slug: "s", name: hostile, tags: [], project: hostile, uniqueKey: "b", status: hostile },
        declaredBy: { stack: "s", kind: "Check", resource: "r" },
        others: [
          {
            check: { slug: hostile, name: "", tags: [], project: "p", uniqueKey: hostile, status: hostile },
            declaredBy: { stack: hostile, kind: "Check", resource: hostile },
          },
        ],
      },
    ]);
    const text = render(report, format, PLAIN);
    for (const character of ["\u001b", "\r", "\u202e", "##["]) expect(text).not.toContain(character);
    if (format === "json") expect(JSON.parse(text)).toEqual(report);
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

  it("does not fail on advice unless that is asked for, and fails on single classes and conditions", () => {
    const advice = reportOf(DRIFTED.findings.filter((finding) => finding.class === "advice"));
    expect(exitCodeOf(advice)).toBe(0);
    expect(exitCodeOf({ ...advice, failOn: ["alertsNobody"] })).toBe(2);
    expect(exitCodeOf({ ...reportOf(DRIFTED.findings), failOn: ["down"] })).toBe(2);
    expect(exitCodeOf({ ...advice, failOn: ["missing", "down"] })).toBe(0);
    expect(comment(advice)).toBe("");
    expect(render(advice, "text", PLAIN)).toMatch(/^no drift; advice on 1 check\n/);
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
    const place = text.indexOf("| 1250 | 1250 | 0 | 1250 | 1250 | 0 | 0 | 0 |");
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(300);
    for (const name of ["changed", "missing", "unmanaged", "operational"])
      expect(text).toContain(`#### ${name}: 1250`);
    expect(text).toMatch(/… and 1,\d\d\d more; the JSON report has all of them/);
  });

  it("stays below it where hundreds of channels are gone, and says how many its step leaves out", () => {
    const names = Array.from({ length: 400 }, (_, index) => `${index} ${"x".repeat(90)}`);
    const fields = [{ field: "channels", declared: names, applied: names, live: [], gone: names }];
    const text = markdown(reportOf([{ ...DRIFTED.findings[0], fields } as Finding]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain("the same holds for 390 more channels, which the JSON report has");
  });

  it("stays below it beside another report for which there is no room, and shows its heading", () => {
    const long = Array.from({ length: 20 }, (_, index) => `${index}: ${"so ".repeat(150)}`);
    const [heading, rest] = ["### Coverage: 60% of 500 jobs; 200 noCheck", "| a job |\n".repeat(5000)];
    const report = reportOf(DRIFTED.findings, { problems: long, notes: long });
    const text = comment(report, "default", `${heading}\n\n${rest}`);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain(`\n${heading}\n\nThere is no room for the rest here; the report's page has it.\n`);
    expect(text).toContain("#### changed: 1");
    const fits = comment(DRIFTED, "default", `${heading}\n\n| a job |\n`);
    expect(fits).toContain(`\n${heading}\n\n| a job |\n`);
    expect(fits).not.toContain("no room");
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
    expect(markerOf("東京")).not.toBe(markerOf("大阪"));
    expect(markerOf("default", "prod@../börse")).not.toBe(markerOf("default", "prod@../bürse"));
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

it("quotes a channel that is gone in a comment, where its name would mention people", () => {
  const [changed] = DRIFTED.findings;
  const names = ["@org/everyone", "a `b` | c"];
  const fields = [{ field: "channels", declared: names, applied: names, live: [], gone: names }];
  const text = markdown(reportOf([{ ...changed, fields } as Finding]));
  expect(text).toContain('take the channel `"@org/everyone"` out of the program');
  expect(text).toContain('take the channel ``"a `b` | c"`` out of the program');
});

it("makes no more annotations than GitHub shows, and says how many there are", () => {
  const text = render(manyFindings(500), "github", PLAIN);
  const lines = text.split("\n").filter((line) => line.startsWith("::"));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain("491 more findings");
});

it("names files from the repository's root in annotations", () => {
  const text = render(DRIFTED, "github", { ...PLAIN, folder: "stacks/jobs" });
  expect(text).toContain("file=stacks/jobs/infra/index.ts,line=12");
});

it("says of what is only forgotten that it stays", () => {
  const [pending] = DRIFTED.pending;
  if (!pending) throw new Error("nothing is pending");
  const report = reportOf([], { pending: [{ ...pending, change: "forget" }] });
  expect(render(report, "text", PLAIN)).toContain("pulumi up will forget it, and leave it on the service");
  expect(render(report, "html", PLAIN)).toContain("forget (it stays on the service)");
});

it("tells a terminal no more than a person reads", () => {
  const text = render(manyFindings(5000), "text", PLAIN);
  expect(text.match(/… and 950 more; --json has all of them/g)).toHaveLength(4);
});

it("has colours where they are wanted", () => {
  const text = render(DRIFTED, "text", { ...PLAIN, colours: pc.createColors(true) });
  expect(text).toContain("\u001b[1mnightly-backup\u001b[22m");
});

it.each(FORMAT_NAMES.filter((format) => format !== "json"))(
  "ends with the next step for each class, as %s",
  (format) => {
    const text = render(DRIFTED, format, PLAIN);
    for (const words of ["pulumi up --refresh", "pulumi-checks adopt", "drift ignore CHECK"]) {
      expect(text).toContain(words);
    }
    for (const { class: of } of nextSteps(DRIFTED.findings))
      expect(text.slice(text.indexOf("up --refresh") - 60)).toContain(of);
    expect(nextSteps(DRIFTED.findings).map((step) => step.class)).toEqual(FINDING_CLASSES);
  },
);

describe("the next step for checks that no stack declares", () => {
  const unmanaged = (project: string, slug: string): Finding => ({
    class: "unmanaged",
    check: { slug, name: "", tags: [], project, uniqueKey: "a".repeat(40) },
  });
  const stepFor = (...findings: Finding[]) => nextSteps(findings).map(({ step }) => step)[0];

  it("is a command for each project, which looks for the slugs where they are", () => {
    const step = stepFor(unmanaged("default", "a"), unmanaged("billing", "b"), unmanaged("billing", "c"));
    expect(step).toContain(
      "`pulumi-checks adopt plan --slug a` and `pulumi-checks adopt plan --project billing --slug b --slug c` show the program",
    );
  });

  it("names a slug once that several of them have", () => {
    const step = stepFor(
      unmanaged("default", "a-copy"),
      unmanaged("default", "a-copy"),
      unmanaged("default", "b"),
    );
    expect(step).toContain("`pulumi-checks adopt plan --slug a-copy --slug b` shows the program");
  });

  it.each(["provider eu", "default of jobs/prod", "billing (2)"])(
    "says whose address and key the command needs where no option names the project: %s",
    (project) => {
      expect(stepFor(unmanaged(project, "a"))).toContain(
        `\`pulumi-checks adopt plan --slug a\` (with the address and the key of the project ${project} in CHECKS_URL and CHECKS_API_KEY) shows`,
      );
    },
  );

  it("names five projects at most, and none whose name is secret", () => {
    const many = Array.from({ length: 7 }, (_, index) => unmanaged(`team-${index}`, `${index}`));
    expect(stepFor(...many)).toMatch(/--project team-4 .*; so does `--project NAME` for 2 more projects; if/);
    expect(stepFor(...many)).not.toContain("team-5");
    expect(stepFor(unmanaged("[secret]", "a"))).toContain(
      "`pulumi-checks adopt plan --project NAME --slug a`",
    );
  });
});

describe("the issue of a run that could not look for drift", () => {
  it("can be made however many problems there are, and says how many it leaves out", () => {
    const problems = Array.from({ length: 1000 }, (_, index) => `${index}: ${"so ".repeat(200)}`);
    const text = failureMarkdown("<!-- marker -->", problems);
    expect(text.length).toBeLessThan(COMMENT_LIMIT);
    expect(text).toContain("- … and 980 more");
    expect(failureMarkdown("<!-- marker -->", problems.slice(0, 20))).not.toContain("more");
  });
});

describe("the test results", () => {
  it("have an error where a resource could not be judged, and the failure where something else was found", () => {
    const checks = ["backup", "mail", "report"].map((resource) => ({
      ...{ resource, kind: "Check", slug: resource },
      ...(resource !== "report" && { unclear: true as const }),
    }));
    const paused = DRIFTED.findings.filter((one) => "condition" in one && one.condition === "paused");
    const report = reportOf(paused, { stacks: [{ name: "jobs/prod", checks }], problems: ["it differs"] });
    const tests = render(report, "junit", PLAIN).split("<testcase ");
    const of = (resource: string) =>
      tests.find((test) => test.includes(`"Check ${resource} is as declared"`));
    expect(of("backup")).toContain('<error message="it differs, but whether it was changed is not clear"/>');
    expect(of("mail")).toContain("<failure ");
    expect(of("report")).not.toMatch(/<(error|failure|skipped)/);
  });

  it("of resources of one name in several components are of their own checks, and say which", () => {
    const keys = ["a", "b", "c"].map((letter) => letter.repeat(40)) as [string, string, string];
    const checks = ["check-1", "check-2", ""].map((slug, index) => ({
      ...{ resource: "backup", kind: "Check", slug, uniqueKey: keys[index] as string },
      ...(index === 2 && { unclear: true as const }),
    }));
    const about = (uniqueKey: string, slug: string) => ({
      check: { slug, name: "", tags: [], project: "default", uniqueKey },
      declaredBy: { stack: "jobs/prod", kind: "Check", resource: "backup" },
    });
    const report = reportOf(
      [
        { class: "changed", ...about(keys[0], "check-1"), fields: [{ field: "grace", live: 60 }] },
        { class: "advice", condition: "alertsNobody", ...about(keys[0], "check-1") },
      ],
      {
        stacks: [{ name: "jobs/prod", checks }],
        ignored: [
          {
            finding: { class: "operational", condition: "paused", ...about(keys[1], "check-2") },
            because: { reason: "rebuilt" },
          },
        ],
      },
    );
    const tests = render(report, "junit", PLAIN).split("<testcase ").slice(1, 4);
    expect(tests.map((test) => /name="(Check [^"]*)"/.exec(test)?.[1])).toEqual([
      "Check backup (check-1) is as declared",
      "Check backup (check-2) is as declared",
      "Check backup (cccccccc) is as declared",
    ]);
    expect(tests.map((test) => /<(failure|skipped|error)/.exec(test)?.[1])).toEqual([
      "failure",
      "skipped",
      "error",
    ]);
    expect(tests.map((test) => test.includes("alerts nobody"))).toEqual([true, false, false]);
  });
});

describe("what a report shows of values", () => {
  it.each(["text", "markdown"] as const)("tells names of a list apart by their blanks (%s)", (format) => {
    const report = reportOf([
      {
        class: "changed",
        check: { slug: "a", name: "a", tags: [], project: "default", uniqueKey: "a", status: "up" },
        declaredBy: { stack: "s", kind: "Check", resource: "r" },
        fields: [
          { field: "channels", declared: ["Ops", "On  call"], applied: ["Ops"], live: ["Ops ", "On call"] },
        ],
      },
    ]);
    const text = render(report, format, PLAIN);
    expect(text).toMatch(/Ops, "On {1,2}call"/);
    expect(text).toContain('"Ops ", On call');
  });

  it("is one column where what is declared was applied, and both where not", () => {
    const text = render(DRIFTED, "text", PLAIN);
    expect(text).toMatch(/grace +7200 \(2 h\) +60 \(1 min\)/);
    expect(text).toContain("last applied 3600 (1 h)");
    expect(text.match(/last applied/g)).toHaveLength(1);
  });
});

describe("two projects with one slug", () => {
  const finding = (project: string, uniqueKey: string, stack = "jobs/prod"): Finding => ({
    class: "missing",
    check: { slug: "backup", name: "", tags: [], project, uniqueKey },
    declaredBy: { stack, kind: "Check", resource: project === "default" ? "backup" : "queue" },
  });

  it.each(FORMAT_NAMES)("are told apart in each row, as %s", (format) => {
    const report = reportOf([finding("default", "a"), finding("billing", "b")]);
    const text = render(report, format, PLAIN);
    if (format === "json") return expect(text).toMatch(/"project": "billing"/);
    expect(text).toContain("backup (project default, jobs/prod)");
    expect(text).toContain("backup (project billing, jobs/prod)");
  });

  it.each(FORMAT_NAMES)("are told apart by their unique keys in one project, as %s", (format) => {
    const stray = (uniqueKey: string): Finding => {
      const { check } = finding("default", uniqueKey);
      return { class: "unmanaged", check };
    };
    const text = render(reportOf([stray("aaaaaaaaa"), stray("bbbbbbbbb")]), format, PLAIN);
    if (format === "json") return expect(text).toContain('"uniqueKey": "bbbbbbbbb"');
    expect(text).toContain("backup (project default, unique key aaaaaaaa)");
    expect(text).toContain("backup (project default, unique key bbbbbbbb)");
  });

  it("are told apart also where only one of them drifted", () => {
    const checks = ["default", "billing"].map((project) => ({
      resource: project,
      kind: "Check",
      slug: "backup",
      project,
    }));
    const report = { ...reportOf([finding("billing", "b")]), stacks: [{ name: "jobs/prod", checks }] };
    expect(render(report, "text", PLAIN)).toContain("backup (project billing");
  });
});

it.each([80, 140])("fits a terminal of %i columns", (width) => {
  const wide: Finding = {
    class: "changed",
    check: { slug: "a-rather-long-slug-of-a-check", name: "", tags: [], project: "default", uniqueKey: "k" },
    declaredBy: {
      stack: "jobs/prod",
      kind: "Check",
      resource: "r",
      file: "infrastructure/monitoring/index.ts",
      line: 120,
    },
    fields: [
      {
        field: "manualResume",
        declared: "d".repeat(200),
        applied: "a".repeat(200),
        live: "word ".repeat(50),
      },
    ],
  };
  for (const report of [reportOf([...DRIFTED.findings, wide]), DRIFTED]) {
    const lines = render(report, "text", { ...PLAIN, width }).split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  }
});
