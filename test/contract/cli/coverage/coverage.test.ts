/** `pulumi-checks coverage` as a user runs it, over a repository with each kind of gap. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CoverageReport } from "../../../../cli/coverage/report";
import { DriftScene } from "../../../support/cli/driftScene";
import { ForgeStub, TOKEN } from "../../../support/cli/forgeStub";
import { Shell } from "../../../support/cli/reportCommand";
import { Service } from "../../../support/service";

const REPOSITORY = join(__dirname, "fixtures", "coverage");

let service: Service;
let shell: Shell;
let scene: DriftScene;

beforeEach(async () => {
  service = await Service.start();
  scene = new DriftScene();
  shell = new Shell(service.environment);
  process.chdir(scene.folder);
  cpSync(REPOSITORY, scene.folder, { recursive: true });
});
afterEach(async () => {
  shell.close();
  scene.end();
  await service.stop();
});

const daily = { tz: "Etc/UTC", grace: 7200 };

/** One check for each job of the repository but two, and one for nobody. */
const CHECKS = {
  "nightly-build": { slug: "nightly-build", schedule: "17 3 * * *", tz: "UTC", grace: 3600 },
  backup: { slug: "backup", schedule: "30 2 * * *", tz: "UTC", grace: 7200 },
  "weekly-report": { slug: "weekly-report", schedule: "0 0 * * SUN", ...daily },
  certificates: { slug: "certificates", schedule: "0 5 * * 1", tz: "Europe/Riga", grace: 7200 },
  prune: { slug: "prune", schedule: "0 0 * * *", tz: "Europe/Riga", grace: 7200 },
  rollup: { slug: "rollup", timeout: 3600, grace: 7200 },
  trial: { slug: "trial", schedule: "0 9 * * *", ...daily },
  export: { slug: "export", schedule: "0 9 1 * *", tz: "Asia/Tokyo", grace: 7200 },
  orphan: { slug: "orphan", timeout: 3600, grace: 7200, tags: ["cron"] },
};

const resource = (type: string, name: string, inputs: object) => ({
  urn: `urn:pulumi:prod::jobs::${type}::${name}`,
  type,
  inputs,
  stackTrace: [{ sourcePosition: "project:///jobs.ts#7,1" }],
});

/** Jobs that the program itself declares. */
const JOBS = [
  resource("aws:cloudwatch/eventRule:EventRule", "rollup", {
    __defaults: ["name"],
    name: "rollup-1a2b3c4",
    scheduleExpression: "rate(1 hour)",
  }),
  resource("aws:scheduler/schedule:Schedule", "trial", {
    name: "trial",
    scheduleExpression: "cron(0 9 * * ? *)",
    flexibleTimeWindow: { mode: "OFF" },
    endDate: "2030-01-01T00:00:00Z",
  }),
  resource("gcp:cloudscheduler/job:Job", "monthly", {
    name: "monthly",
    description: "Sends the figures.\npulumi-checks check: export",
    schedule: "0 9 1 * *",
    timeZone: "Asia/Tokyo",
  }),
];

/** The state of the stack, in which the check of `prune` is three days old. */
async function deploy(checks: Record<string, object> = CHECKS): Promise<string> {
  const file = await scene.deploy("prod", checks);
  const state = JSON.parse(readFileSync(file, "utf8"));
  for (const row of state.deployment.resources) {
    if (row.urn.endsWith("::prune")) row.created = new Date(Date.now() - 3 * 86_400_000).toISOString();
  }
  state.deployment.resources.push(...JOBS);
  writeFileSync(file, JSON.stringify(state));
  return file;
}

const coverage = (state: string, ...more: string[]) =>
  shell.run("coverage", ".", "--state", state, "--machine-tz", "Europe/Riga", "--quiet", ...more);

async function report(state: string, ...more: string[]): Promise<CoverageReport & { code: number }> {
  const { code, stdout } = await coverage(state, "--json", ...more);
  return { code, ...(JSON.parse(stdout) as CoverageReport) };
}

const GAPS = [
  ["noCheck", "sync-orders", "ops/crontab:3", "no check has the slug sync-orders"],
  ["schedule", "backup", "deploy/jobs.yaml:11", "its time zone is Europe/Riga, that of its check is UTC"],
  [
    "grace",
    "Nightly build",
    ".github/workflows/nightly.yml:4",
    "its check alerts 1 h after its time, and it may take 90 min",
  ],
  ["neverPinged", "prune", "ops/units/prune.timer:2", "its check was never pinged; a ping was due"],
  ["unclear", "trial", "jobs.ts:7", "its schedule cannot be compared with that of its check: endDate: ends"],
  ["noJob", "orphan", "index.js:4", "no job was found for it"],
];

