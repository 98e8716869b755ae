import { assemble, type Circumstances } from "../../../../cli/coverage/assemble";
import { type ComparedCheck, type FoundJob, match } from "../../../../cli/coverage/gaps";
import type { IgnoredGap } from "../../../../cli/coverage/ignoredGap";
import { exitCodeOf } from "../../../../cli/coverage/report";
import { jobsInUnits } from "../../../../schedule/jobs/systemd";
import {
  type Conversion,
  convertCloudScheduler,
  convertGitHubActions,
  convertKubernetes,
} from "../../../../schedule/schedulers";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const HOURLY = { schedule: "0 * * * *", tz: "UTC" };

const job = (name: string, more: Partial<FoundJob> = {}): FoundJob => ({
  name,
  scheduler: "crontab",
  schedule: "0 * * * *",
  times: { ok: true, check: HOURLY, notes: [] },
  file: "crontab",
  line: 1,
  ...more,
});

const check = (slug: string, more: Partial<ComparedCheck> = {}): ComparedCheck => ({
  is: { label: slug, project: "default", uniqueKey: slug },
  slug,
  tags: [],
  times: { ...HOURLY, grace: 600 },
  ...more,
});

const run = (
  jobs: FoundJob[],
  checks: ComparedCheck[],
  ignore: IgnoredGap[] = [],
  { tags = [], ...more }: Partial<Circumstances> = {},
) =>
  assemble(match(jobs, checks, tags, NOW), {
    checks,
    tags,
    ignore,
    problems: [],
    notes: [],
    now: NOW,
    ...more,
  });

const gapsOf = (jobs: FoundJob[], checks: ComparedCheck[]) =>
  run(jobs, checks).gaps.map(({ gap, says }) => `${gap}: ${says}`);

it("finds the check by the slug of the job's name, or by the one that the job names", () => {
  expect(gapsOf([job("Nightly Backup (EU)")], [check("nightly-backup-eu")])).toEqual([]);
  expect(gapsOf([job("backup", { slug: "other" })], [check("other")])).toEqual([]);
  expect(gapsOf([job("резерв")], [])).toEqual([
    "noCheck: no check is known for it: no slug can be made of its name",
  ]);
});

it("tells when a job runs as its declaration has it, and how a check has that where it needs another spelling", () => {
  const schedule = "0 3 * * *";
  const zone = "Europe/Riga";
  const times = convertKubernetes({ schedule, timeZone: zone });
  const nightly = job("a", { scheduler: "kubernetes", schedule, timeZone: zone, times });
  const own = check("a", { times: { schedule, tz: zone, grace: 3600 } });
  expect(gapsOf([nightly], [own])).toEqual([
    "schedule: it runs 0 3 * * * (Europe/Riga; as a check: */60 3 * * *), its check expects 0 3 * * * (Europe/Riga): there is no run 2027-03-28 01:00 UTC",
  ]);
  const hourly = check("b", { times: { schedule: "30 * * * *", tz: "UTC", grace: 600 } });
  expect(gapsOf([job("b")], [hourly])).toEqual([
    expect.stringMatching(
      /^schedule: it runs 0 \* \* \* \* \(UTC\), its check expects 30 \* \* \* \* \(UTC\): /,
    ),
  ]);
});

it("prefers the check of the job's own stack, and compares all others where there is none", () => {
  const of = (stack: string, grace: number) =>
    check("a", { is: { label: stack, project: "p", uniqueKey: stack, stack }, times: { ...HOURLY, grace } });
  const both = [of("x/dev", 60), of("x/prod", 600)];
  expect(gapsOf([job("a", { deadline: 300, stack: "x/prod" })], both)).toEqual([
    "noJob: no job was found for it",
  ]);
  expect(gapsOf([job("a", { deadline: 300 })], both)).toEqual([
    "grace: its check alerts 1 min after its time, and it may take 5 min",
  ]);
});

