import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PING_SCRIPT } from "../../sdk/kubernetes/pingScript";
import { compiled } from "../support/compiledProgram";
import { coverageOf } from "../support/coverage";
import { withPlugin } from "../support/hosts";
import { StubbedStack } from "../support/sdk/stubs/stubbedStack";
import { Service } from "../support/service";

const PROGRAM = `
const k8s = require("@pulumi/kubernetes");
const pulumi = require("@pulumi/pulumi");
const { MonitoredCronJob, monitorCronJobs } = require("pulumi-checks/kubernetes");

monitorCronJobs({ check: { tags: ["cluster"] } });

const { jobs, team, chart, own } = JSON.parse(require("fs").readFileSync("jobs.json", "utf8"));
const secretly = (args) => {
  for (const variable of args.spec.jobTemplate.spec.template.spec.containers[0].env ?? [])
    if (variable.name === "PASSWORD") variable.value = pulumi.secret(variable.value);
  return args;
};
for (const [name, args] of Object.entries(jobs ?? {})) new k8s.batch.v1.CronJob(name, secretly(args));
class Team extends pulumi.ComponentResource {
  constructor(name) {
    super("test:index:Team", name);
    for (const [job, args] of Object.entries(team ?? {})) new k8s.batch.v1.CronJob(job, args, { parent: this });
  }
}
new Team("team");
if (chart) new k8s.helm.v4.Chart("chart", { chart: "stub", values: chart });
for (const [name, args] of Object.entries(own ?? {})) new MonitoredCronJob(name, args);
`;

/** A secret as the engine sends it to plugins. */
const SECRET = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** A CronJob's arguments. */
function job(schedule: string, spec: object = {}, container: object = {}, metadata: object = {}) {
  const containers = [
    { name: "main", image: "postgres:17", command: ["/work.sh"], args: ["--all"], ...container },
  ];
  return {
    metadata,
    spec: {
      schedule,
      timeZone: "Europe/Riga",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers } } } },
      ...spec,
    },
  };
}

