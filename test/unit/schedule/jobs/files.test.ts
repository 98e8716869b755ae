import { type Job, jobsInFiles, looksLikeCrontab } from "../../../../schedule/jobs";

const read = (file: string, text: string, zone?: string) => jobsInFiles([{ file, text }], zone);

/** The only job of a file. */
function jobIn(file: string, text: string, zone?: string): Job {
  const { jobs, problems } = read(file, text, zone);
  expect(problems).toEqual([]);
  expect(jobs).toHaveLength(1);
  return jobs[0] as Job;
}

describe("a crontab", () => {
  const named = (command: string) => jobIn("crontab", `0 1 * * * ${command}`, "UTC").name;

  it.each([
    ["/usr/local/bin/backup.sh --all > /dev/null 2>&1", "backup"],
    ["cd /srv/app && /usr/bin/env node scripts/sync-orders.mjs", "sync-orders"],
    ["HOME=/root timeout -k 5 30m nice -n 10 prune", "prune"],
    ["flock -n -w 10 /run/x.lock -c '/opt/jobs/rotate.py'", "rotate"],
    ["test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }", "run-parts"],
    ["[ -x /usr/bin/certbot ] && sudo certbot renew", "certbot"],
    ["command -v debian-sa1 > /dev/null && debian-sa1 1 1", "debian-sa1"],
  ])("calls `%s` %s", (command, name) => expect(named(command)).toBe(name));

  it("names its jobs, lines, zones, limits and checks", () => {
    const text = [
      "MAILTO=x",
      "CRON_TZ=Asia/Tokyo",
      "# pulumi-checks check: night",
      "30 2 * * * timeout 20m backup",
      "# pulumi-checks monitor: false",
      "0 * * * * poll",
      "0 4 * * * tidy",
    ].join("\n");
    expect(read("ops/crontab", text).jobs).toMatchObject([
      {
        name: "backup",
        slug: "night",
        line: 4,
        timeZone: "Asia/Tokyo",
        deadline: 1200,
        schedule: "30 2 * * *",
      },
      { name: "poll", unmonitored: true, line: 6 },
      { name: "tidy", line: 7, times: { ok: true, check: { schedule: "0 4 * * *", tz: "Asia/Tokyo" } } },
    ]);
    expect(read("ops/crontab", text).jobs[2]).not.toHaveProperty("slug");
  });

  it("has a user before the command in cron.d, and needs the zone of the machine", () => {
    expect(jobIn("etc/cron.d/app", "0 1 * * * www-data /opt/poll\n@reboot root /opt/boot")).toMatchObject({
      name: "poll",
      times: { ok: false, property: "timeZone" },
    });
  });

  it("tells of lines that cannot be one", () => {
    expect(read("crontab", "0 1 * * *\n* * * * * (").problems).toEqual([
      { file: "crontab", line: 1, reason: expect.stringContaining("five fields and a command") },
      { file: "crontab", line: 2, reason: expect.stringContaining("name it above") },
    ]);
  });

  it("is known by its lines where its name says nothing", () => {
    expect(looksLikeCrontab("A=1\n# x\n0 1 * * mon-fri backup\n@daily tidy\n")).toBe(true);
    expect(looksLikeCrontab("# only\n")).toBe(false);
    expect(looksLikeCrontab("To be or not to be, that is\n")).toBe(false);
  });
});

describe("a workflow of GitHub", () => {
  const FILE = ".github/workflows/nightly.yml";
  const workflow = (jobs: string) => `on:\n  schedule:\n    - cron: "5 1 * * *"\njobs:\n${jobs}`;

  it("is one job, with the time that its jobs take one after the other", () => {
    const text = workflow(
      "  a: { timeout-minutes: 10 }\n  b: { timeout-minutes: 5, needs: a }\n  c: { timeout-minutes: 12 }",
    );
    expect(jobIn(FILE, text)).toMatchObject({ name: "nightly", timeZone: "UTC", deadline: 900, line: 2 });
    expect(jobIn(FILE, workflow("  a: {}"))).not.toHaveProperty("deadline");
    expect(jobIn(FILE, `# pulumi-checks check: build\n${text}`)).toMatchObject({ slug: "build" });
  });

  it.each([
    ["{ matrix: { db: [a, b, c, d] }, max-parallel: 1 }", 40],
    ["{ matrix: { db: [a, b, c], os: [x, y] }, max-parallel: 4 }", 20],
    ["{ matrix: { db: [a, b, c, d] } }", 10],
    ["{ max-parallel: 1, matrix: { db: [a, b], include: [{ db: c }] } }", undefined],
    ["{ max-parallel: 1, matrix: '${{ fromJSON(needs.x.outputs.y) }}' }", undefined],
    ["{ max-parallel: '${{ vars.N }}', matrix: { db: [a, b] } }", undefined],
  ])("waits for the runs of a matrix that wait for each other: %s", (strategy, minutes) => {
    const text = workflow(`  a: { timeout-minutes: 10, strategy: ${strategy} }`);
    expect(jobIn(FILE, text).deadline).toBe(minutes && minutes * 60);
  });

  it("is none without a schedule, and a problem where it is not YAML", () => {
    expect(read(FILE, "on: push\njobs: {}")).toEqual({ jobs: [], problems: [] });
    expect(read(FILE, "on: {schedule: {").problems).toMatchObject([{ reason: "is not YAML" }]);
    expect(read(FILE, "on: {schedule: *nobody}").problems).toHaveLength(1);
    expect(read(FILE, "on: {schedule: }").problems).toMatchObject([
      { reason: "on.schedule must be a list of cron expressions" },
    ]);
  });
});