it("takes no check of another stack that watches the job there", () => {
  const of = (stack: string) => check("a", { is: { label: stack, project: "p", uniqueKey: stack, stack } });
  const jobs = [job("a", { stack: "x/dev" }), job("a", { stack: "x/prod" })];
  expect(gapsOf(jobs, [of("x/dev")])).toEqual([
    "noCheck: no check of its stack has the slug a; that of x/dev watches the job there",
  ]);
  expect(gapsOf(jobs, [of("x/dev"), of("x/prod")])).toEqual([]);
  // One that declares checks alone, for jobs of others, also where it has such a job that needs none.
  expect(gapsOf(jobs.slice(1), [of("x/checks")])).toEqual([]);
  const free = job("a", { stack: "x/dev", unmonitored: true });
  expect(gapsOf([free, ...jobs.slice(1)], [of("x/dev")])).toEqual([]);
});

it("gives a check to one job: to those that name it, else to the first one that runs", () => {
  const at = (line: number, more: Partial<FoundJob> = {}) => job("a", { line, ...more });
  const others = (line: number) => [
    `noCheck: the check with the slug a watches another job (crontab:${line})`,
  ];
  expect(gapsOf([at(1), at(2)], [check("a")])).toEqual(others(1));
  expect(gapsOf([at(1), at(2, { name: "b", slug: "a" })], [check("a")])).toEqual(others(2));
  expect(gapsOf([at(1, { suspended: true }), at(2)], [check("a")])).toEqual([]);
  expect(gapsOf([at(1, { unmonitored: true }), at(2)], [check("a")])).toEqual([]);
  expect(gapsOf([at(1, { slug: "a" }), at(2, { slug: "a" })], [check("a")])).toEqual([]);
  const inProject = (project: string) => check("a", { is: { label: "a", project, uniqueKey: project } });
  expect(gapsOf([at(1), at(2)], [inProject("eu"), inProject("us")])).toEqual([]);
  // The same job may stand in two files; two resources are two jobs, wherever they are.
  expect(gapsOf([at(1), at(1, { file: "other" })], [check("a")])).toEqual([]);
  const stacks = ["x/dev", "x/prod"].map((stack) => at(1, { stack, file: `${stack}.ts` }));
  expect(gapsOf(stacks, [check("a")])).toEqual([
    "noCheck: the check with the slug a watches another job (x/dev.ts:1)",
  ]);
});

it("counts the scheduler's delay to the job's limit", () => {
  const times = { ok: true, check: { ...HOURLY, grace: 1200 }, notes: [] } as const;
  expect(gapsOf([job("a", { deadline: 300, times })], [check("a")])).toEqual([
    "grace: its check alerts 10 min after its time, and it may take 20 min",
  ]);
  expect(gapsOf([job("a", { times })], [check("a")])).toEqual([]);
});

it("counts a scheduler's delay also where the job has no limit of its own", () => {
  const files = (delay: string) => [
    { file: "a.timer", text: `[Timer]\nOnCalendar=hourly\nRandomizedDelaySec=${delay}\nTimeZone=UTC\n` },
    { file: "a.service", text: "[Service]\nType=oneshot\nExecStart=/bin/a\n" },
  ];
  const of = (delay: string, more: Partial<ComparedCheck> = {}) =>
    gapsOf(jobsInUnits(files(delay), "UTC").jobs, [check("a", more)]);
  expect(of("30min")).toEqual([
    "grace: its check alerts 10 min after its time, and it may start 31 min late",
  ]);
  expect(of("5min")).toEqual([]);
  expect(of("30min", { times: { timeout: 3600, grace: 600 } })).toEqual([
    "grace: its check alerts 70 min after a ping, and up to 91 min may lie between two",
  ]);
});