it("finds each kind of gap exactly, in files of every kind and in the state", async () => {
  const { code, gaps, percent, counts, problems, jobs } = await report(await deploy());
  const found = gaps.map(({ gap, job, check, says }) => {
    const at = job ?? check;
    return [gap, job?.name ?? check?.label, `${at?.file}:${at?.line}`, says];
  });
  expect(found.map(([gap]) => gap).sort()).toEqual(GAPS.map(([gap]) => gap).sort());
  for (const [gap, name, place, says] of GAPS) {
    expect(found).toContainEqual([gap, name, place, expect.stringContaining(says ?? "")]);
  }
  expect({ code, percent, counts, problems }).toEqual({
    code: 2,
    percent: (4 / 9) * 100,
    counts: { jobs: 11, needed: 9, covered: 4, checks: 9 },
    problems: [],
  });
  const standing = Object.fromEntries(jobs.map((job) => [job.name, job.standing]));
  expect(standing).toMatchObject({
    report: "covered",
    renew: "covered",
    rollup: "covered",
    monthly: "covered",
    "warm-cache": "unmonitored",
    "old-import": "suspended",
  });
});

it("does not say of a check that was pinged, paused and resumed that it was never pinged", async () => {
  const file = await deploy();
  const prune = (await service.checks()).find(({ slug }) => slug === "prune");
  await fetch(String(prune?.ping_url));
  for (const event of ["pause", "resume"]) {
    await service.request("POST", `/checks/${prune?.uuid}/${event}`, {});
  }
  const { gaps, jobs } = await report(file);
  expect(gaps.map(({ gap }) => gap)).not.toContain("neverPinged");
  expect(jobs.find(({ name }) => name === "prune")).toMatchObject({ standing: "covered" });
});

it("is content when each gap is closed, and --fail-under counts jobs and not single gaps", async () => {
  const file = await deploy({
    ...CHECKS,
    "nightly-build": { ...CHECKS["nightly-build"], grace: 7200 },
    backup: { ...CHECKS.backup, tz: "Europe/Riga" },
  });
  const most = await report(file, "--fail-under", "60");
  expect(most).toMatchObject({ code: 0, counts: { needed: 9, covered: 6 }, failUnder: 60 });
  expect(await report(file, "--fail-under", "67")).toMatchObject({ code: 2 });
  const { gaps, notes } = await report(file, "--tag", "other");
  expect(gaps.map(({ gap }) => gap)).not.toContain("noJob");
  expect(notes).toEqual(["--tag: no check carries the tag other, so no check was required to have a job"]);
  expect(await report(file, "--tag", "cron")).toMatchObject({ notes: [] });
});

it("lives with what the ignore file names, until its day, and refuses an entry without use", async () => {
  const file = await deploy();
  await coverage(file, "--json", "--output", "coverage.json");
  const ignore = (name: string, ...more: string[]) =>
    shell.run("coverage", "ignore", name, "--reason", "OPS-17", "--until", "30d", ...more);
  for (const [, name = ""] of GAPS) {
    expect(await ignore(name, "--report", "coverage.json")).toMatchObject({ code: 0 });
  }
  const { code, percent, gaps, ignored, notes } = await report(file);
  expect({ code, percent, gaps, notes }).toEqual({ code: 0, percent: 100, gaps: [], notes: [] });
  expect(ignored).toHaveLength(6);
  const hostile = await ignore("a\nb\u001b[31m\u202e", "--unchecked");
  expect(hostile.stdout.trimEnd()).toMatch(/: gaps of a b[^\p{Cc}\p{Cf}]+ are ignored until/u);
  const typo = await ignore("bakcup", "--report", "coverage.json");
  expect(typo).toMatchObject({ code: 1, stderr: expect.stringContaining("sync-orders (noCheck)") });
  // The same file is the one of drift.
  expect((await scene.drift("--state", file, "--state-only", "--quiet")).code).toBe(0);
});

it("tells what it could not read, and is not content with that", async () => {
  scene.write("deploy/chart.yaml", "kind: CronJob\nspec:\n  schedule: {{ .Values.schedule }}\n");
  const { code, problems } = await report(await deploy(), "--fail-under", "1");
  expect(code).toBe(3);
  expect(problems).toEqual([expect.stringMatching(/^deploy\/chart\.yaml:3 is a template, not a manifest/)]);
  expect(await shell.run("coverage", "nowhere", "--all")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("error: nowhere: there is no such file or folder"),
  });
});

