import { rmSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { jobsInFiles } from "../../../../schedule/jobs";
import { jobs, slugify } from "../../../../sdk";
import { pingingLines } from "../../../../sdk/jobs/crontab";
import { inOwnFolder, refusalOf, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

const NIGHTLY = [
  "name: Nightly build",
  "on:",
  "  push:",
  "  schedule:",
  '    - cron: "17 3 * * 1-5"',
  "jobs:",
  "    build:",
  "        timeout-minutes: 30",
  "        runs-on: ubuntu-latest",
  "        steps: [{ run: make }]",
  "    publish:",
  "        needs: build",
  "        timeout-minutes: 10",
  "        runs-on: ubuntu-latest",
  "        steps: [{ run: make publish }]",
];

describe("workflows of GitHub", () => {
  it("are jobs where the clock runs them, with their checks and what makes them ping", () => {
    write("workflows/nightly.yml", ...NIGHTLY);
    write("workflows/ci.yaml", "on: push", "jobs: { test: { steps: [] } }");
    write("workflows/other.yaml", "# pulumi-checks monitor: false", ...NIGHTLY);
    write("workflows/below/nightly.yml", ...NIGHTLY);
    write("workflows/notes.md", "nothing");
    expect(jobs.fromGitHubWorkflows("workflows")).toEqual([
      {
        name: "Nightly build",
        slug: "nightly-build",
        file: "workflows/nightly.yml",
        line: 4,
        schedule: "17 3 * * 1-5",
        // 40 minutes of its jobs one after the other, and GitHub's hour.
        check: {
          name: "Nightly build",
          slug: "nightly-build",
          schedule: "17 3 * * 1-5",
          tz: "UTC",
          grace: 6000,
        },
        notes: [],
        pingUrlAt: "CHECKS_PING_URL_NIGHTLY_BUILD",
        lines: [
          "    ping:",
          "        if: always() && github.event_name == 'schedule'",
          "        needs: [build, publish]",
          "        runs-on: ubuntu-latest",
          "        timeout-minutes: 5",
          "        continue-on-error: true",
          "        steps:",
          "            - env:",
          "                CHECKS_PING_URL: ${{ secrets.CHECKS_PING_URL_NIGHTLY_BUILD }}",
          "                CHECKS_END: ${{ (contains(needs.*.result, 'failure') || contains(needs.*.result, 'cancelled')) && '/fail' || '' }}",
          "              shell: bash",
          "              working-directory: ${{ github.workspace }}",
          '              run: echo "url=$CHECKS_PING_URL$CHECKS_END" | curl -fsS -d "" -m 10 --retry 3 --retry-connrefused -o /dev/null -K -',
        ],
      },
    ]);
  });

  it("have a grace of GitHub's hour where they name no limit", () => {
    write("one.yml", "name: x", "on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  a: {}");
    expect(jobs.fromGitHubWorkflows("one.yml")).toMatchObject([{ name: "x", check: { grace: 3600 } }]);
  });

  it("ping by a job that is no other's name, and need nothing more once they have it", () => {
    const own = ["on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  ping:", "    steps: []"];
    write("hosts.yml", ...own);
    const [job] = jobs.fromGitHubWorkflows(".");
    expect(job?.lines.slice(0, 3)).toEqual([
      "  ping-check:",
      "    if: always() && github.event_name == 'schedule'",
      "    needs: [ping]",
    ]);
    write("both.yml", ...own, "  ping-check:", "    steps: []");
    expect(jobs.fromGitHubWorkflows(".").find(({ file }) => file === "both.yml")?.lines[0]).toBe(
      "  ping-check-2:",
    );
    rmSync("both.yml");
    write("hosts.yml", ...own, ...(job?.lines ?? []));
    expect(jobs.fromGitHubWorkflows(".")).toEqual([{ ...job, lines: [] }]);
  });

  it("are refused together, each with its place and reason", () => {
    write("w/a.yml", "on:", "  schedule: [{ cron: '* * * * *' }]", "jobs:", "  a: {}");
    write("w/b.yml", "on: {", "jobs: {}");
    expect(refusalOf(() => jobs.fromGitHubWorkflows("w"))).toBe(
      'jobs.fromGitHubWorkflows: w/b.yml:2: is not YAML: Flow map in block collection must be sufficiently indented and end with a }; w/a.yml:2: a: schedule: has runs less than 5 minutes apart, which GitHub does not start; space them out. Correct that, or leave such a job without a check: add the comment # pulumi-checks monitor: false, or set refused: "skip"',
    );
  });

  it("are left out with a warning where the program says so", () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    write("w/a.yml", "on:", "  schedule: [{ cron: '* * * * *' }]", "jobs:", "  a: {}");
    write("w/nightly.yml", ...NIGHTLY);
    expect(jobs.fromGitHubWorkflows("w", { refused: "skip" }).map(({ slug }) => slug)).toEqual([
      "nightly-build",
    ]);
    expect(warn.mock.calls).toEqual([
      [
        "jobs.fromGitHubWorkflows: w/a.yml:2: a: schedule: has runs less than 5 minutes apart, which GitHub does not start; space them out. It has no check.",
      ],
    ]);
  });

  it("must each have a secret of their own", () => {
    write("w/a-b.yml", "on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  a: {}");
    write("w/a_b.yml", "on: { schedule: [{ cron: '17 4 * * *' }] }", "jobs:", "  a: {}");
    expect(refusalOf(() => jobs.fromGitHubWorkflows("w"))).toContain(
      "w/a_b.yml:1: a_b: its ping URL would replace that of a-b (w/a-b.yml:1); name its check in a comment",
    );
  });

  it("must be there", () => {
    expect(refusalOf(() => jobs.fromGitHubWorkflows(".github/workflows"))).toBe(
      `jobs.fromGitHubWorkflows: .github/workflows: there is no such file or folder. The program runs in ${process.cwd()}`,
    );
    expect(refusalOf(() => jobs.fromSystemd(""))).toBe(
      `jobs.fromSystemd: "": there is no such file or folder. The program runs in ${process.cwd()}`,
    );
  });
});

describe("timers of systemd", () => {
  const TIMER = ["[Timer]", "OnCalendar=Mon..Fri 02:30", "RandomizedDelaySec=15min"];
  const SERVICE = ["[Service]", "Type=oneshot", "TimeoutStartSec=20min", "ExecStart=/opt/backup"];
  const read = (options: jobs.MachineFileOptions = { timeZone: "Europe/Riga" }) =>
    jobs.fromSystemd("units", options);

  it("have their services' time as the drop-ins of these set it, and ping where one of them does", () => {
    const graceOf = () => read().map(({ check }) => check.grace);
    write("units/backup.timer", ...TIMER);
    write("units/backup.service", ...SERVICE);
    expect(graceOf()).toEqual([37 * 60]);
    write("units/backup.service.d/a-limits.conf", "[Service]", "TimeoutStartSec=3h");
    write("units/backup.service.d/ignored.txt", "[Service]", "TimeoutStartSec=9h");
    expect(graceOf()).toEqual([197 * 60]);
    // The last one counts; an empty line resets the commands before it.
    write("units/backup.service.d/b.conf", "[Service]", "TimeoutStartSec=1h", "ExecStart=", "ExecStart=/a");
    expect(graceOf()).toEqual([77 * 60]);
    write("units/backup.service.d/ping.conf", ...(read()[0]?.lines ?? []));
    expect(read()[0]?.lines).toEqual([]);
    // Whether it ends with its run is said elsewhere: its usual hour, and the delay.
    rmSync("units/backup.service");
    expect(graceOf()).toEqual([76 * 60]);
  });

  it("are jobs with their services' time, and ping by these", () => {
    write("units/backup.timer", ...TIMER, "Unit=dump.service");
    write("units/dump.service", ...SERVICE);
    write("units/boot.timer", "[Timer]", "OnBootSec=5min");
    write("units/quiet.timer", "# pulumi-checks monitor: false", ...TIMER);
    expect(read()).toEqual([
      {
        name: "backup",
        slug: "backup",
        file: "units/backup.timer",
        line: 2,
        schedule: "Mon..Fri 02:30",
        // 20 minutes of work, 16 of delay with systemd's own accuracy, and one to tell the end.
        check: {
          name: "backup",
          slug: "backup",
          schedule: "Mon..Fri 02:30",
          tz: "Europe/Riga",
          grace: 37 * 60,
        },
        notes: [],
        pingUrlAt: "/etc/pulumi-checks/backup.env",
        lines: [
          "[Service]",
          "EnvironmentFile=-/etc/pulumi-checks/backup.env",
          `ExecStartPre=-/bin/sh -c 'echo "url=$$CHECKS_PING_URL/start" | curl -fsS -d "" -m 5 -o /dev/null -K -'`,
          `ExecStopPost=-/bin/sh -c 'case "$$SERVICE_RESULT" in success) end=;; exec-condition) exit;; *) end=/fail;; esac; echo "url=$$CHECKS_PING_URL$$end" | curl -fsS -d "" -m 5 --retry 2 --retry-connrefused --retry-max-time 10 -o /dev/null -K -'`,
        ],
      },
    ]);
    write("units/dump.service", ...SERVICE, ...(read()[0]?.lines ?? []));
    expect(read()).toMatchObject([{ slug: "backup", lines: [], check: { grace: 37 * 60 } }]);
  });

  it("have a period where they count from the last run", () => {
    write("units/sync.timer", "[Timer]", "OnUnitActiveSec=10min");
    expect(read({})).toMatchObject([
      { check: { slug: "sync", timeout: 600 }, schedule: "OnUnitActiveSec=10min" },
    ]);
    expect(read({})[0]?.check).not.toHaveProperty("grace");
  });

  it.each<[string, Record<string, string[]>, jobs.MachineFileOptions, string]>([
    [
      "without a zone",
      { "a.timer": TIMER },
      {},
      "a.timer:2: a: timeZone: is needed: the zone of the machine, as timedatectl shows it",
    ],
    [
      "as templates",
      { "a@.timer": TIMER },
      { timeZone: "UTC" },
      "a@.timer:2: is a template, and no file lists its instances; declare a check for each by hand",
    ],
    ...["2020-01-01", "2020..2021-*-01", "2098-05-01 12:00"].map(
      (day): [string, Record<string, string[]>, jobs.MachineFileOptions, string] => [
        `that run no more, or once (${day})`,
        { "a.timer": ["[Timer]", `OnCalendar=${day}`] },
        { timeZone: "UTC" },
        "a.timer:2: a: does not run again, or only once, after which its check would be down for ever",
      ],
    ),
    [
      "with drop-ins",
      { "a.timer": TIMER, "a.timer.d/later.conf": TIMER },
      { timeZone: "UTC" },
      "a.timer:2: has drop-ins (units/a.timer.d), which are not read; move their settings into the unit itself",
    ],
  ])("are refused %s", (_, files, options, reason) => {
    for (const [name, lines] of Object.entries(files)) write(`units/${name}`, ...lines);
    expect(refusalOf(() => read(options))).toContain(`jobs.fromSystemd: units/${reason}. `);
  });

  it("lie in a folder", () => {
    write("units", "no folder");
    expect(refusalOf(read)).toContain("jobs.fromSystemd: units: it is not a folder.");
  });
});

describe("a crontab", () => {
  const read = (...lines: string[]) => {
    write("crontab", ...lines);
    return jobs.fromCrontab("crontab", { timeZone: "Europe/Riga" });
  };
  const PING =
    '[ -r /etc/pulumi-checks/backup.env ] && . /etc/pulumi-checks/backup.env; echo "url=$CHECKS_PING_URL/$s" | curl -fsS -d "" -m 10 --retry 3 --retry-connrefused -o /dev/null -K -; exit $s';

  it("has jobs by the programs that its lines run", () => {
    expect(read("MAILTO=ops", "@reboot boot", "30 2 * * *  timeout 20m /opt/backup.sh --all")).toEqual([
      {
        name: "backup",
        slug: "backup",
        file: "crontab",
        line: 3,
        schedule: "30 2 * * *",
        check: { name: "backup", slug: "backup", schedule: "30 2 * * *", tz: "Europe/Riga", grace: 1260 },
        notes: [],
        pingUrlAt: "/etc/pulumi-checks/backup.env",
        lines: [`30 2 * * *  ( timeout 20m /opt/backup.sh --all ); s=$?; ${PING}`],
      },
    ]);
  });

  it("has a grace that the service takes, also for the shortest limit", () => {
    expect(read("30 2 * * * timeout 1 x")[0]?.check.grace).toBe(61);
    expect(read("30 2 * * * timeout 365d x")[0]?.check.grace).toBe(31_536_000);
  });

  it.each([
    ["* * * * * backup", `* * * * * ( backup ); s=$?; ${PING}`],
    ["@daily backup # of all", "# of all", `@daily ( backup ); s=$?; ${PING}`],
    ['0 1 * * * backup "a # b" c#d', `0 1 * * * ( backup "a # b" c#d ); s=$?; ${PING}`],
    ["0 1 * * * backup %a line\\%", `0 1 * * * ( backup ); s=$?; ${PING}%a line\\%`],
    ["0 1 * * * backup $(date +\\%F)", `0 1 * * * ( backup $(date +\\%F) ); s=$?; ${PING}`],
    // The second backslash is kept by the first one, and keeps nothing itself.
    ["0 1 * * * backup \\\\%in", `0 1 * * * ( backup \\\\ ); s=$?; ${PING}%in`],
    ["0 1 * * * backup \\\\\\%F", `0 1 * * * ( backup \\\\\\%F ); s=$?; ${PING}`],
    // In the background, it would be a success at once.
    ["0 1 * * * backup > /dev/null 2>&1 &", `0 1 * * * ( backup > /dev/null 2>&1 ); s=$?; ${PING}`],
    ["0 1 * * * backup& # nightly", "# nightly", `0 1 * * * ( backup ); s=$?; ${PING}`],
    ["0 1 * * * wait-for & backup &%input", `0 1 * * * ( wait-for & backup ); s=$?; ${PING}%input`],
    ["0 1 * * * backup \\&", `0 1 * * * ( backup \\& ); s=$?; ${PING}`],
  ])("keeps its command as it is: %s", (line, ...lines) => {
    expect(pingingLines(line, "user", "/etc/pulumi-checks/backup.env")).toEqual(lines);
  });

  it("keeps the user of a system's crontab", () => {
    write("cron.d/app", "0 1 * * * www-data /opt/backup");
    const [job] = jobs.fromCrontab("cron.d", { timeZone: "UTC" });
    expect(job?.lines).toEqual([`0 1 * * * www-data ( /opt/backup ); s=$?; ${PING}`]);
  });

  it.each([
    "30 2 * * * /usr/local/bin/backup.sh --all > /dev/null 2>&1",
    "0 4 * * * cd /srv/app && /usr/bin/env node scripts/sync-orders.mjs",
    "*/5 * * * * HOME=/root timeout -k 5 30m nice -n 10 prune",
    "@hourly flock -n -w 10 /run/x.lock -c '/opt/jobs/rotate.py'",
    "0 5 * * * test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }",
    "0 5 * * * [ -x /usr/bin/certbot ] && sudo certbot renew",
    "0 5 * * * report & # later",
  ])("has the same job, and nothing to add, when it pings: %s", (line) => {
    const [job] = read(line);
    const again = read(...(job?.lines ?? []))[0];
    expect(again).toMatchObject({ slug: job?.slug, check: job?.check, lines: [] });
    const text = (job?.lines ?? []).join("\n");
    const [found] = jobsInFiles([{ file: "crontab", text }], "Europe/Riga").jobs;
    expect(slugify(found?.name ?? "")).toBe(job?.slug);
  });

  it("names its checks by comments, and must where two lines would have one", () => {
    const twice = ["0 1 * * * backup a", "0 2 * * * backup b"] as const;
    expect(refusalOf(() => read(...twice))).toContain(
      "jobs.fromCrontab: crontab:2: backup: its check would be that of backup (crontab:1); name its check in a comment, " +
        "as in # pulumi-checks check: backup-2. ",
    );
    expect(
      read(twice[0], "# pulumi-checks check: backup-2", twice[1]).map(({ check }) => check.slug),
    ).toEqual(["backup", "backup-2"]);
    expect(refusalOf(() => read("# pulumi-checks check: Night!", twice[0]))).toContain(
      "crontab:2: backup: the slug of its check may only contain lower-case letters, digits, - and _",
    );
  });

  it("is refused with the lines that are none", () => {
    expect(refusalOf(() => read("0 1 * *"))).toContain("crontab:1: is not a line of a crontab");
  });
});

it("never holds a ping URL", () => {
  write("w/nightly.yml", ...NIGHTLY);
  const [job] = jobs.fromGitHubWorkflows("w");
  expect(JSON.stringify(job)).not.toMatch(/https?:/);
});