it("gives a run that tells when it starts its grace twice: until it starts, and from there on", () => {
  const times = { ok: true, check: { ...HOURLY, grace: 900 }, notes: [] } as const;
  const of = (deadline: number, grace: number) =>
    gapsOf([job("a", { deadline, times })], [check("a", { isStarted: true, times: { ...HOURLY, grace } })]);
  expect(of(600, 600)).toEqual([]);
  expect(of(600, 300)).toEqual(["grace: its check alerts 5 min after its time, and it may take 10 min"]);
  // It may start 10 min late, and take 5 min.
  expect(of(300, 599)).toEqual([
    "grace: its check alerts 599 s after its time, and it may start 10 min late",
  ]);
  // A check that does not wait for the next start has too short a grace for the run all the same.
  const impatient = check("a", { isStarted: true, times: { timeout: 60, grace: 60 } });
  expect(gapsOf([job("a", { deadline: 600 })], [impatient])).toEqual([
    expect.stringMatching(/^schedule: /),
    "grace: its check alerts 1 min after its time, and it may take 10 min",
  ]);
});

it("waits with a check that has a period from one ping to the next, however late the second one may be", () => {
  // Pings of an hourly job that may take 20 minutes are up to 80 minutes apart.
  const withPeriod = (timeout: number, grace: number, more: Partial<ComparedCheck> = {}) =>
    gapsOf([job("a", { deadline: 1200 })], [check("a", { times: { timeout, grace }, ...more })]);
  expect(withPeriod(5400, 60)).toEqual([]);
  expect(withPeriod(3600, 1200)).toEqual([]);
  expect(withPeriod(3000, 1300)).toEqual([
    "grace: its check alerts 4300 s after a ping, and up to 80 min may lie between two",
  ]);
  // After the ping of a start it waits for its grace alone.
  expect(withPeriod(5400, 60, { isStarted: true })).toEqual([
    "grace: its check alerts 1 min after its time, and it may take 20 min",
  ]);
  // That is said already: it does not even wait for the next start.
  expect(withPeriod(60, 60)).toEqual([expect.stringMatching(/^schedule: /)]);
});

it("finds nothing amiss with a check that says what its job says, whatever the clocks do then", () => {
  const zone = "Europe/London";
  const compare = (schedule: string, times: Conversion) =>
    gapsOf(
      [job("a", { schedule, timeZone: zone, times })],
      [check("a", { times: { schedule, tz: zone, grace: 3600 } })],
    );
  for (const schedule of ["0 * * * *", "*/15 * * * *", "30 1 * * *"])
    expect(compare(schedule, convertCloudScheduler({ schedule, timeZone: zone }))).toEqual([]);
  for (const cron of ["*/30 * * * *", "30 1 * * *"])
    expect(compare(cron, convertGitHubActions({ schedule: { cron, timezone: zone } }))).toEqual([]);
});

it("asks for a first ping when the job must have run, and not of a job that is suspended", () => {
  const since = (minutes: number) => check("a", { unpingedSince: NOW - minutes * 60_000 });
  // The job runs on the hour, and the check waits ten minutes more.
  expect(gapsOf([job("a")], [since(9)])).toEqual([]);
  expect(gapsOf([job("a")], [since(60)])).toEqual([]);
  expect(gapsOf([job("a")], [since(61)])).toEqual([
    "neverPinged: its check was never pinged; a ping was due 2026-11-22 09:10 UTC",
  ]);
  expect(gapsOf([job("a", { suspended: true })], [since(71)])).toEqual([]);
});

it("says what cannot be compared, and what the service does not have", () => {
  const times = { ok: false, property: "timeZone", reason: "is needed: the zone" } as const;
  expect(gapsOf([job("a", { times })], [check("a")])[0]).toMatch(/^unclear: .*give --machine-tz/);
  const { times: _times, ...bare } = check("a");
  expect(gapsOf([job("a")], [bare])).toEqual(["unclear: its program keeps the times of its check secret"]);
  expect(gapsOf([job("a")], [{ ...bare, isGone: true }])).toEqual([
    "noCheck: its check is declared, but gone from the service",
  ]);
});

