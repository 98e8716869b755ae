import { patchOf } from "../../../../cli/advise/patch/patch";
import type { AdviceReport, AdvisedCheck } from "../../../../cli/advise/report";

type Change = NonNullable<AdvisedCheck["advice"][number]["change"]>;

/** A report that advises this of the check `backup`, whose live settings are these. */
function report(settings: AdvisedCheck["settings"], change: Change): AdviceReport {
  const check: AdvisedCheck = {
    label: "backup",
    slug: "backup",
    project: "default",
    uniqueKey: "k",
    settings,
    runs: 98,
    options: [],
    advice: [{ about: "grace", says: "", change }],
  };
  const at = "2026-11-22T10:00:00.000Z";
  const rest = { leastRuns: 20, mostFalseAlarms: 0, problems: [], notes: [] };
  return { schema: "pulumi-checks/advice", version: 1, at, ...rest, checks: [check] };
}

const LATE = report({ schedule: "@daily", tz: "UTC", grace: 300 }, { grace: 1800 });
const ON_DEFAULTS = report({ timeout: 86_400, grace: 3600 }, { timeout: 3600, grace: 300 });

const changed = (text: string, of = LATE, file = "index.ts") =>
  patchOf(of, [{ file, text }])
    .diff.split("\n")
    .filter((line) => /^[-+](?![-+])/.test(line));
const refused = (text: string, of = LATE, file = "index.ts") => {
  const { diff, left } = patchOf(of, [{ file, text }]);
  expect(diff).toBe("");
  return left;
};

const CONFIGURED =
  "its grace is not set there, and the service has another than the default: either checks:defaultGrace or withDefaults sets it, or you have to run `pulumi up` first";

describe("in TypeScript", () => {
  it.each([
    ["300", "1800"],
    ['"5m"', '"30m"'],
    ["'PT5M'", '"30m"'],
    ["minutes(5)", "minutes(30)"],
  ])("a grace of %s becomes %s", (before, after) => {
    const program = (grace: string) =>
      `new Check("backup", { slug: "backup", grace: ${grace}, tags: ["a"] });`;
    expect(changed(program(before))).toEqual([`-${program(before)}`, `+${program(after)}`]);
  });

  it("only the check with the slug is changed, whatever stands around it", () => {
    const program = `import * as checks from "pulumi-checks";
// new Check("backup", { slug: "backup", grace: 60 })
const text = "new Check('x', { slug: 'backup' })", pattern = /["'{]/;
const other = new checks.Check("sync", { slug: "sync", grace: 300 });
const backup = new checks.Check(\`backup-\${name}\`, {
  slug: "backup", // by which it is found
  grace: 300,
  tags: [{ grace: 5 }.grace],
}, { protect: true });
getCheck({ slug: "backup", grace: 300 });
`;
    expect(changed(program)).toEqual(["-  grace: 300,", "+  grace: 1800,"]);
  });

  it("a field that the program leaves to its default is added, beside the slug", () => {
    const program = `new Check("backup", {\n    slug: "backup",\n});\n`;
    expect(changed(program, ON_DEFAULTS)).toEqual([
      '-    slug: "backup",',
      '+    slug: "backup",',
      '+    timeout: "1h",',
      '+    grace: "5m",',
    ]);
  });

  it("what is added stands below the slug's line, where the slug keeps its remark", () => {
    const program = `new Check("backup", {\n  slug: "backup", // of the old job\n});\n`;
    expect(changed(program, ON_DEFAULTS)).toEqual([
      '-  slug: "backup", // of the old job',
      '+  slug: "backup", // of the old job',
      '+  timeout: "1h",',
      '+  grace: "5m",',
    ]);
  });

  it.each([
    ["grace: graceOf(1)", "index.ts: its grace is not a literal there"],
    ["grace", "index.ts: its settings are not literals there"],
    ["grace: 300 as number", "index.ts: its grace is not a literal there"],
    ["...shared", "index.ts: an object that is spread into it may have its settings"],
    ["tags: []", `index.ts: ${CONFIGURED}`],
    ["grace: 600", "index.ts: its grace there differs from that of the service; run `pulumi up` first"],
    ["grace: 300, grace: 300", "index.ts: a field appears there twice"],
  ])("with %s it is refused", (field, why) => {
    const program = `new Check("backup", { slug: "backup", ${field} });`;
    expect(refused(program)).toEqual([`backup: ${why}; change its grace to 30 min by hand`]);
  });

  it("one declaration for several stacks is changed once, and left alone where their advice differs", () => {
    const both = (first: Change, second: Change): AdviceReport => {
      const settings = { schedule: "@daily", tz: "UTC", grace: 300 };
      const [dev, prod] = [first, second].map((change) => report(settings, change).checks);
      const checks = [...(dev ?? []), ...(prod ?? [])];
      return {
        ...LATE,
        checks: checks.map((check, index) => ({ ...check, stack: ["jobs/dev", "jobs/prod"][index] ?? "" })),
      };
    };
    const program = (grace: string) => `new Check("backup", { slug: "backup", grace: ${grace} });`;
    for (const [before, after] of [
      ["300", "1800"],
      ["minutes(5)", "minutes(30)"],
    ] as const) {
      expect(changed(program(before), both({ grace: 1800 }, { grace: 1800 }))).toEqual([
        `-${program(before)}`,
        `+${program(after)}`,
      ]);
    }
    expect(refused(program("300"), both({ grace: 1800 }, { grace: 600 }))).toEqual([
      "backup: other checks with the same declaration get other advice than jobs/dev; change its grace to 30 min by hand",
      "backup: other checks with the same declaration get other advice than jobs/prod; change its grace to 10 min by hand",
    ]);
  });

  it("one declaration for several stacks is left alone where one of them is to stay as it is, or is not patched", () => {
    const [staging] = LATE.checks;
    if (!staging) throw new Error("no check");
    const both = (prod: Partial<AdvisedCheck>): AdviceReport => ({
      ...LATE,
      checks: [
        { ...staging, stack: "jobs/staging" },
        { ...staging, stack: "jobs/prod", ...prod },
      ],
    });
    const program = `new Check("backup", { slug: "backup", grace: 300 });`;
    expect(refused(program, both({ advice: [] }))).toEqual([
      "backup: other checks with the same declaration get other advice than jobs/staging; change its grace to 30 min by hand",
    ]);
    expect(refused(program, both({ settings: { ...staging.settings, grace: 600 } }))).toEqual([
      "backup: index.ts: its grace there differs from that of the service; run `pulumi up` first; change its grace to 30 min by hand",
      "backup: another check with the same declaration is not patched; change its grace to 30 min by hand",
    ]);
    expect(changed(program, both({ slug: "sync", advice: [] }))).toHaveLength(2);
  });

  it("one declaration for several stacks is left alone where one of them could not be judged", () => {
    const program = `new Check("backup", { slug: "backup", grace: 300 });`;
    expect(refused(program, { ...LATE, leftOut: ["backup"] })).toEqual([
      "backup: another check with the same declaration could not be judged; change its grace to 30 min by hand",
    ]);
    expect(changed(program, { ...LATE, leftOut: ["sync", ""] })).toHaveLength(2);
  });

  it("one declaration for several stacks is changed although one of them has too few pings to say anything", () => {
    const young = LATE.checks.map((check) => ({ ...check, stack: "jobs/staging", runs: 3, advice: [] }));
    const program = `new Check("backup", { slug: "backup", grace: 300 });`;
    expect(changed(program, { ...LATE, checks: [...young, ...LATE.checks] })).toHaveLength(2);
  });

  it("what is declared twice, by another name, or cannot be read is refused", () => {
    const one = `new Check("backup", { slug: "backup", grace: 300 });`;
    expect(refused(one + one)[0]).toContain("index.ts: it is declared more than once there");
    expect(refused(one.replace('slug: "backup"', "slug: name"))[0]).toContain(
      "none of the given files declares it",
    );
    expect(refused(one.replace("new Check", "new Backup"))[0]).toContain(
      "none of the given files declares it",
    );
    expect(refused(`${one} const a = \`\${b("}")}\`;`)[0]).toContain("cannot be read without a parser");
    const twice = [
      { file: "a.ts", text: one },
      { file: "b.ts", text: one },
    ];
    expect(patchOf(LATE, twice).left[0]).toContain("several files declare it");
  });
});