describe("manifests of Kubernetes", () => {
  it("hold jobs in documents and in lists, with limits, marks and places", () => {
    const text = [
      "kind: Service",
      "---",
      "kind: List",
      "items:",
      "  - kind: CronJob",
      "    metadata: { name: a, annotations: { pulumi-checks/check: night } }",
      "    spec:",
      '      schedule: "@hourly"',
      "      startingDeadlineSeconds: 60",
      "      jobTemplate: { spec: { activeDeadlineSeconds: 600 } }",
      "  - kind: Pod",
      "---",
      "kind: CronJob",
      'metadata: { name: b, annotations: { pulumi-checks/monitor: "false" } }',
      'spec: { schedule: "0 1 * * *", suspend: true }',
    ].join("\n");
    expect(read("deploy/a.yaml", text)).toMatchObject({
      jobs: [
        { name: "a", slug: "night", deadline: 660, line: 8 },
        { name: "b", unmonitored: true, suspended: true, line: 15 },
      ],
      problems: [],
    });
  });

  it("follow aliases, leave patches alone and tell of templates", () => {
    expect(
      jobIn("a.yml", 'x: &x { schedule: "0 1 * * *" }\nkind: CronJob\nmetadata: { name: a }\nspec: *x'),
    ).toMatchObject({
      schedule: "0 1 * * *",
    });
    expect(read("a.yml", "kind: CronJob\nmetadata: { name: a }\nspec: { suspend: true }")).toEqual({
      jobs: [],
      problems: [],
    });
    for (const text of [
      "kind: CronJob\nspec: { schedule: {{ .Values.x }} }",
      "{{- if x }}\nkind: CronJob\n{{- end }}",
    ]) {
      expect(read("a.yml", text).problems).toMatchObject([
        { reason: expect.stringContaining("helm template") },
      ]);
    }
    expect(read("a.yml", "kind: CronJob\nspec: { schedule: 5 }").problems).toMatchObject([
      { reason: expect.stringContaining("spec.schedule") },
    ]);
  });
});

describe("units of systemd", () => {
  const units = (timer: string, service: string, folder = "units/") =>
    jobsInFiles(
      [
        { file: `${folder}tidy.timer`, text: `[Timer]\n${timer}` },
        { file: "units/tidy.service", text: `[Service]\n${service}` },
      ],
      "Europe/Riga",
    ).jobs;

  it("are jobs where a timer repeats, with the limit of the service beside it", () => {
    expect(units("OnCalendar=daily", "Type=oneshot\nTimeoutStartSec=10min")).toMatchObject([
      { name: "tidy", line: 2, deadline: 600, timeZone: "Europe/Riga" },
    ]);
    expect(units("OnCalendar=daily", "RuntimeMaxSec=1h", "other/")[0]).not.toHaveProperty("deadline");
    expect(units("OnCalendar=*-*-* 5:00 UTC", "RuntimeMaxSec=infinity")).toMatchObject([{ timeZone: "UTC" }]);
    expect(units("OnCalendar=daily", "Type=oneshot\nTimeoutStartSec=10min\nExecStart=a")).toMatchObject([
      { deadline: 600 },
    ]);
    expect(units("OnBootSec=5min", "")).toEqual([]);
    expect(units("OnBootSec=5min\nOnUnitActiveSec=1h\n# pulumi-checks check: t", "")).toMatchObject([
      { schedule: "OnUnitActiveSec=1h", slug: "t", times: { ok: true, check: { timeout: 3600 } } },
    ]);
  });

  it.each([
    [["Type=oneshot", "TimeoutStartSec=30min", "ExecStart=a", "ExecStart=b", "ExecStart=c"], 5400],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStartPre=a", "ExecStart=b", "ExecStartPost=c"], 30],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStart=a", "ExecStart=", "ExecStart=b"], 10],
    // It sets the same; the last one counts.
    [["Type=oneshot", "TimeoutStartSec=30min", "TimeoutSec=10", "ExecStart=a"], 10],
    // Several may stand in one line; in quotes, or behind a backslash, the sign belongs to the command.
    [["Type=oneshot", "TimeoutStartSec=30min", "ExecStart=/a ; /b --fast ; /c"], 5400],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStart=/a ;", "ExecStartPost=/b; c"], 20],
    [["Type=oneshot", "TimeoutStartSec=10", `ExecStart=/bin/sh -c 'a ; b' ; /c "d ; \\" ; e"`], 20],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStart=/usr/bin/find / -exec rm {} \\; ; /b"], 20],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecCondition=/a", "ExecStart=/b"], 20],
    // Its own start ping limits itself.
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStart=a", "ExecStartPre=-curl $CHECKS_PING_URL/start"], 10],
    [["Type=oneshot", "TimeoutStartSec=10", "ExecStart=/curl $CHECKS_PING_URL/start ; /a ; /b"], 20],
    [["RuntimeMaxSec=30min", "RuntimeRandomizedExtraSec=1h", "ExecStartPre=a", "ExecStart=b"], 5400],
    [["RuntimeMaxSec=30min", "RuntimeRandomizedExtraSec=sometimes"], undefined],
  ])("have the time that each command of the service, or its random part, allows: %j", (lines, seconds) => {
    expect(units("OnCalendar=daily", lines.join("\n"))[0]?.deadline).toBe(seconds);
  });
});