it("counts the jobs that need a check: ignored, suspended and free ones do not", () => {
  const jobs = [job("a"), job("b"), job("c"), job("d", { suspended: true }), job("e", { unmonitored: true })];
  const entry = (name: string, until: string) => ({ name, reason: "OPS-17", until });
  const ignore = [entry("b", "2026-11-22"), entry("c", "2026-11-21"), entry("a", "2030-01-01")];
  const report = run(jobs, [check("a"), check("e")], ignore);
  expect(report.counts).toEqual({ jobs: 5, needed: 2, covered: 1, checks: 2 });
  expect([report.percent, exitCodeOf(report)]).toEqual([50, 2]);
  expect(report.jobs.map(({ standing }) => standing)).toEqual([
    "covered",
    "ignored",
    "gap",
    "suspended",
    "unmonitored",
  ]);
  expect(report.notes).toEqual([
    "ignored until 2026-11-21, which is over: c (OPS-17)",
    "it covers no gap of this run: a (OPS-17); remove the entry, unless other stacks need it",
  ]);
});

it("tells of no entry to remove about what the run did not look at", () => {
  const notes = (entry: Partial<IgnoredGap>, more: Partial<Circumstances> = {}) =>
    run(
      [job("a")],
      [check("a", { is: { label: "a", project: "default", uniqueKey: "key" } }), check("lone")],
      [{ name: "a", reason: "x", until: "2030-01-01", ...entry }],
      more,
    ).notes.length;
  expect([notes({}), notes({ file: "crontab" })]).toEqual([1, 1]);
  // Its job is in a folder that was not given, or in a file that could not be read.
  expect([notes({ name: "nightly" }), notes({ file: "other" }), notes({}, { problems: ["x"] })]).toEqual([
    0, 0, 0,
  ]);
  // Its check was seen, and what is amiss between the two only a run with its job sees.
  expect([notes({ name: "lone", gap: "grace" }), notes({ name: "lone", gap: "neverPinged" })]).toEqual([
    0, 0,
  ]);
  expect([notes({ name: "key", gap: "grace" }), notes({ name: "key", gap: "noJob" })]).toEqual([1, 1]);
  // With --tag it need not have a job.
  expect(notes({ name: "lone", gap: "noJob" }, { tags: ["db"] })).toEqual(0);
});

it("counts none of them where there are checks, be they amiss or gone", () => {
  const { times: _times, ...bare } = check("a", { isGone: true });
  const ignore = [{ name: "a", reason: "OPS-17", until: "2030-01-01" }];
  const late = check("b", { times: { ...HOURLY, grace: 60 } });
  const jobs = [job("a"), job("b", { suspended: true, deadline: 300 }), job("c", { suspended: true })];
  const report = run(jobs, [bare, late, check("c")], ignore);
  expect(report.jobs.map(({ standing }) => standing)).toEqual(["ignored", "suspended", "suspended"]);
  expect([report.counts.needed, report.percent]).toEqual([0, null]);
});

it("passes a gate of just as much as is covered", () => {
  const jobs = Array.from({ length: 50 }, (_, index) => job(`j${index}`));
  const checks = jobs.slice(0, 29).map(({ name }) => check(name));
  const report = run(jobs, checks, [], { failUnder: 58 });
  expect([report.percent, exitCodeOf(report)]).toEqual([58, 0]);
});

it("fails a gate that nothing could be measured for, and a run that could not read everything", () => {
  expect(exitCodeOf(run([], [], [], { failUnder: 0 }))).toBe(3);
  expect(exitCodeOf(run([], []))).toBe(0);
  expect(exitCodeOf(run([job("a")], [], [], { failUnder: 0 }))).toBe(0);
  expect(exitCodeOf(run([job("a")], [check("a")], [], { failUnder: 100 }))).toBe(0);
  expect(exitCodeOf(run([job("a")], [check("a")], [], { problems: ["x"], failUnder: 1 }))).toBe(3);
});

it("tells no UUID, wherever somebody wrote one", () => {
  const uuid = "8f6c7d0a-1111-4222-8333-444455556666";
  expect(JSON.stringify(run([job(`x-${uuid}`)], [], [], { notes: [uuid] }))).not.toContain(uuid);
});