it("says the same in every format, and nothing that can ping a check", async () => {
  const file = await deploy();
  process.env.GITHUB_WORKSPACE = scene.folder;
  for (const format of ["text", "markdown", "html", "github", "json"]) {
    const { stdout } = await coverage(file, "--format", format);
    for (const [, name = ""] of GAPS) expect(stdout).toContain(name);
    expect(stdout).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
  const { stdout } = await coverage(file, "--format", "github");
  expect(stdout).toContain(
    "::warning title=Coverage%3A noCheck,file=ops/crontab,line=3::sync-orders no check",
  );
});

it("names files from the repository's root also if the runner names that by a link", async () => {
  const file = await deploy();
  const link = `${scene.folder}-link`;
  symlinkSync(scene.folder, link);
  try {
    process.env.GITHUB_WORKSPACE = link;
    const { stdout } = await coverage(file, "--format", "github");
    expect(stdout).toContain("file=ops/crontab,line=3::sync-orders no check");
  } finally {
    rmSync(link);
  }
});

it("leaves jobs alone at which a program only looks", async () => {
  const file = await deploy();
  const state = JSON.parse(readFileSync(file, "utf8"));
  const looked = { ...resource("kubernetes:batch/v1:CronJob", "looked-at", {}), external: true };
  const there = { ...JOBS[0], external: true };
  state.deployment.resources.push(looked, there);
  writeFileSync(file, JSON.stringify(state));
  const { code, counts, problems } = await report(file);
  expect({ code, jobs: counts.jobs, problems }).toEqual({ code: 2, jobs: 11, problems: [] });
});

it("tells no text of a job that its program keeps secret", async () => {
  const file = await deploy();
  const state = JSON.parse(readFileSync(file, "utf8"));
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  state.deployment.resources.push(
    resource("aws:cloudwatch/eventRule:EventRule", "hidden", {
      name: "hidden",
      scheduleExpression: { ...secret, plaintext: JSON.stringify("rate(7 minutes)") },
    }),
    // As a whole it is secret for the sake of something in it.
    resource("kubernetes:batch/v1:CronJob", "opened", {
      metadata: { name: "opened" },
      spec: { ...secret, plaintext: JSON.stringify({ schedule: "@daily", password: "hunter2" }) },
    }),
  );
  const nameless = (name: string, annotations: object) =>
    resource("kubernetes:batch/v1:CronJob", name, {
      metadata: { name: { ...secret, plaintext: JSON.stringify("acme-payroll") }, annotations },
      spec: { schedule: "@daily" },
    });
  state.deployment.resources.push(
    nameless("nameless", {}),
    nameless("marked", { "pulumi-checks/check": "backup" }),
    nameless("marked-in-secret", {
      "pulumi-checks/check": { ...secret, plaintext: JSON.stringify("acme-payroll") },
    }),
  );
  writeFileSync(file, JSON.stringify(state));
  const { stdout } = await coverage(file, "--json");
  expect(stdout).not.toMatch(/7 minutes|hunter2|acme/);
  const { jobs, gaps, problems } = JSON.parse(stdout) as CoverageReport;
  // Which check it has is not known, so it is not said that it has none.
  expect(problems).toEqual([
    expect.stringMatching(/ nameless is a job whose name is secret, so it is not known/),
    expect.stringMatching(/ marked-in-secret is a job that names its check in a secret, so it is not known/),
  ]);
  expect(JSON.stringify(gaps)).not.toContain("has the slug [secret]");
  expect(jobs.find(({ name }) => name === "hidden")).toMatchObject({ schedule: "[secret]" });
  expect(jobs.find(({ name }) => name === "opened")).toMatchObject({ schedule: "@daily" });
});

it("names each resource of a state that cannot be read, once", async () => {
  const file = await deploy();
  const state = JSON.parse(readFileSync(file, "utf8"));
  state.deployment.resources.push(
    resource("kubernetes:batch/v1:CronJob", "broken", { metadata: { name: "x" }, spec: {} }),
    resource("aws:cloudwatch/eventRule:EventRule", "rule", { scheduleExpression: 5 }),
    resource("gcp:cloudscheduler/job:Job", "export", { schedule: 5 }),
  );
  writeFileSync(file, JSON.stringify(state));
  expect((await report(file)).problems).toEqual([
    expect.stringMatching(/ broken is a CronJob that cannot be read: spec/),
    expect.stringMatching(/ rule is a schedule of EventBridge that cannot be read$/),
    expect.stringMatching(/ export is a job of Cloud Scheduler that cannot be read$/),
  ]);
});

it("says of no job that it has no check where its name is encrypted in the state, and leaves out none", async () => {
  const file = await deploy();
  const before = await report(file);
  const state = JSON.parse(readFileSync(file, "utf8"));
  const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
  const cronJob = (name: string, inputs: object) => resource("kubernetes:batch/v1:CronJob", name, inputs);
  const spec = { schedule: "@daily" };
  state.deployment.resources.push(
    cronJob("sealed-name", { metadata: { name: sealed }, spec }),
    cronJob("sealed-metadata", { metadata: sealed, spec }),
    cronJob("sealed-spec", { metadata: { name: "sealed-spec" }, spec: sealed }),
    resource("aws:cloudwatch/eventRule:EventRule", "sealed-rule", {
      name: "sealed-rule",
      scheduleExpression: sealed,
    }),
  );
  writeFileSync(file, JSON.stringify(state));
  const { jobs, gaps, problems } = await report(file);
  expect(problems).toEqual([
    expect.stringContaining("sealed-name is a job whose name is secret, so it is not known"),
    expect.stringContaining("sealed-metadata is a job whose declaration is encrypted in the state: write"),
    expect.stringContaining("sealed-spec is a job whose declaration is encrypted in the state: write"),
  ]);
  expect(jobs.find(({ name }) => name === "sealed-rule")).toMatchObject({ schedule: "[secret]" });
  expect(jobs).toHaveLength(before.jobs.length + 1);
  expect(gaps).toHaveLength(before.gaps.length + 1);
});

it("compares a whole project with the jobs of files, one list request", async () => {
  await deploy();
  await service.admin.clearRequests();
  const { stdout } = await shell.run("coverage", "deploy/jobs.yaml", "--all", "--json", "--quiet");
  const { counts, gaps } = JSON.parse(stdout) as CoverageReport;
  expect(counts).toEqual({ jobs: 4, needed: 2, covered: 1, checks: 9 });
  expect(gaps.map(({ gap }) => gap)).toEqual(["schedule", ...Array(7).fill("noJob")]);
  expect(await service.admin.requests()).toMatchObject({ total: 1 });
});

it("knows each check by the name that its own row has for the project, where two names mean one", async () => {
  process.env.CHECKS_PROJECTS_A_API_KEY = String(process.env.CHECKS_API_KEY);
  const state = await scene.deploy("prod", { own: { slug: "own" }, other: { slug: "other", project: "a" } });
  const covering = (...args: string[]) =>
    shell.run("coverage", "--quiet", "--json", "--state", state, ...args);
  const { code, stdout } = await covering("--project", "a");
  expect([code, (JSON.parse(stdout) as CoverageReport).gaps]).toMatchObject([
    2,
    [{ gap: "noJob", check: { label: "other", project: "a" } }],
  ]);
  const all = JSON.parse((await covering()).stdout) as CoverageReport;
  expect(all.gaps.map(({ check }) => check?.project)).toEqual(["default", "a"]);
  expect(all.notes).toEqual([]);
  // Without a word, a misspelt project would look like one in which every job has its check.
  const { notes } = JSON.parse((await covering("--project", "b")).stdout) as CoverageReport;
  expect(notes).toEqual([`--project: the state of ${state} holds no check of the project b`]);
});

it.each(["", "a b"])(
  "does not take %j for a tag that its checks happen not to have, nor does drift",
  async (tag) => {
    expect(await shell.run("coverage", "--quiet", "--all", "--tag", tag)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("It must be one tag, which has no blanks."),
    });
    await expect(scene.drift("--tag", "db", tag)).rejects.toThrow("It must be one tag, which has no blanks.");
  },
);

