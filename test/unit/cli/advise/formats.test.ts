import { markdown } from "../../../../cli/advise/formats/markdown";
import { text } from "../../../../cli/advise/formats/text";
import {
  type AdviceReport,
  type AdvisedCheck,
  adviceReport,
  exitCodeOf,
} from "../../../../cli/advise/report";
import { coloursFor } from "../../../../cli/render/terminal";

const check = (label: string, more: Partial<AdvisedCheck> = {}): AdvisedCheck => ({
  label,
  slug: label,
  project: "default",
  uniqueKey: label,
  settings: { timeout: 3600, grace: 300 },
  runs: 98,
  from: "2026-08-01T00:00:00.000Z",
  to: "2026-11-07T00:00:00.000Z",
  options: [],
  advice: [],
  ...more,
});

const option = (grace: number, falseAlarms: number) => {
  return { grace, falseAlarms, rightAlarms: 1, unclear: 0, later: grace - 300 };
};

const late = check("backup", {
  place: { file: "index.ts", line: 12 },
  options: [option(60, 7), option(300, 7), option(600, 7), option(900, 2), option(1200, 0), option(1800, 0)],
  advice: [{ about: "grace", says: "its grace is too short", change: { grace: 1800 } }],
});

const report = (more: Partial<AdviceReport> = {}): AdviceReport =>
  adviceReport.parse({
    schema: "pulumi-checks/advice",
    version: 1,
    at: "2026-11-22T10:00:00.000Z",
    leastRuns: 20,
    mostFalseAlarms: 0,
    checks: [late, check("sync"), check("new", { runs: 3 })],
    problems: [],
    notes: [],
    ...more,
  });

const plain = coloursFor(false);

it("text has the advice, the graces from which on there are fewer false alarms, and the rest in a line", () => {
  expect(text(report(), plain)).toBe(`Advice for 1 of 3 checks

backup  98 runs from 2026-08-01 to 2026-11-07 (98 d)  index.ts:12
  grace  its grace is too short
    grace             false alarms  right alarms  a missed run is reported
    5 min (now)                  7             1
    15 min                       2             1  10 min later
    20 min                       0             1  15 min later
    30 min (advised)             0             1  25 min later

fine           sync (0 false alarms in 98 runs)
too few pings  new (3 of 20)

Next
  grace  Change it in the program; \`pulumi-checks advise --patch FILE…\` makes the patch where it can
`);
});

it("Markdown has the same", () => {
  expect(markdown(report())).toBe(`### Advice for 1 of 3 checks

#### \`backup\`

98 runs from 2026-08-01 to 2026-11-07 (98 d), \`index.ts:12\`

- grace: \`its grace is too short\`

| grace | false alarms | right alarms | a missed run is reported |
| --- | ---: | ---: | --- |
| 5 min (now) | 7 | 1 |  |
| 15 min | 2 | 1 | 10 min later |
| 20 min | 0 | 1 | 15 min later |
| 30 min (advised) | 0 | 1 | 25 min later |

**fine**: \`sync (0 false alarms in 98 runs)\`

**too few pings**: \`new (3 of 20)\`

**Next**

- grace: Change it in the program; \`pulumi-checks advise --patch FILE…\` makes the patch where it can
`);
});

it("names the project of a check where there are several", () => {
  const two = report({ checks: [late, check("sync", { project: "billing" })] });
  expect(text(two, plain)).toContain("sync (billing) (0 false alarms in 98 runs)");
});

it("nothing of a check's name, zone or problem is a command, hides or leaves its line", () => {
  const bad = "::error::\u001b[31m\u202ex\n##[group]";
  const odd = report({
    checks: [check(bad, { advice: [{ about: "zone", says: bad }] })],
    problems: [bad],
    notes: [bad],
  });
  for (const shown of [text(odd, plain), markdown(odd)]) {
    expect(shown).not.toMatch(/^\s*::error|##\[/m);
    for (const hidden of ["\u001b", "\u202e"]) expect(shown).not.toContain(hidden);
  }
});

it("ends with 3 where something could not be read, else with 2 where there is advice", () => {
  expect(exitCodeOf(report({ problems: ["backup: it cannot be read"] }))).toBe(3);
  expect(exitCodeOf(report())).toBe(2);
  expect(exitCodeOf(report({ checks: [check("sync")] }))).toBe(0);
});

it("shows a pipe in a name as it is in Markdown, where it stands in no table", () => {
  expect(markdown(report({ checks: [{ ...late, label: "a|b" }] }))).toContain("#### `a|b`");
});
