import { checksPolicies } from "../../../../sdk/policy";
import { checkGraceInBounds } from "../../../../sdk/policy/checkGraceInBounds";
import { DYNAMIC, PLUGIN, secret, type Told, unknown, verdicts } from "../../../support/sdk/policyVerdicts";

const check = (name: string, props: object = {}, type = DYNAMIC): Told => ({
  type,
  name,
  props: { slug: name, ...props },
});
const cronJob = (name: string, annotations: object = {}, spec: object = {}): Told => ({
  type: "kubernetes:batch/v1:CronJob",
  name,
  props: {
    metadata: { name, annotations },
    spec: {
      schedule: "30 2 * * *",
      jobTemplate: { spec: { template: { spec: { image: unknown } } } },
      ...spec,
    },
  },
});

describe("the policy job-has-check", () => {
  const of = (resources: Told[], otherChecks: string[] = []) =>
    verdicts(checksPolicies({ otherChecks }), "job-has-check", resources);

  it.each([DYNAMIC, PLUGIN])("finds the check of a job by its slug, for %s", async (type) => {
    expect(await of([cronJob("backup"), check("backup", {}, type)])).toEqual([]);
    // The slug of anything else is no check's.
    expect(
      await of([cronJob("backup"), check("other", {}, type), check("backup", {}, "github:Team")]),
    ).toEqual([
      'backup: "backup" runs on the schedule "30 2 * * *" and has no check: no check of this stack has the slug "backup". Declare one, name the job\'s check with "pulumi-checks/check", or set "pulumi-checks/monitor: false".',
    ]);
  });

  it("takes the check that a job names, and leaves alone what is to have none", async () => {
    const named = cronJob("backup", { "pulumi-checks/check": "nightly" });
    expect(await of([named, check("nightly")])).toEqual([]);
    expect(await of([named, check("backup")])).toEqual([expect.stringContaining('has the slug "nightly"')]);
    expect(await of([named], ["nightly"])).toEqual([]);
    expect(await of([cronJob("backup", { "pulumi-checks/monitor": "false" })])).toEqual([]);
    expect(await of([cronJob("backup", {}, { suspend: true })])).toEqual([]);
  });

  it("wants a check for each of several jobs with one slug, unless they name it themselves", async () => {
    const inNamespace = (namespace: string, annotations: object = {}): Told => {
      const { type, props } = cronJob("backup", annotations);
      const { spec } = props as { spec: object };
      return { type, name: namespace, props: { metadata: { name: "backup", namespace, annotations }, spec } };
    };
    const named = { "pulumi-checks/check": "backup" };
    const both = [inNamespace("staging"), inNamespace("prod", named)];
    expect(await of([...both, check("backup")])).toEqual([
      expect.stringMatching(
        /^staging: "backup" runs on the schedule .* has no check: the check with the slug "backup" watches "prod"\. /,
      ),
    ]);
    expect(await of([inNamespace("a"), inNamespace("b"), check("backup")])).toEqual([
      expect.stringMatching(/^b: .* watches "a"/),
    ]);
    expect(await of([inNamespace("a", named), inNamespace("b", named), check("backup")])).toEqual([]);
    expect(await of([...both, check("backup"), check("eu", { slug: "backup", project: "eu" })])).toEqual([]);
    expect(await of(both, ["backup"])).toEqual([]);
    const without = expect.stringContaining('no check of this stack has the slug "backup"');
    expect(await of([inNamespace("a"), inNamespace("b")])).toEqual([without, without]);
  });

  it("says nothing of what a preview does not know yet", async () => {
    expect(await of([cronJob("backup", { "pulumi-checks/check": unknown })])).toEqual([]);
    expect(await of([cronJob("backup", {}, { schedule: unknown })])).toEqual([]);
    for (const part of [{ jobTemplate: unknown }, { startingDeadlineSeconds: unknown }]) {
      expect(await of([cronJob("backup", {}, part), check("backup")])).toEqual([]);
      expect(await of([cronJob("backup", {}, part)])).toEqual([expect.stringContaining("has no check")]);
    }
    const window: Told = {
      type: "aws:scheduler/schedule:Schedule",
      name: "backup",
      props: { name: "backup", scheduleExpression: "rate(1 hour)", flexibleTimeWindow: unknown },
    };
    expect(await of([window, check("backup")])).toEqual([]);
    const whole = cronJob("backup");
    for (const part of ["metadata", "spec"])
      expect(await of([{ ...whole, props: { ...whole.props, [part]: unknown } }])).toEqual([]);
    for (const part of ["name", "scheduleExpression"])
      expect(await of([{ ...window, props: { ...window.props, [part]: unknown } }])).toEqual([]);
    expect(await of([cronJob("backup"), check("x", { slug: unknown })])).toEqual([
      "not applicable: the slug of a check is not known in this preview",
    ]);
  });

  it("knows the jobs of the clouds, whose names the engine may have made", async () => {
    const rule = (name: string): Told => ({
      type: "aws:cloudwatch/eventRule:EventRule",
      name: "report",
      props: { name, scheduleExpression: "cron(0 3 ? * MON-FRI *)", arn: unknown },
    });
    expect(await of([rule("report-1a2b3c4"), check("report")])).toEqual([]);
    expect(await of([rule("sales"), check("report")])).toEqual([expect.stringContaining('slug "sales"')]);
    const job: Told = {
      type: "gcp:cloudscheduler/job:Job",
      name: "export",
      props: { name: "export", schedule: "0 9 1 * *", description: "pulumi-checks check: monthly" },
    };
    expect(await of([job, check("monthly")])).toEqual([]);
    expect(await of([job])).toEqual([expect.stringContaining('slug "monthly"')]);
  });

  it("tells where a schedule of a cloud can name its check, which has no annotations", async () => {
    const job = (description: string): Told => ({
      type: "gcp:cloudscheduler/job:Job",
      name: "export",
      props: { name: "export", schedule: "0 9 1 * *", description },
    });
    expect(await of([job("Sends the figures.")])).toEqual([
      'export: "export" runs on the schedule "0 9 1 * *" and has no check: no check of this stack has the slug "export". Declare one, name the job\'s check by a line of its description, "pulumi-checks check: SLUG", or write "pulumi-checks monitor: false" there.',
    ]);
    expect(await of([job("Sends the figures.\npulumi-checks monitor: false")])).toEqual([]);
  });

  it("names neither a secret name nor a secret schedule, nor the slug that is made of it", async () => {
    const hidden: Told = {
      type: "kubernetes:batch/v1:CronJob",
      name: "nightly",
      props: {
        metadata: { name: secret("acme-payroll") },
        spec: { schedule: secret("7 7 * * *"), jobTemplate: {} },
      },
    };
    const [message, ...others] = await of([hidden]);
    expect(others).toEqual([]);
    expect(message).toMatch(/^nightly: "nightly" runs on a schedule and has no check: .* has its slug\./);
    expect(message).not.toMatch(/acme|7 7/);
    expect(await of([cronJob("nightly", { "pulumi-checks/check": secret("acme-payroll") })])).toEqual([
      expect.stringMatching(/^nightly: "nightly" runs on the schedule "30 2 .* has its slug\./),
    ]);
  });

  it("says so when a job cannot be read, and when no slug can be made of its name", async () => {
    const broken = cronJob("backup", {}, { schedule: 7 });
    expect(await of([broken])).toEqual([
      expect.stringMatching(
        /^backup: Nobody knows whether it has a check: is a CronJob that cannot be read: /,
      ),
    ]);
    expect(await of([cronJob("夜")])).toEqual([expect.stringContaining("no slug can be made of its name")]);
  });
});

describe("the policy check-alerts-somebody", () => {
  const of = (resources: Told[], except: string[] = []) =>
    verdicts(checksPolicies({ except }), "check-alerts-somebody", resources);
  const assignment = (props: object, from: string[] = []): Told => ({
    type: "checks:index:ChannelAssignment",
    name: "pager",
    props: { channels: ["Pager"], ...props },
    madeOf: { check: from },
  });

  it("wants channels, or an assignment", async () => {
    expect(await of([check("a", { channels: ["Pager"] }), check("b", { channels: "*" })])).toEqual([]);
    expect(await of([check("a", { channels: unknown })])).toEqual([]);
    expect(await of([check("a"), check("b", { channels: [] })])).toEqual([
      'a: It names no channels, and no ChannelAssignment of this stack is for it: nobody is alerted when it goes down. Name channels (or "*"), set checks:defaultChannels, or give it a ChannelAssignment.',
      expect.stringMatching(/^b: Its list of channels is empty, and no/),
    ]);
    expect(await of([check("a")], ["a"])).toEqual([]);
  });

  it("finds the assignment of a check by UUID, by slug in the same project, and in a preview by what it is made of", async () => {
    const uuid = "803f680d-e89b-492b-82ef-2be7b774a92d";
    expect(await of([check("a", { uuid }), assignment({ check: uuid })])).toEqual([]);
    expect(await of([check("a"), assignment({ check: "a" })])).toEqual([]);
    expect(await of([check("a", { project: "eu" }), assignment({ check: "a" })])).toHaveLength(1);
    expect(await of([check("a"), assignment({ check: "a", channels: [] })])).toHaveLength(1);
    // Of a check that the preview updates it knows the id, and so the assignment, and no output.
    const updated = [check("a", { uuid: unknown }), check("b"), assignment({ check: uuid }, ["a"])];
    expect(await of(updated)).toEqual([expect.stringMatching(/^b: /)]);
    expect(await of([check("a"), assignment({ check: uuid }, ["a"])])).toEqual([]);
    expect(
      await of([check("a", { uuid: `${uuid.slice(0, -1)}e` }), assignment({ check: uuid }, ["a"])]),
    ).toHaveLength(1);
    const fresh = [check("a"), check("b"), assignment({ check: unknown }, ["a"])];
    expect(await of(fresh)).toEqual([expect.stringMatching(/^b: /)]);
    expect(await of([check("a"), assignment({ check: unknown })])).toEqual([
      "not applicable: the check of a ChannelAssignment is not known in this preview",
    ]);
  });
});

it("does not apply where a slug that decides is not known in the preview, and judges all others", async () => {
  const why = "not applicable: the slug of a check is not known in this preview";
  const fresh = check("a", { slug: unknown, grace: 60 });
  const policies = checksPolicies({ except: ["legacy"], tags: ["prod"], grace: { min: "5m" } });
  for (const name of ["check-has-tags", "check-grace-in-bounds"])
    expect(await verdicts(policies, name, [fresh])).toEqual([why]);
  expect(await verdicts(policies, "check-alerts-somebody", [fresh, check("b")])).toEqual([
    expect.stringMatching(/^b: /),
    why,
  ]);
  const assigned = (props: object, from: string[] = []): Told => ({
    type: "checks:index:ChannelAssignment",
    name: "pager",
    props: { channels: ["Pager"], check: "legacy", ...props },
    madeOf: { check: from },
  });
  const alerts = (...more: Told[]) => verdicts(checksPolicies(), "check-alerts-somebody", [fresh, ...more]);
  expect(await alerts(assigned({}))).toEqual([why]);
  // Whatever its slug is, nothing of these is for it.
  const named = check("b", { channels: ["Pager"] });
  const others = [
    assigned({ check: "803f680d-e89b-492b-82ef-2be7b774a92d" }),
    assigned({ channels: [] }),
    assigned({ check: "b" }, ["b"]),
  ];
  for (const other of [undefined, ...others])
    expect(await alerts(named, ...(other ? [other] : []))).toEqual([expect.stringMatching(/^a: /)]);
  expect(await alerts(named, assigned({ check: "b" }, ["a", "b"]))).toEqual([why]);
  expect(await verdicts(checksPolicies({ tags: ["prod"] }), "check-has-tags", [fresh])).toHaveLength(1);
});

describe("the policy check-has-tags", () => {
  const of = (tags: string[], own?: unknown) =>
    verdicts(checksPolicies({ tags, except: ["b"] }), "check-has-tags", [
      check("a", own === undefined ? {} : { tags: own }),
      check("b"),
    ]);

  it("wants each tag, where * stands for any characters", async () => {
    expect(await of([])).toEqual([]);
    expect(await of(["prod", "team:*"], ["team:db", "prod"])).toEqual([]);
    expect(await of(["prod", "team:*"], ["production"])).toEqual(["a: It has no tag prod, and none team:*."]);
    expect(await of(["a.b"], ["axb"])).toEqual(["a: It has no tag a.b."]);
    expect(await of(["prod"])).toEqual(["a: It has no tag prod."]);
    expect(await of(["prod"], [unknown])).toEqual([]);
  });
});

describe("the policy check-grace-in-bounds", () => {
  const of = (grace: object, props: object = {}) =>
    verdicts(checksPolicies({ grace }), "check-grace-in-bounds", [check("a", props)]);

  it("holds the grace within bounds, also the service's own hour", async () => {
    expect(await of({}, { grace: 60 })).toEqual([]);
    expect(await of({ min: "5m", max: "1d" }, { grace: 300 })).toEqual([]);
    expect(await of({ min: "5m", max: "1d" }, { grace: "1d" })).toEqual([]);
    expect(await of({ min: "5m" }, { grace: 299 })).toEqual(["a: Its grace of 299 s is shorter than 5m."]);
    expect(await of({ max: 3599 })).toEqual(["a: Its grace of 3600 s is longer than 3599 s."]);
    expect(await of({ min: "5m" }, { grace: unknown })).toEqual([]);
  });

  it("does not name a grace that the program keeps secret", async () => {
    expect(await of({ min: "5m" }, { grace: secret(77) })).toEqual(["a: Its grace is shorter than 5m."]);
  });

  it("refuses a bound that is no length of time", () => {
    expect(() => checksPolicies({ grace: { min: "soon" } })).toThrow(
      'check-grace-in-bounds: min: must be seconds, or a text such as "5m", "1h30m" or "P1D", and is "soon"',
    );
    expect(() => checksPolicies({ grace: { min: "1d", max: 300 } })).toThrow(
      "check-grace-in-bounds: min: is longer than max (1d, 300 s), so no grace would be within bounds",
    );
    expect(() => checksPolicies({ grace: { min: "1h", max: 3600 } })).not.toThrow();
  });

  it("refuses the same of the pack's configuration, which may replace one bound only", async () => {
    const { validateResource, ...policy } = checkGraceInBounds({ min: "5m", max: "1d" });
    const configured = <T extends object>(config: T) => {
      const validate: typeof validateResource = (args, report) =>
        [validateResource]
          .flat()
          .forEach((one) => void one?.({ ...args, getConfig: <C>() => config as object as C }, report));
      return verdicts([{ ...policy, validateResource: validate }], policy.name, [check("a")]);
    };
    expect(await configured({ min: "1h" })).toEqual([]);
    await expect(configured({ min: "2d" })).rejects.toThrow(
      "check-grace-in-bounds: min: is longer than max (2d, 1d), so no grace would be within bounds",
    );
  });
});

it.each<[unknown, string]>([
  [null, "Invalid input: expected object, received null"],
  [{ tag: ["prod"] }, 'Unrecognized key: "tag"'],
  [{ tags: ["prod", ""] }, "tags: 1: must be a tag: one character at least, and no blank"],
  [{ tags: ["team a"] }, "tags: 0: must be a tag: one character at least, and no blank"],
  [{ tags: "prod" }, "tags: Invalid input: expected array, received string"],
  [{ except: null }, "except: Invalid input: expected array, received null"],
  [{ grace: "5m" }, "grace: Invalid input: expected object, received string"],
  [{ grace: { minimum: "5m" } }, 'grace: Unrecognized key: "minimum"'],
  [{ grace: { min: true } }, 'grace: min: must be seconds, or a text such as "5m"'],
  [{ levels: { "job-has-checks": "mandatory" } }, 'levels: Unrecognized key: "job-has-checks"'],
  [{ levels: { "job-has-check": "mandatry" } }, "levels: job-has-check: Invalid option: "],
])(
  "options of a pack that would require nothing, or what nobody can meet, are refused: %j",
  (options, reason) => {
    expect(() => checksPolicies(options as never)).toThrow(`checksPolicies: ${reason}`);
  },
);

describe("the policy ping-url-is-secret", () => {
  const URL = "https://monitoring.example.com/ping/803f680d-e89b-492b-82ef-2be7b774a92d";
  const of = (props: object, pingUrl: unknown = secret(URL)) =>
    verdicts(checksPolicies(), "ping-url-is-secret", [
      check("backup", { pingUrl }),
      { type: "pulumi:pulumi:Stack", name: "jobs-dev", props: props as Record<string, unknown> },
    ]);

  it("finds a ping URL that stands in an output unencrypted, at any depth, and names it without its value", async () => {
    const found = await of({ urls: [{ job: `curl ${URL}/start` }] });
    expect(found).toEqual([
      'jobs-dev: The output urls.0.job holds the ping URL of the check "backup" unencrypted. Keep it secret: remove unsecret(), or wrap it in secret().',
    ]);
    expect(found.join()).not.toContain("803f680d");
  });

  it("is content with a secret, with another URL, and with one that a preview does not know", async () => {
    expect(await of({ url: secret(URL), urls: secret([URL]) })).toEqual([]);
    expect(await of({ url: "https://monitoring.example.com/ping/other" })).toEqual([]);
    expect(await of({ url: unknown }, unknown)).toEqual([]);
  });

  it("looks at what stands beside values that a preview does not know, of whatever type", async () => {
    const list = "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2";
    expect(await of({ name: unknown, names: list, others: [unknown] })).toEqual([]);
    expect(await of({ name: unknown, names: list, url: URL })).toEqual([
      expect.stringContaining("The output url holds the ping URL"),
    ]);
  });
});

it("gives each policy the level that it is told, and leaves the rest to the pack", () => {
  const levels = Object.fromEntries(
    checksPolicies({ levels: { "check-has-tags": "disabled" } }).map(({ name, enforcementLevel }) => [
      name,
      enforcementLevel,
    ]),
  );
  expect(levels).toEqual({
    "job-has-check": undefined,
    "check-alerts-somebody": undefined,
    "check-has-tags": "disabled",
    "check-grace-in-bounds": undefined,
    "ping-url-is-secret": undefined,
  });
});