it("stands in the comment of `drift ci` when asked for, and goes with its gaps", async () => {
  const forge = await new ForgeStub().start();
  Object.assign(process.env, {
    GITHUB_REPOSITORY: "o/r",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: forge.url,
    GITHUB_REF: "refs/pull/17/merge",
  });
  try {
    const state = await deploy();
    const ci = (...more: string[]) =>
      scene.drift("ci", "--state", state, "--state-only", "--quiet", "--comment", "always", ...more);
    const paths = ["--machine-tz", "Europe/Riga", "--coverage", "."];
    expect((await ci(...paths)).code).toBe(2);
    expect(forge.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- pulumi-checks drift: [^\n]+ -->\n\n### Coverage: 4 of 9 jobs covered/),
    ]);
    expect(JSON.parse(readFileSync("drift-report/coverage.json", "utf8"))).toMatchObject({ version: 1 });
    // Not asked for, or enough: then it is drift alone that counts.
    expect((await ci()).code).toBe(0);
    expect(forge.comments).toEqual([]);
    expect((await ci(...paths, "--fail-under", "40")).code).toBe(0);
    expect((await ci(...paths, "--no-fail-on-drift")).code).toBe(0);
    for (const [option, value] of [
      ["--fail-under", "40"],
      ["--machine-tz", "UTC"],
    ] as const)
      await expect(ci(option, value)).rejects.toThrow(`${option}: it has no effect without --coverage`);
  } finally {
    await forge.stop();
  }
});
