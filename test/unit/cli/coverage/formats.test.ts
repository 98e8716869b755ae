import { FORMAT_NAMES, render } from "../../../../cli/coverage/formats";
import { coloursFor } from "../../../../cli/render/terminal";
import { gapsOfEachKind, reportOf } from "../../../support/cli/coverage/reports";

const show = (report: Parameters<typeof render>[0], format: (typeof FORMAT_NAMES)[number], width?: number) =>
  render(report, format, { colours: coloursFor(false), folder: "", width });

it("is read at a glance on a terminal", () => {
  const [gap] = gapsOfEachKind();
  expect(gap && show(reportOf([gap], { failUnder: 90 }), "text")).toBe(
    `1 of 2 jobs covered (50 %, below 90 %); 1 noCheck
2 jobs, 1 check

noCheck  1  Jobs without a check
  backup  no check has the slug backup  deploy/jobs.yaml:11

Next
  noCheck   Declare a check with the slug of the job (\`schedules\` takes its times from the job), or name its check where it is declared, with \`pulumi-checks/check\`; \`pulumi-checks/monitor: "false"\` says that it needs none
  accepted  \`pulumi-checks coverage ignore NAME --reason TEXT --until 30d\` for what should stay as it is
`,
  );
  expect(show(reportOf([]), "text")).toBe("1 of 1 job covered (100 %)\n1 job, 1 check\n\nNo gaps.\n");
});

it("never rounds up to all, nor down below what is asked for", () => {
  expect(show(reportOf([], { percent: 99.99 }), "text")).toContain("(99.9 %)");
  expect(show(reportOf([], { percent: 57.96, failUnder: 57.97 }), "text")).toContain(
    "(57.9 %, below 57.97 %)",
  );
  expect(show(reportOf([], { percent: 57.96, failUnder: 57.95 }), "text")).toContain("(57.95 %)");
  expect(show(reportOf([], { percent: null }), "text")).toContain("No job needs a check");
});

it("keeps within the terminal", () => {
  const lines = show(reportOf(gapsOfEachKind("x".repeat(90))), "text", 80).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it.each(FORMAT_NAMES)("lets nothing out of its line or command the runner in %s", (format) => {
  const hostile = "a\u001b[2J\n::error::x ##[group]y\u202ez <b>|`";
  const shown = show(
    reportOf(gapsOfEachKind(hostile, hostile), { problems: [hostile], notes: [hostile] }),
    format,
  );
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
  if (format === "html") expect(shown).not.toContain("<b>");
  const commands = shown.split("\n").filter((line) => line.startsWith("::"));
  expect(commands.filter((line) => !/^::(error|warning) title=Coverage/.test(line))).toEqual([]);
});

it("tells a comment's share of a large report, and how many more there are", () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    gapsOfEachKind(`job-${index}`, "s".repeat(500)),
  ).flat();
  const shown = show(reportOf(many), "markdown");
  expect(shown.length).toBeLessThan(60_000);
  expect(shown).toContain("… and 480 more; the JSON report has all of them.");
});

it("leaves the place of a check that no stack declares empty in a comment", () => {
  const check = { label: "worker", project: "default", uniqueKey: "k" };
  const shown = show(reportOf([{ gap: "noJob", check, says: "no job was found for it" }]), "markdown");
  expect(shown).toContain("| `worker` | `no job was found for it` |  |");
});

it("shows a pipe in a comment as it is, in a table and beside it", () => {
  const [gap] = gapsOfEachKind("a|b");
  const shown = show(reportOf(gap ? [gap] : [], { notes: ["c|d"] }), "markdown");
  expect(shown).toContain("| `a\\|b` |");
  expect(shown).toContain("- `c|d`");
});
