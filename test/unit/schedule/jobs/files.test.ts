import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Job, jobsInFiles, looksLikeCrontab } from "../../../../schedule/jobs";
import { kindOfName } from "../../../../schedule/jobs/files";

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
    ["sleep $(( ( RANDOM \\% 600 ) + 1 ))m && backup", "backup"],
    ["sleep $(shuf -i 0-59 -n 1)m; certbot renew", "certbot"],
    ["command -v backup >/dev/null 2>&1 && backup", "backup"],
    ["pgrep -f 'tunnel run' > /dev/null 2>&1 || /opt/start-tunnel.sh", "start-tunnel"],
    ["pgrep waybar | xargs kill", "pgrep"],
    ["/usr/bin/envdir /etc/wal-e.d/env /usr/local/bin/backup-wale", "backup-wale"],
    ["HOST=db1; export HOST; /srv/cli.php sync", "cli"],
    ["A=1 B=2; export A B && backup", "backup"],
    ['echo "began; at $(date)" >> /var/log/a 2>&1; /opt/fetch >> /var/log/a', "fetch"],
    ["date >> /var/log/a && echo 'so' && /opt/run.sh", "run"],
    // Without another program after it, that is what the job is.
    ["echo up > /run/beat; # known", "echo"],
    ["date +\\%s | tee /run/beat; true", "date"],
    ["echo $(ls; df) > /run/disk; true", "echo"],
  ])("calls `%s` %s", (command, name) => expect(named(command)).toBe(name));

  it("does not call a job after the time of an `@every`, which has two words", () => {
    expect(jobIn("crontab", "@every 5m /opt/sync.sh", "UTC")).toMatchObject({
      name: "sync",
      schedule: "@every 5m",
      times: { ok: false },
    });
  });

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

  it("repeats nothing of a line that begins with no schedule: a command that goes on there may hold a password", () => {
    const text = "0 3 * * * mysqldump \\\n  --user root --password hunter2 --host db shop > /b.sql";
    const { jobs, problems } = read("crontab", text, "UTC");
    expect(jobs).toHaveLength(1);
    expect(problems).toEqual([
      { file: "crontab", line: 2, reason: expect.stringContaining("five fields and a command") },
    ]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
    // A minute that is none is told with its job, and some crons have a sign in front that means less logging.
    for (const schedule of ["99 3 * * *", "0 3 L * *", "0 3 ? * 1"])
      expect(jobIn("crontab", `${schedule} backup`, "UTC")).toMatchObject({
        name: "backup",
        schedule,
        times: { ok: false },
      });
    expect(jobIn("crontab", "-*/15 * * * * backup", "UTC")).toMatchObject({ name: "backup" });
  });

  it("is known from within its folder, in which copies of editors are none", () => {
    const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "pulumi-checks-cron-"))];
    mkdirSync(join(folder, "etc/cron.d"), { recursive: true });
    const line = "0 1 * * * www-data /opt/poll";
    try {
      process.chdir(join(folder, "etc/cron.d"));
      expect(jobIn("app", line, "UTC").name).toBe("poll");
      expect(kindOfName("app~")).toBeUndefined();
      process.chdir("..");
      expect(jobIn("crontab", line, "UTC").name).toBe("poll");
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });

  it("may have a job without a check whose program nobody knows", () => {
    const text = "# pulumi-checks monitor: false\n0 1 * * * eval $JOB; tidy";
    expect(jobIn("crontab", text, "UTC")).toMatchObject({ name: "line 2", unmonitored: true, line: 2 });
  });

  it("is none where it is the program of that name", () => {
    expect(read("rootfs/usr/bin/crontab", "\x7fELF\0\n\u0001\n", "UTC")).toEqual({ jobs: [], problems: [] });
  });

  it("has users where each of its lines has one, whatever its name is", () => {
    const names = (...lines: string[]) =>
      read("crontab", lines.join("\n"), "UTC").jobs.map(({ name }) => name);
    const poll = "*/5 * * * * www-data /opt/poll";
    expect(names("MAILTO=x", "17 * * * * root cd / && tidy", poll, "@reboot root /opt/boot")).toEqual([
      "tidy",
      "poll",
    ]);
    // Another user, or none.
    expect(names("17 * * * * ops tidy", poll)).toEqual(["ops", "www-data"]);
    expect(names("@daily root", poll)).toEqual(["root", "www-data"]);
  });

  it("has no users where no line can have one, as in a file of cron.d that an image gives to `crontab`", () => {
    const names = (...lines: string[]) =>
      read("docker/cron.d/app", lines.join("\n"), "UTC").jobs.map(({ name }) => name);
    const poll = "*/5 * * * * . /etc/environment; /usr/local/bin/python /app/poll.py";
    expect(names("0 1 * * * /usr/bin/php /srv/tidy.php", poll)).toEqual(["tidy", "poll"]);
    expect(names("0 1 * * * app /srv/tidy.php", "0 2 * * * ops\t/srv/poll")).toEqual(["tidy", "poll"]);
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

  it("has the zone of its entries, their times, and the limit of its jobs as grace", () => {
    const entry = (cron: string) => `    - { cron: "${cron}", timezone: Europe/Riga }\n`;
    const text = `on:\n  schedule:\n${entry("0 12 * * *")}${entry("0 13 * * *")}jobs: { a: { timeout-minutes: 90 } }`;
    expect(jobIn(FILE, text)).toMatchObject({
      scheduler: "githubActions",
      schedule: "0 12 * * *, 0 13 * * *",
      timeZone: "Europe/Riga",
      times: { ok: true, check: { schedule: "12:00\n13:00", tz: "Europe/Riga", grace: 5400 } },
    });
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

  it("may have any name, no jobs yet, and many that need each other", () => {
    const scheduled = 'on:\n  schedule:\n    - cron: "5 1 * * *"\n';
    expect(jobIn(FILE, `name: 2024\n${scheduled}`).name).toBe("2024");
    expect(jobIn(FILE, `name:\njobs:\n  a:\n${scheduled}`).name).toBe("nightly");
    expect(jobIn(FILE, `name: ""\n${scheduled}`).name).toBe("nightly");
    expect(read(FILE, `${scheduled}jobs: { a: { needs: 5 } }`).problems).toMatchObject([
      { reason: "jobs.a.needs is not what a workflow has there", line: 2 },
    ]);
    const ids = Array.from({ length: 40 }, (_, index) => `j${index}`);
    const each = ids.map((id, index) => `  ${id}: { timeout-minutes: 1, needs: [${ids.slice(0, index)}] }`);
    expect(jobIn(FILE, workflow(each.join("\n"))).deadline).toBe(40 * 60);
    const circle = "  a: { timeout-minutes: 1, needs: b }\n  b: { timeout-minutes: 2, needs: a }";
    expect(jobIn(FILE, workflow(circle)).deadline).toBe(180);
  });

  it("is none without a schedule, and a problem where it is not YAML", () => {
    expect(read(FILE, "on: push\njobs: {}")).toEqual({ jobs: [], problems: [] });
    expect(read(FILE, "on: {schedule: {").problems).toMatchObject([
      {
        reason: "is not YAML: Flow map in block collection must be sufficiently indented and end with a }",
      },
    ]);
    expect(read(FILE, "# a\non: push\njobs: {a: [").problems).toMatchObject([{ line: 3 }]);
    expect(read(FILE, "on: {schedule: *nobody}")).toEqual({
      jobs: [],
      problems: [
        { file: FILE, line: 1, reason: expect.stringContaining("refers to an anchor that is not there") },
      ],
    });
    for (const text of ["", "just words", "- on", "on:", "on: [push]", "on: { push: {} }", "on: schedule"])
      expect(read(FILE, text)).toEqual({ jobs: [], problems: [] });
    for (const schedule of ["[]", "", "daily", "[daily]", "[{ cron: 5 }]"])
      expect(read(FILE, `jobs: {}\non:\n  push:\n  schedule: ${schedule}`)).toEqual({
        jobs: [],
        problems: [{ file: FILE, line: 4, reason: "on.schedule must be a list of cron expressions" }],
      });
    expect(read(FILE, "on: {schedule: }").problems).toMatchObject([
      { reason: "on.schedule must be a list of cron expressions" },
    ]);
    expect(read(FILE, "on: { schedule: [{ cron: 0 3 * * *, timezone: }] }").problems).toMatchObject([
      { reason: "on.schedule.0.timezone must be a time zone such as Europe/Riga" },
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

  it.each([
    ["yes", true],
    ["On", true],
    ["no", undefined],
    ["OFF", undefined],
  ])("are read as YAML 1.1, as Kubernetes does: suspend: %s", (word, suspended) => {
    const text = `kind: CronJob\nmetadata: { name: a }\nspec: { schedule: "0 1 * * *", suspend: ${word} }`;
    const { jobs, problems } = read("a.yml", text);
    expect(problems).toEqual([]);
    expect(jobs.map((job) => job.suspended)).toEqual([suspended]);
  });

  it("say all that tells when a job runs, and may leave out what is not set", () => {
    const manifest = (spec: string) => `kind: CronJob\nmetadata: { name: a }\nspec: { ${spec} }`;
    const limit = (seconds: string) => `jobTemplate: { spec: { activeDeadlineSeconds: ${seconds} } }`;
    const set = `schedule: "5 12 * * *", timeZone: Europe/Riga, startingDeadlineSeconds: 30, ${limit("600")}`;
    expect(jobIn("a.yml", manifest(set))).toMatchObject({
      scheduler: "kubernetes",
      timeZone: "Europe/Riga",
      deadline: 630,
      times: { check: { schedule: "5 12 * * *", tz: "Europe/Riga", grace: 630 } },
    });
    for (const [spec, deadline] of [
      [`timeZone: , ${limit("600.5")}`, 601],
      [`timeZone: ~, startingDeadlineSeconds: ~, ${limit("600")}`, 600],
      [`startingDeadlineSeconds: 30, ${limit("")}`, undefined],
      ["startingDeadlineSeconds: 30, jobTemplate: { spec: }", undefined],
      ["jobTemplate: ", undefined],
    ] as const) {
      const job = jobIn("a.yml", manifest(`schedule: "5 12 * * *", ${spec}`));
      expect(job.deadline).toBe(deadline);
      expect(job).not.toHaveProperty("timeZone");
      expect(job.times).toMatchObject({ check: { schedule: "5 12 * * *", tz: "UTC" } });
    }
  });

  it("are told of a job without a name", () => {
    for (const metadata of ["", "{}", "{ namespace: a }"])
      expect(read("a.yml", `kind: CronJob\nmetadata: ${metadata}\nspec: { schedule: "@daily" }`)).toEqual({
        jobs: [],
        problems: [{ file: "a.yml", line: 3, reason: "is a CronJob without a name" }],
      });
  });

  it("may leave the end of their name to the API server", () => {
    const manifest = (metadata: string) =>
      `kind: CronJob\nmetadata: ${metadata}\nspec: { schedule: "@daily" }`;
    expect(read("a.yml", manifest("{ generateName: backup- }"))).toMatchObject({
      jobs: [{ name: "backup-" }],
      problems: [],
    });
    expect(read("a.yml", manifest("{ generateName: backup-, name: prune }")).jobs).toMatchObject([
      { name: "prune" },
    ]);
  });

  it("are told what keeps them from being YAML", () => {
    const text = "kind: CronJob\nmetadata: { name: a }\nspec:\n  schedule: '@daily'\n  schedule: '@hourly'";
    expect(read("a.yml", text).problems).toEqual([
      { file: "a.yml", line: 5, reason: "is not YAML: Map keys must be unique" },
    ]);
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
      'kind: CronJob\nmetadata: { name: a }\nspec: { schedule: "{{ .Values.x }}" }',
      'kind: CronJob\nmetadata: { name: "{{ .Release.Name }}" }\nspec: { schedule: "5 1 * * *" }',
    ]) {
      expect(read("a.yml", text).problems).toMatchObject([
        { reason: expect.stringContaining("helm template") },
      ]);
    }
    // A job's command may hold braces that are its own.
    const own = 'kind: CronJob\nmetadata: { name: a }\nspec: { schedule: "5 1 * * *", x: "{{ .ID }}" }';
    expect(jobIn("a.yml", own).name).toBe("a");
    expect(read("a.yml", "kind: CronJob\nspec: { schedule: 5 }").problems).toMatchObject([
      { reason: expect.stringContaining("spec.schedule") },
    ]);
  });
});

it("a template whose parameters are texts of YAML is told as one", () => {
  const named = "{ name: a, annotations: { pulumi-checks/check: '${SLUG}' } }";
  for (const [metadata, spec] of [
    ["{ name: '${APP}-backup' }", 'schedule: "5 1 * * *"'],
    [named, 'schedule: "5 1 * * *"'],
    ["{ name: a }", "schedule: '${SCHEDULE}'"],
    ["{ name: a }", "schedule: '5 1 * * *', timeZone: '${{ZONE}}'"],
    ["{ name: a }", "schedule: '5 1 * * *', suspend: '${SUSPEND}'"],
  ]) {
    expect(read("a.yml", `kind: CronJob\nmetadata: ${metadata}\nspec: { ${spec} }`)).toEqual({
      jobs: [],
      problems: [{ file: "a.yml", line: 3, reason: expect.stringMatching(/^is a template.*oc process/) }],
    });
  }
});

it("the objects of a template of OpenShift are jobs, and those that wait for parameters are told", () => {
  const object = (name: string, schedule: string) =>
    `- kind: CronJob\n  metadata: { name: ${name} }\n  spec:\n    schedule: ${schedule}\n`;
  const objects = `${object("a", '"5 1 * * *"')}- kind: Service\n${object("b", "${SCHEDULE}")}`;
  const text = `apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n${objects}parameters: []\n`;
  expect(read("jobs.yaml", text)).toMatchObject({
    jobs: [{ name: "a", line: 7 }],
    problems: [{ line: 12, reason: expect.stringContaining("is a template") }],
  });
});

it("a file that names CronJobs only in its texts is no template of one, nor a manifest that is not YAML", () => {
  for (const text of [
    "{{- if .Values.alerts }}\n- alert: Slow\n  message: CronJob {{ $labels.cronjob }} takes long\n{{- end }}",
    "questions:\n- description: 'Starts a CronJob, and don't end'\n",
  ]) {
    expect(read("values.yaml", text)).toEqual({ jobs: [], problems: [] });
  }
  for (const text of ['{ "kind": "CronJob", }}', "- kind: &job CronJob\n  metadata: { name: a\n"]) {
    expect(read("jobs.yaml", text).problems).toHaveLength(1);
  }
});

it("a patch of Kustomize is no job of its own, and is told where it changes a schedule", () => {
  const cronJob = (spec: string) => `kind: CronJob\nmetadata: { name: backup }\nspec: { ${spec} }`;
  const kustomization = [
    "resources: [../base]",
    "patches:",
    "- path: schedule.yaml",
    "- path: ./suspend.yaml",
    "- target: { kind: CronJob }",
    "  patch: |-",
    "    - { op: replace, path: /spec/schedule, value: '@hourly' }",
    "patchesStrategicMerge:",
    "- ../shared/late.yaml",
    "- |-",
    "  kind: CronJob",
    "  metadata: { name: backup }",
  ].join("\n");
  const { jobs, problems } = jobsInFiles([
    { file: "base/job.yaml", text: cronJob('schedule: "5 1 * * *"') },
    { file: "base/kustomization.yaml", text: "resources: [job.yaml]\npatches:\n" },
    { file: "eu/kustomization.yml", text: kustomization },
    { file: "eu/schedule.yaml", text: cronJob('schedule: "5 4 * * *"') },
    { file: "eu/suspend.yaml", text: cronJob("suspend: true") },
    { file: "shared/late.yaml", text: cronJob("schedule: 5") },
    { file: "us/kustomization.yaml", text: "patches: { path: *nobody }" },
    { file: "us/schedule.yaml", text: cronJob('schedule: "5 9 * * *"') },
  ]);
  expect(jobs.map(({ file }) => file)).toEqual(["base/job.yaml", "us/schedule.yaml"]);
  expect(problems).toEqual(
    ["eu/schedule.yaml", "shared/late.yaml"].map((file) => ({
      file,
      line: 3,
      reason: expect.stringMatching(/^is a patch of Kustomize.*kubectl kustomize/),
    })),
  );
});

it("only CronJobs of Kubernetes itself are jobs, not those of another API group", () => {
  const jobsOf = (apiVersion: string) =>
    read(
      "jobs.yaml",
      `apiVersion: ${apiVersion}\nkind: CronJob\nmetadata: { name: a }\nspec: { schedule: "5 1 * * *" }\n`,
    ).jobs.length;
  expect(["batch/v1", "batch/v1beta1", '""'].map(jobsOf)).toEqual([1, 1, 1]);
  expect(["batch.tutorial.kubebuilder.io/v1", "jobs.example.com/v1alpha1"].map(jobsOf)).toEqual([0, 0]);
});

it("items of a CronJobList are CronJobs, as the API server gives them", () => {
  const item = (name: string) => `  - metadata: { name: ${name} }\n    spec: { schedule: "5 1 * * *" }\n`;
  const { jobs, problems } = read("jobs.yaml", `kind: CronJobList\nitems:\n${item("a")}${item("b")}`);
  expect(jobs.map(({ name, line }) => [name, line])).toEqual([
    ["a", 4],
    ["b", 6],
  ]);
  expect(problems).toEqual([]);
  expect(read("jobs.yaml", `kind: List # CronJob\nitems:\n${item("a")}`).jobs).toEqual([]);
});

describe("manifests of Kubernetes with parts that stand elsewhere", () => {
  const fine = 'kind: CronJob\nmetadata: { name: b }\nspec: { schedule: "5 1 * * *" }\n';

  it("are read as kubectl reads them", () => {
    const text = [
      "kind: List",
      "items:",
      "  - &base",
      "    kind: CronJob",
      "    metadata: { name: backup }",
      '    spec: &spec { schedule: "5 1 * * *" }',
      "  - <<: *base",
      "    metadata: { name: merged }",
      "  - kind: CronJob",
      "    metadata: { name: spec }",
      "    spec: { <<: *spec, suspend: true }",
      "  - *base",
    ].join("\n");
    const { jobs, problems } = read("jobs.yaml", text);
    expect(problems).toEqual([]);
    expect(jobs.map(({ name, schedule }) => [name, schedule])).toEqual(
      ["backup", "merged", "spec", "backup"].map((name) => [name, "5 1 * * *"]),
    );
    expect(jobs[2]).toMatchObject({ suspended: true });
  });

  it("are told, with their place, where nothing can be merged, and the others are read", () => {
    const merging = (what: string) =>
      `kind: CronJob\nmetadata: { name: a }\nspec:\n  schedule: "5 1 * * *"\n  <<: ${what}\n`;
    for (const what of ["*elsewhere", "5", "[*elsewhere]"]) {
      const { jobs, problems } = read("jobs.yaml", `x: &elsewhere {}\n---\n${merging(what)}---\n${fine}`);
      expect(problems).toEqual([{ file: "jobs.yaml", line: 6, reason: expect.stringContaining("merges") }]);
      expect(jobs).toMatchObject([{ name: "b" }]);
    }
  });

  it("are told in a list too, whose other jobs are read", () => {
    const list = `kind: List\nitems:\n- kind: CronJob\n  metadata: { name: a }\n  spec: *elsewhere\n- { ${fine.trim().replaceAll("\n", ", ")} }\n`;
    const { jobs, problems } = read("jobs.yaml", list);
    expect(problems).toMatchObject([
      { line: 3, reason: expect.stringContaining("anchor that is not there") },
    ]);
    expect(jobs).toMatchObject([{ name: "b" }]);
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
    // Each span starts the service, so the shortest counts.
    [["OnUnitActiveSec=1h", "OnUnitActiveSec=1d"], "OnUnitActiveSec=1h", { timeout: 3600 }],
    [["OnUnitInactiveSec=1d", "OnUnitInactiveSec=90min"], "OnUnitInactiveSec=90min", { timeout: 5400 }],
    // An empty one resets all that say when the timer runs, of every kind.
    [["OnCalendar=daily", "OnBootSec=", "OnCalendar=Mon 04:00"], "Mon 04:00", { schedule: "Mon 04:00" }],
    [["OnUnitActiveSec=1h", "OnCalendar=", "OnCalendar=Mon 04:00"], "Mon 04:00", { schedule: "Mon 04:00" }],
    [["OnUnitActiveSec=1h", "OnUnitActiveSec=", "OnCalendar=daily"], "daily", { schedule: "daily" }],
    [["OnCalendar=daily", "OnCalendar=", "OnUnitActiveSec=1h"], "OnUnitActiveSec=1h", { timeout: 3600 }],
    [["RandomizedDelaySec=", "OnCalendar=daily"], "daily", { schedule: "daily" }],
    ...["OnUnitInactiveSec", "OnStartupSec", "OnActiveSec"].map((key): [string[], string, object] => [
      ["OnCalendar=daily", `${key}=`, "OnCalendar=Mon 04:00"],
      "Mon 04:00",
      { schedule: "Mon 04:00" },
    ]),
    [
      ["OnCalendar=daily", "OnCalendar=", "OnCalendar=weekly", "OnCalendar=", "OnCalendar=Mon 04:00"],
      "Mon 04:00",
      { schedule: "Mon 04:00" },
    ],
    // Only what is set in its own section.
    [["OnCalendar=daily", "[Install]", "OnCalendar=hourly"], "daily", { schedule: "daily" }],
  ])("of a timer start what systemd starts: %j", (lines, schedule, check) => {
    expect(units(lines.join("\n"), "")).toMatchObject([{ schedule, times: { ok: true, check } }]);
  });

  it.each<[string[], string[], object]>([
    // Of what may stand once the last one counts; of several times the last one says where to look.
    [
      [
        "OnCalendar=02:00",
        "AccuracySec=1h",
        "OnCalendar=14:00",
        "AccuracySec=30min",
        "RandomizedOffsetSec=15min",
      ],
      [],
      { schedule: "02:00, 14:00", line: 5, times: { check: { grace: 6300 } } },
    ],
    [
      ["Unit=other.service", "OnCalendar=daily", "Unit=tidy.service"],
      ["RuntimeMaxSec=1h"],
      { deadline: 3600 },
    ],
    // The delay comes on top of the limit, which is not the service's own hour.
    [
      ["OnCalendar=daily", "RandomizedDelaySec=10min"],
      ["RuntimeMaxSec=30min"],
      { deadline: 1800, times: { check: { grace: 1800 + 660 } } },
    ],
    [["OnCalendar=daily"], ["RuntimeMaxSec=90500ms"], { deadline: 91 }],
    ...["OnBootSec", "OnStartupSec", "OnActiveSec"].map((key): [string[], string[], object] => [
      ["OnCalendar=daily", `${key}=5min`],
      [],
      { times: { notes: [`${key.replace("O", "o")} makes one more run, which the check does not expect.`] } },
    ]),
    // A line goes on after a backslash, and a comment is no part of it.
    [["OnCalendar=Mon..Fri \\", "# at night", "  02:00  ", ""], [], { schedule: "Mon..Fri 02:00", line: 3 }],
    [
      ["OnCalendar=daily"],
      ["Type=oneshot", "TimeoutStartSec=10", "ExecStart=/a \\", "# and ; /b", "; /c", "  --all ; /d"],
      { deadline: 20 },
    ],
    [
      ["OnCalendar=daily"],
      ["[Install]", "Type=oneshot", " [Service] ", "RuntimeMaxSec=60"],
      { deadline: 60 },
    ],
  ])("mean what they do to systemd: %j %j", (timer, service, job) => {
    expect(units(["# of the night", ...timer].join("\n"), service.join("\n"))).toMatchObject([job]);
  });

  it("start when the drop-ins of a timer say so, which systemd reads after it", () => {
    const read = (own: readonly string[], ...dropIns: string[][]) =>
      jobsInFiles(
        [
          ...dropIns.map((lines, at) => ({ file: `units/tidy.timer.d/${at}.conf`, text: lines.join("\n") })),
          ...(own.length > 0 ? [{ file: "units/tidy.timer", text: `${own.join("\n")}\n` }] : []),
        ],
        "UTC",
      ).jobs;
    const timer = ["[Timer]", "OnCalendar=02:00"];
    const [later] = read(timer, ["[Timer]", "OnCalendar=", "OnCalendar=14:00", "Unit=other.service"]);
    expect(later).toMatchObject({ file: "units/tidy.timer", schedule: "14:00", times: { ok: true } });
    expect(later).not.toHaveProperty("line");
    expect(read(timer, ["[Timer]", "RandomizedDelaySec=2h"], ["# pulumi-checks check: t"])).toMatchObject([
      { schedule: "02:00", line: 2, slug: "t", times: { check: { schedule: "02:00", grace: 10_860 } } },
    ]);
    expect(read(timer, ["[Timer]", "OnCalendar=14:00"])).toMatchObject([{ schedule: "02:00, 14:00" }]);
    const named = ["20-late", "10-early"].map((name) => ({
      file: `units/tidy.timer.d/${name}.conf`,
      text: `[Timer]\nRandomizedDelaySec=${name === "20-late" ? "2h" : "1h"}`,
    }));
    const { jobs } = jobsInFiles([...named, { file: "units/tidy.timer", text: timer.join("\n") }], "UTC");
    // In the order of their names.
    expect(jobs).toMatchObject([{ times: { check: { grace: 10_860 } } }]);
    expect(read([], timer)).toEqual([]);
  });

  it.each([
    ["backup@db.timer", "", [], 1800],
    ["nightly.timer", "Unit=backup@db.service", [], 1800],
    ["backup@.timer", "", [], 1800],
    // What is set for the one instance is read after that, and a unit of its own in place of its template.
    ["backup@db.timer", "", [["backup@db.service.d/slow.conf", "TimeoutStartSec=2h"]], 7200],
    ["backup@db.timer", "", [["backup@db.service", "Type=oneshot\nTimeoutStartSec=5min"]], 300],
    ["backup@db.timer", "", [["backup@db.service", "Type=oneshot\nExecStart=a"]], undefined],
    ["backup@db.timer", "", [["backup@.service.d/slow.conf", "TimeoutStartSec=3h"]], 10_800],
    // No instance of it, and no other service either.
    ["db.timer", "", [["db.service.d/slow.conf", "Type=oneshot\nTimeoutStartSec=1h\nExecStart=a"]], 3600],
    ["backups.timer", "", [], undefined],
  ])(
    "have the limit of a template's unit, whose instance a timer starts: %s %s %j",
    (timer, unit, more, limit) => {
      const { jobs } = jobsInFiles(
        [
          { file: `units@1/${timer}`, text: `[Timer]\nOnCalendar=daily\n${unit}` },
          {
            file: "units@1/backup@.service",
            text: "[Service]\nType=oneshot\nTimeoutStartSec=30min\nExecStart=a",
          },
          ...more.map(([file, text]) => ({ file: `units@1/${file}`, text: `[Service]\n${text}` })),
        ],
        "UTC",
      );
      expect(jobs.map(({ deadline }) => deadline)).toEqual([limit]);
    },
  );

  it("are told of a span that is none, and start nothing where all is reset", () => {
    expect(units("OnUnitActiveSec=1h\nOnUnitActiveSec=often", "")).toMatchObject([{ times: { ok: false } }]);
    expect(units("OnCalendar=daily\nOnCalendar=", "")).toEqual([]);
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
    [["RuntimeRandomizedExtraSec=1h"], undefined],
    [["RuntimeMaxSec=30min", "RuntimeRandomizedExtraSec=1h", "RuntimeRandomizedExtraSec="], 1800],
    [["RuntimeMaxSec=1h", "RuntimeMaxSec="], undefined],
    [["RuntimeMaxSec=0"], undefined],
  ])("have the time that each command of the service, or its random part, allows: %j", (lines, seconds) => {
    expect(units("OnCalendar=daily", lines.join("\n"))[0]?.deadline).toBe(seconds);
  });
});