describe("a program with CronJobs of Kubernetes", () => {
  let service: Service;
  let stack: StubbedStack;

  beforeEach(async () => {
    service = await Service.start();
    stack = new StubbedStack(service.environment, { "index.js": PROGRAM }, ["kubernetes"]);
    await stack.init();
  });

  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  const declare = (jobs: object) => stack.write("jobs.json", JSON.stringify(jobs));
  const recorded = () => stack.done();

  it("has a check for each of them by one line, which follows it", async () => {
    const env = [
      { name: "MODE", value: "full" },
      { name: "PASSWORD", value: "hunter2" },
    ];
    const backup = job("30 2 * * *", {}, { env });
    const report = job("0 7 * * 1-5", { startingDeadlineSeconds: 600 });
    const cleanup = job("@hourly", { timeZone: undefined }, {}, { name: "cleanup", namespace: "tools" });
    const sync = { ...job("*/15 * * * *"), check: { slug: "sync-orders" }, ping: "env" };
    const ignored = job("0 1 * * *", {}, {}, { annotations: { "pulumi-checks/monitor": "false" } });

    declare({
      jobs: { unknown: job("0 1 * * *", {}, { command: undefined }), never: job("0 0 30 2 *") },
      chart: { wrong: job("99 * * * *", {}, {}, { name: "wrong" }) },
    });
    const refused = await stack.run("preview");
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      'error: CronJob "unknown": spec.jobTemplate.spec.template.spec.containers[0].command: is missing, and the command of the image itself is not known here. Set the command',
    );
    expect(refused.text).toMatch(
      /error: CronJob "chart:default\/wrong": spec.schedule: the minute must be 0 to 59/,
    );
    expect(refused.text).not.toMatch(/ at .*node_modules|UNKNOWN/);

    declare({ jobs: { backup, ignored }, team: { report }, chart: { cleanup }, own: { sync } });
    const up = await stack.run("up");
    expect(up).toMatchObject({ code: 0 });
    const checks = await service.checks();
    const found = Object.fromEntries(
      checks.map(({ slug, schedule, tz, grace, tags, status }) => [
        slug,
        [schedule, tz, grace, tags, status],
      ]),
    );
    expect(found).toEqual({
      backup: ["30 2 * * *", "Europe/Riga", 3600, "cluster", "new"],
      report: ["0 7 * * 1-5", "Europe/Riga", 4200, "cluster", "new"],
      cleanup: ["0 * * * *", "UTC", 3600, "cluster", "new"],
      "sync-orders": ["*/15 * * * *", "Europe/Riga", 3600, "", "new"],
    });
    const made = recorded();
    expect(containerOf(made["created CronJob backup"])).toMatchObject({
      command: ["/bin/sh", "-c", PING_SCRIPT, "job", "/work.sh"],
      args: ["--all"],
      env: [
        { name: "MODE", value: "full" },
        { name: "PASSWORD", value: SECRET("hunter2") },
        {
          name: "CHECKS_PING_URL",
          valueFrom: { secretKeyRef: { name: "backup-ping-1a2b3c", key: "ping-url", optional: true } },
        },
      ],
    });
    expect(containerOf(made["created CronJob chart:default/cleanup"]).command).toContain(PING_SCRIPT);
    expect(containerOf(made["created CronJob sync"]).command).toEqual(["/work.sh"]);
    expect(made["created CronJob ignored"]).toEqual({
      apiVersion: "batch/v1",
      kind: "CronJob",
      ...named(ignored, "ignored"),
    });
    expect(made["created Secret chart:default/cleanup-ping"]).toMatchObject({
      metadata: { name: "cleanup-ping", namespace: "tools" },
    });
    const { ping_url: pingUrl } = await service.check("backup");
    expect(JSON.stringify(made["created Secret backup-ping"])).toContain(pingUrl);
    const state = await stack.exported();
    const output = stack.output.join("");
    expect(state + output).not.toContain("hunter2");
    for (const check of checks) {
      expect(state).not.toContain(check.ping_url);
      expect(output).not.toContain(check.uuid);
    }
    const unchanged = await stack.run("preview");
    expect(unchanged.text).toMatch(/\d+ unchanged/);
    expect(unchanged.text).not.toMatch(/to (create|update|delete|replace)/);

    // A new schedule, a job that is suspended, one that is gone, and one that is no longer to be monitored.
    declare({
      jobs: { backup: job("45 4 * * *", {}, { env }) },
      team: { report: job("0 7 * * 1-5", { startingDeadlineSeconds: 600, suspend: true }) },
      own: { sync },
    });
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect(await service.check("backup")).toMatchObject({ schedule: "45 4 * * *", ping_url: pingUrl });
    expect(await service.check("report")).toMatchObject({ status: "paused" });
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual([
      "backup",
      "report",
      "sync-orders",
    ]);
    expect(Object.keys(recorded()).sort()).toEqual([
      "deleted CronJob chart:default/cleanup",
      "deleted CronJob ignored",
      "deleted Secret chart:default/cleanup-ping",
      "updated CronJob backup",
      "updated CronJob report",
    ]);

    declare({ team: { report } });
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect((await service.checks()).map(({ slug, status }) => [slug, status])).toEqual([["report", "new"]]);
  });

  it("takes the first of several lines that selects a job, and ends where a check is refused", async () => {
    const jobs = (more: string) => `
const { CronJob } = require("@pulumi/kubernetes/batch/v1");
const { secret } = require("@pulumi/pulumi");
const { monitorCronJobs } = require("pulumi-checks/kubernetes");
for (const team of ["a", "b", "c"])
  monitorCronJobs({ ...(team !== "c" && { namespaces: [team] }), check: { tags: [team] } });
const job = (name, namespace, schedule) =>
  new CronJob(name + "-" + namespace, { metadata: { name, namespace }, spec: { schedule, jobTemplate: { spec: { template: {
    spec: { restartPolicy: "Never", containers: [{ name: "main", image: "job", command: ["/work.sh"] }] } } } } } });
job("one", "a", "0 5 * * *");
job("two", "b", secret("0 6 * * *"));
job("three", "d", secret("@every 2h"));
${more}`;
    stack.write("index.js", jobs('job("one", "b", "0 7 * * *");'));
    for (const operation of ["preview", "up"] as const) {
      const refused = await stack.run(operation);
      expect(refused.code).not.toBe(0);
      expect(refused.text).toMatch(
        /Check "one-\w": slug: the Check "one-\w" of this program has the same slug/,
      );
    }
    stack.write("index.js", jobs(""));
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    const checks = await service.checks();
    const found = checks.map(({ slug, tags, schedule, timeout }) => [slug, tags, schedule ?? timeout]);
    expect(found.sort()).toEqual([
      ["one", "a", "0 5 * * *"],
      ["three", "c", 7200],
      ["two", "b", "0 6 * * *"],
    ]);
  });

  it("is refused where an Output turns out to be what cannot be wrapped", async () => {
    stack.write(
      "index.js",
      `
const { output } = require("@pulumi/pulumi");
const { MonitoredCronJob } = require("pulumi-checks/kubernetes");
const late = (value) => output(new Promise((resolve) => setTimeout(() => resolve(value), 10)));
const job = (name, container, pod, spec) =>
  new MonitoredCronJob(name, { spec: { schedule: "0 5 * * *", jobTemplate: { spec: { ...spec, template: { spec: {
    restartPolicy: "Never", containers: [{ name: "main", image: "job", command: ["/work.sh"], ...container }], ...pod } } } } } });
const jobs = {
  image: () => job("image", { image: late("gcr.io/distroless/java17") }),
  all: () => job("all", {}, { containers: late([{ name: "main", image: "gcr.io/distroless/java17", command: ["/a"] }]) }),
  os: () => job("os", {}, { os: { name: late("windows") } }),
  node: () => job("node", {}, { nodeSelector: late({ "kubernetes.io/os": "windows" }) }),
  pods: () => job("pods", {}, {}, { completions: late(3) }),
  name: () => job("name", { env: [{ name: late("a.b"), value: "c" }] }),
  own: () => job("own", { env: [late({ name: "CHECKS_PING_URL", value: "own" })] }),
};
jobs[require("fs").readFileSync("which", "utf8")]();
`,
    );
    const refusals = {
      image: "containers[0].image: is distroless: it has no shell",
      all: "containers[0].image: is distroless: it has no shell",
      os: "os.name: is windows, where there is no shell",
      node: 'nodeSelector["kubernetes.io/os"]: is windows, where there is no shell',
      pods: "completions: runs 3 pods, and each would report its own end",
      name: "containers[0].env: has a.b, which the shell",
      own: "containers[0].env: has a CHECKS_PING_URL of its own",
    };
    for (const [which, message] of Object.entries(refusals)) {
      stack.write("which", which);
      const { code, text } = await stack.run("preview");
      expect(text).toContain(message);
      expect(code).not.toBe(0);
      expect(text).not.toMatch(/ at .*node_modules|Calling \[toString\]/);
      expect(text.match(/^ {4}error: MonitoredCronJob/gm)).toHaveLength(1);
    }
    expect(recorded()).toEqual({});
  });

  it("keeps check and Secret of a job that an alias or an option keeps", async () => {
    const jobs = (declared: string) => `
const { CronJob } = require("@pulumi/kubernetes/batch/v1");
const { ComponentResource } = require("@pulumi/pulumi");
const { monitorCronJobs } = require("pulumi-checks/kubernetes");
monitorCronJobs();
const containers = [{ name: "main", image: "job", command: ["/work.sh"] }];
const jobTemplate = { spec: { template: { spec: { restartPolicy: "Never", containers } } } };
const job = (name, options, metadata, spec) =>
  new CronJob(name, { metadata, spec: { schedule: "@daily", jobTemplate, ...spec } }, options);
${declared}`;
    stack.write(
      "index.js",
      jobs(
        'job("old"); job("plain", {}, { name: "fixed" }); job("left", { retainOnDelete: true }); job("safe", { protect: true });',
      ),
    );
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    const before = await service.checks();
    recorded();
    stack.write(
      "index.js",
      jobs(`
const team = new ComponentResource("test:index:Team", "team");
job("new", { aliases: [{ name: "old" }] });
job("moved", { parent: team, aliases: ["urn:pulumi:dev::jobs::kubernetes:batch/v1:CronJob::plain"] }, { name: "fixed" });
job("safe", { protect: true, ignoreChanges: ["spec"] }, undefined, { schedule: "@hourly", suspend: true });`),
    );
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect(await service.check("safe")).toMatchObject({ schedule: "0 0 * * *", status: "new" });
    // A Secret of the same name cannot be made beside the one that there is.
    expect(Object.keys(recorded()).sort()).toEqual(["updated CronJob new", "updated Secret new-ping"]);
    const uuids = (checks: typeof before, ...slugs: string[]) =>
      slugs.map((slug) => checks.find((one) => one.slug === slug)?.uuid);
    expect(uuids(await service.checks(), "new", "fixed", "left", "safe")).toEqual(
      uuids(before, "old", "fixed", "left", "safe"),
    );
    const destroyed = await stack.pulumi(["destroy", "--yes", "--skip-preview"]);
    expect(destroyed.code).not.toBe(0);
    expect(uuids(await service.checks(), "safe")).toEqual(uuids(before, "safe"));
  });

  it("keeps check and Secret where a job keeps what names them", async () => {
    const jobs = (name: string, namespace: string) => `
const { CronJob } = require("@pulumi/kubernetes/batch/v1");
const { monitorCronJobs } = require("pulumi-checks/kubernetes");
monitorCronJobs();
const containers = [{ name: "main", image: "job", command: ["/work.sh"] }];
const jobTemplate = { spec: { template: { spec: { restartPolicy: "Never", containers } } } };
const job = (resource, ...ignoreChanges) =>
  new CronJob(
    resource,
    { metadata: { name: resource + "-${name}", namespace: "${namespace}" }, spec: { schedule: "@daily", jobTemplate } },
    { ignoreChanges },
  );
job("all", "*");
job("metadata", "metadata");
job("env", "spec.jobTemplate.spec.template.spec.containers[0].env");
job("image", "spec.jobTemplate.spec.template.spec.containers[0].image");
new CronJob("unnamed", { spec: { schedule: "@daily", jobTemplate } }, { ignoreChanges: ["spec"] });`;
    stack.write("index.js", jobs("one", "a"));
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    recorded();
    stack.write("index.js", jobs("two", "b"));
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    const checks = await service.checks();
    expect(checks.map(({ slug, name }) => [slug, name]).sort()).toEqual([
      ["all-one", "all-one"],
      ["env-two", "env-two"],
      ["image-two", "image-two"],
      ["metadata-one", "metadata-one"],
      ["unnamed", "unnamed"],
    ]);
    const made = recorded();
    expect(Object.keys(made).sort()).toEqual([
      "updated CronJob env",
      "updated CronJob image",
      "updated Secret env-ping",
      "updated Secret image-ping",
    ]);
    expect(made["updated Secret env-ping"]).toMatchObject({
      metadata: { name: "env-one-ping", namespace: "b" },
    });
    expect(made["updated Secret image-ping"]).toMatchObject({
      metadata: { name: "image-two-ping", namespace: "b" },
    });
    expect((await stack.run("preview")).text).not.toMatch(/to (create|update|delete|replace)/);
  });

  it("has a check where the component of the job has its checks", async () => {
    const other = await Service.start();
    try {
      const { CHECKS_URL: url, CHECKS_API_KEY: apiKey } = other.environment;
      const project = readFileSync(join(stack.folder, "Pulumi.yaml"), "utf8");
      if (stack.host === "dynamic") stack.write("Pulumi.yaml", withPlugin(project));
      stack.write(
        "index.js",
        `
const { CronJob } = require("@pulumi/kubernetes/batch/v1");
const { ComponentResource } = require("@pulumi/pulumi");
const { Provider } = require("pulumi-checks");
const { monitorCronJobs } = require("pulumi-checks/kubernetes");
monitorCronJobs();
const checks = new Provider("eu", ${JSON.stringify({ url, apiKey })});
const containers = [{ name: "main", image: "job", command: ["/work.sh"] }];
const jobTemplate = { spec: { template: { spec: { restartPolicy: "Never", containers } } } };
const job = (name, parent) => new CronJob(name, { spec: { schedule: "@daily", jobTemplate } }, { parent });
const team = new ComponentResource("test:index:Team", "team", {}, { providers: { checks } });
job("inside", new ComponentResource("test:index:Part", "part", {}, { parent: team }));
job("outside", new ComponentResource("test:index:Team", "other"));`,
      );
      expect(await stack.run("up")).toMatchObject({ code: 0 });
      const slugs = async (one: Service) => (await one.checks()).map(({ slug }) => slug);
      expect([await slugs(other), await slugs(service)]).toEqual([["inside"], ["outside"]]);
      expect((await stack.run("preview")).text).not.toMatch(/to (create|update|delete|replace)/);
    } finally {
      await other.stop();
    }
  });

  it("examples/kubernetes: a job monitored by the one line, one left out, and one that says more", async () => {
    const example = readFileSync(join(__dirname, "../../examples/kubernetes/index.ts"), "utf8");
    stack.write("index.js", compiled(example));
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    const [backup, report, ...others] = (await service.checks()).sort((a, b) => a.slug.localeCompare(b.slug));
    expect(others).toEqual([]);
    expect(backup).toMatchObject({
      slug: "db-backup",
      name: "nightly-backup",
      schedule: "30 2 * * *",
      grace: 4260,
    });
    expect(report).toMatchObject({
      slug: "weekly-report",
      schedule: "0 7 * * 1",
      tz: "Europe/Riga",
      grace: 1860,
    });
    const made = recorded();
    expect(
      Object.keys(made)
        .filter((name) => name.startsWith("created Secret"))
        .sort(),
    ).toEqual(["created Secret backup-ping", "created Secret report-ping"]);
    expect(containerOf(made["created CronJob warm-cache"]).command).toEqual(["true"]);
    expect(await coverageOf(stack, service)).toMatchObject({
      percent: 100,
      counts: { jobs: 3, needed: 2, covered: 2, checks: 2 },
      gaps: [],
      problems: [],
    });
  });
});

/** The container of a CronJob that the plugin was given. */
function containerOf(job: Record<string, unknown> | undefined): Record<string, unknown> {
  const { spec } = job as {
    spec: { jobTemplate: { spec: { template: { spec: { containers: [object] } } } } };
  };
  return spec.jobTemplate.spec.template.spec.containers[0] as Record<string, unknown>;
}

/** With the name that the plugin gives a job that has none. */
function named({ metadata, ...rest }: ReturnType<typeof job>, name: string) {
  return { ...rest, metadata: { ...metadata, name: `${name}-1a2b3c` } };
}