describe("in YAML", () => {
  const program = (...fields: string[]) =>
    [
      "resources:",
      "  backup:",
      "    type: checks:Check",
      "    properties:",
      "      slug: backup",
      ...fields.map((field) => `      ${field}`),
      "",
    ].join("\n");

  it("a grace is changed in its place, and one that is left to its default is added", () => {
    expect(changed(program("grace: 300 # seconds"), LATE, "Pulumi.yaml")).toEqual([
      "-      grace: 300 # seconds",
      "+      grace: 1800 # seconds",
    ]);
    expect(changed(program("grace: 5m"), LATE, "Pulumi.yaml")).toEqual([
      "-      grace: 5m",
      "+      grace: 30m",
    ]);
    expect(changed(program(), ON_DEFAULTS, "Pulumi.yaml")).toContain("+      grace: 5m");
  });

  it("what is added stands below the slug's line, where the slug keeps its remark", () => {
    const remarked = program().replace("slug: backup", "slug: backup # of the old job");
    expect(changed(remarked, ON_DEFAULTS, "Pulumi.yaml")).toEqual([
      "-      slug: backup # of the old job",
      "+      slug: backup # of the old job",
      "+      timeout: 1h",
      "+      grace: 5m",
    ]);
  });

  it("a field that the program does not name is refused where the service has something else than its default", () => {
    expect(refused(program(), LATE, "Pulumi.yaml")).toEqual([
      `backup: Pulumi.yaml: ${CONFIGURED}; change its grace to 30 min by hand`,
    ]);
  });

  it("what is not a literal there is refused", () => {
    expect(refused(program("grace: ${grace}"), LATE, "Pulumi.yaml")[0]).toContain(
      "its grace there differs from that of the service",
    );
  });
});

it("ends the name of a file with a blank in it as `patch` wants it", () => {
  const text = 'new Check("backup", { slug: "backup", grace: 300 });';
  const headOf = (file: string) => patchOf(LATE, [{ file, text }]).diff.split("\n").slice(0, 2);
  expect(headOf("jobs of/night.ts")).toEqual(["--- a/jobs of/night.ts\t", "+++ b/jobs of/night.ts\t"]);
  expect(headOf("jobs/night.ts")).toEqual(["--- a/jobs/night.ts", "+++ b/jobs/night.ts"]);
});
