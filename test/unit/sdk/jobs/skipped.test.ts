import * as pulumi from "@pulumi/pulumi";
import { jobs } from "../../../../sdk";
import { inOwnFolder, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

const TIMER = ["[Timer]", "OnCalendar=02:30"];
const WORKFLOW = ["on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  a: {}"];
const CLOSED = ["on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs: { a: {} }"];

describe("a job that could not ping, or whose pings would be wrong, in a program that skips what is refused", () => {
  it.each<[string, Record<string, string[]>, () => { slug: string }[], string[]]>([
    [
      "line of a crontab",
      { "cron/app": ["0 1 * * * root one", "SHELL=/usr/bin/fish", "0 2 * * * root two"] },
      () => jobs.fromCrontab("cron", { timeZone: "UTC", form: "system", refused: "skip" }),
      ["cron/app:3: two: SHELL=/usr/bin/fish"],
    ],
    [
      "timer of systemd",
      {
        "units/a.timer": [...TIMER, "Unit=shared.service"],
        "units/b.timer": [...TIMER, "Unit=shared.service"],
        "units/one.timer": TIMER,
      },
      () => jobs.fromSystemd("units", { timeZone: "UTC", refused: "skip" }),
      ["units/a.timer:2: starts units/shared.service", "units/b.timer:2: starts units/shared.service"],
    ],
    [
      "workflow of GitHub",
      {
        "workflows/one.yml": WORKFLOW,
        "workflows/two.yml": CLOSED,
        "workflows/unmonitored.yml": ["# pulumi-checks monitor: false", ...CLOSED],
      },
      () => jobs.fromGitHubWorkflows("workflows", { refused: "skip" }),
      ["workflows/two.yml:1: two: jobs: must have its jobs on lines of their own"],
    ],
  ])("has no check, and the others have theirs: a %s", (_, files, read, warnings) => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    for (const [name, lines] of Object.entries(files)) write(name, ...lines);
    expect(read().map(({ slug }) => slug)).toEqual(["one"]);
    expect(warn.mock.calls).toEqual(warnings.map((warning) => [expect.stringContaining(warning)]));
  });
});
