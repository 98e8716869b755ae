import type { input } from "@pulumi/kubernetes/types";
import * as pulumi from "@pulumi/pulumi";
import { type Pinging, pingedSpec } from "../../../../sdk/kubernetes/pingedSpec";
import { PING_SCRIPT } from "../../../../sdk/kubernetes/pingScript";

type CronJobSpec = input.batch.v1.CronJobSpec;
type PodSpec = input.core.v1.PodSpec;

const SECRET = { name: "backup-ping", key: "ping-url" };
const URL_VARIABLE = {
  name: "CHECKS_PING_URL",
  valueFrom: { secretKeyRef: { name: "backup-ping", key: "ping-url", optional: true } },
};
const WRAPPER = ["/bin/sh", "-c", PING_SCRIPT, "job"];

/** A CronJob with these containers. */
function spec(
  containers: pulumi.Input<object[]>,
  job: object = {},
  annotations?: Record<string, string>,
): CronJobSpec {
  const template = {
    ...(annotations && { metadata: { annotations } }),
    spec: { restartPolicy: "Never", containers } as PodSpec,
  };
  return { schedule: "@daily", jobTemplate: { spec: { template, ...job } } };
}

const pinged = (declared: CronJobSpec, pinging: Pinging = {}) =>
  pingedSpec('CronJob "backup"', declared, SECRET, pinging);

/** Containers of a result, with all outputs in them resolved. */
async function containers(result: CronJobSpec): Promise<object[]> {
  const known = await new Promise<{
    jobTemplate: { spec: { template: { spec: { containers: object[] } } } };
  }>((resolve) => pulumi.output(result).apply((value) => resolve(value as never)));
  return known.jobTemplate.spec.template.spec.containers;
}

describe("a CronJob that pings", () => {
  it("runs its command inside the script, with its arguments, and has the URL from the Secret", async () => {
    const container = {
      name: "main",
      image: "postgres:17",
      command: ["/backup.sh", "-v"],
      args: ["--all", "$(X)"],
    };
    expect(await containers(pinged(spec([{ ...container, env: [{ name: "A", value: "b" }] }])))).toEqual([
      {
        ...container,
        command: [...WRAPPER, "/backup.sh", "-v"],
        env: [{ name: "A", value: "b" }, URL_VARIABLE],
      },
    ]);
  });

  it("keeps everything else as it was", () => {
    const declared = spec([{ name: "main", command: ["a"] }], { backoffLimit: 2 }, { one: "two" });
    const result = pinged({ ...declared, concurrencyPolicy: "Forbid" });
    expect(result).toMatchObject({
      schedule: "@daily",
      concurrencyPolicy: "Forbid",
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: { metadata: { annotations: { one: "two" } }, spec: { restartPolicy: "Never" } },
        },
      },
    });
    expect(declared).toEqual(spec([{ name: "main", command: ["a"] }], { backoffLimit: 2 }, { one: "two" }));
  });

  it("may be allowed more pods at a time than it needs: there is one then", async () => {
    const declared = spec([{ name: "main", command: ["a"] }], { completions: 1, parallelism: 3 });
    expect(pinged(declared)).toMatchObject({ jobTemplate: { spec: { completions: 1, parallelism: 3 } } });
    const later = spec([{ name: "main", command: ["a"] }], {
      completions: pulumi.output(Promise.resolve(1)),
      parallelism: 3,
    });
    const job = pulumi.output(pinged(later).jobTemplate).apply(({ spec: one }) => one?.parallelism);
    expect(await new Promise((resolve) => job.apply(resolve))).toBe(3);
  });

  it("may have null for what it does not say, as a manifest has it", async () => {
    const parsed = JSON.parse('{"name": "main", "command": ["a"], "args": null, "env": null}');
    const wrapped = { name: "main", command: [...WRAPPER, "a"], env: [URL_VARIABLE] };
    expect(await containers(pinged(spec([parsed])))).toEqual([expect.objectContaining(wrapped)]);
    expect(await containers(pinged(spec([parsed]), { ping: "env" }))).toEqual([
      { ...parsed, env: [URL_VARIABLE] },
    ]);
    const metadata = JSON.parse('{"metadata": null}');
    const declared = spec([parsed], { template: { ...metadata, spec: { containers: [parsed] } } });
    expect(await containers(pinged(declared))).toEqual([expect.objectContaining(wrapped)]);
  });

  it("has only the variable where its program pings by itself", async () => {
    const container = { name: "main", image: "gcr.io/distroless/static" };
    expect(await containers(pinged(spec([container]), { ping: "env" }))).toEqual([
      { ...container, env: [URL_VARIABLE] },
    ]);
    const dotted = { name: "spring.datasource.url", value: "x" };
    expect(await containers(pinged(spec([{ ...container, env: [dotted] }]), { ping: "env" }))).toEqual([
      { ...container, env: [dotted, URL_VARIABLE] },
    ]);
  });

  it("runs what its image runs where that is told", async () => {
    const [container] = await containers(
      pinged(spec([{ name: "main", args: ["x"] }]), { entrypoint: ["/start", "-q"] }),
    );
    expect(container).toMatchObject({ command: [...WRAPPER, "/start", "-q"], args: ["x"] });
  });

  it("runs that without what Kubernetes would replace in it: in an image's own command it replaces nothing", async () => {
    const entrypoint = ["sh", "-c", "echo $$ $HOME $(date) $$(x)"];
    const own = { name: "main", command: entrypoint };
    const commands = await containers(pinged(spec([{ name: "main" }]), { entrypoint }));
    expect(commands).toMatchObject([
      { command: [...WRAPPER, "sh", "-c", "echo $$$ $HOME $$(date) $$$$(x)"] },
    ]);
    // What stands in the job's own command is the job's own.
    expect(await containers(pinged(spec([own]), { entrypoint }))).toMatchObject([
      { command: [...WRAPPER, ...entrypoint] },
    ]);
  });

  it.each<[string, object]>([
    ["an empty list", { command: [] }],
    ["an output that is empty", { command: pulumi.output([]) }],
    ["an output that is undefined", { command: pulumi.output({}).apply(() => undefined) }],
  ])("runs what its image runs where its command is %s", async (_, command) => {
    const [container] = await containers(
      pinged(spec([{ name: "main", ...command }]), { entrypoint: ["/start"] }),
    );
    expect(container).toMatchObject({ command: [...WRAPPER, "/start"] });
  });

  it.each([
    ["named in container", { container: "work" }, undefined],
    ["the default one of kubectl", {}, { "kubectl.kubernetes.io/default-container": "work" }],
    [
      "named in container beside another default one of kubectl",
      { container: "work" },
      { "kubectl.kubernetes.io/default-container": "proxy" },
    ],
  ])("is wrapped in one container of several: %s", async (_, pinging, annotations) => {
    const proxy = { name: "proxy", image: "envoy" };
    const result = await containers(
      pinged(spec([proxy, { name: "work", command: ["a"] }], {}, annotations), pinging),
    );
    expect(result).toEqual([proxy, { name: "work", command: [...WRAPPER, "a"], env: [URL_VARIABLE] }]);
  });

  it("is changed in the same way where parts of it are outputs", async () => {
    const command = pulumi.output(["a", "b"]);
    const result = pinged(spec(pulumi.output([{ name: "main", command, env: pulumi.output([]) }])));
    expect(await containers(result)).toEqual([
      { name: "main", command: [...WRAPPER, "a", "b"], env: [URL_VARIABLE] },
    ]);
  });
});

describe("a CronJob for Windows", () => {
  const windows = (pod: object): CronJobSpec => {
    const containers = [{ name: "main", command: ["powershell"] }];
    return { schedule: "@daily", jobTemplate: { spec: { template: { spec: { containers, ...pod } } } } };
  };
  const nodeSelector = { "kubernetes.io/os": "windows" };

  it.each([
    ["os.name", { os: { name: "windows" } }],
    ['nodeSelector["kubernetes.io/os"]', { nodeSelector }],
  ])("is refused by %s, as it has no sh", (place, pod) => {
    expect(() => pinged(windows(pod))).toThrow(
      new Error(
        `CronJob "backup": spec.jobTemplate.spec.template.spec.${place}: is windows, where there is no shell to wrap ` +
          'the command with. Set ping to "env" and let the program ping',
      ),
    );
  });

  it("may ping by itself, and others say that they are for Linux", async () => {
    const [container] = await containers(pinged(windows({ nodeSelector }), { ping: "env" }));
    expect(container).toMatchObject({ command: ["powershell"], env: [URL_VARIABLE] });
    expect(() => pinged(windows({ os: { name: "linux" }, nodeSelector: null }))).not.toThrow();
  });

  it.each([{ "kubernetes.io/os": "linux", disk: "ssd" }, { disk: "ssd" }])(
    "is not one that runs on other machines, and keeps on which: %j",
    (nodeSelector) => {
      const pod = { os: { name: "linux" }, nodeSelector };
      const result = pinged(windows(pod)) as { jobTemplate: { spec: { template: { spec: object } } } };
      expect(result.jobTemplate.spec.template.spec).toStrictEqual({ ...pod, containers: expect.anything() });
    },
  );
});

describe("a CronJob that cannot be wrapped is refused:", () => {
  const pod = "spec.jobTemplate.spec.template.spec";
  it.each<[string, CronJobSpec, Pinging, string]>([
    [
      "without a command",
      spec([{ name: "main", args: ["x"] }]),
      {},
      `${pod}.containers[0].command: is missing, and the command of the image itself is not known here. Set the command, or put what the image runs into entrypoint, or set ping to "env" and let the program ping`,
    ],
    [
      "with an empty one",
      spec([{ name: "main", command: [] }]),
      {},
      `${pod}.containers[0].command: is missing, and the command of the image itself is not known here. Set the command, or put what the image runs into entrypoint, or set ping to "env" and let the program ping`,
    ],
    [
      "in an image without a shell",
      spec([{ name: "main", image: "gcr.io/distroless/static:nonroot", command: ["/app"] }]),
      {},
      `${pod}.containers[0].image: is distroless: it has no shell to wrap the command with. Set ping to "env" and let the program ping`,
    ],
    [
      "with several containers",
      spec([
        { name: "one", command: ["a"] },
        { name: "two", command: ["b"] },
      ]),
      {},
      `${pod}.containers: has 2 of them (one, two), and nothing says which one does the work. Name it in container`,
    ],
    [
      "with another container than the one named",
      spec([{ name: "one", command: ["a"] }]),
      { container: "three" },
      `${pod}.containers: has none called three (there is one). Name it in container`,
    ],
    [
      "with several pods",
      spec([{ name: "main", command: ["a"] }], { completions: 5 }),
      {},
      'spec.jobTemplate.spec.completions: runs 5 pods, and each would report its own end as the end of the job. Set ping to "env" and let the last one ping',
    ],
    [
      "with several pods at a time",
      spec([{ name: "main", command: ["a"] }], { parallelism: 2 }),
      {},
      'spec.jobTemplate.spec.parallelism: runs 2 pods, and each would report its own end as the end of the job. Set ping to "env" and let the last one ping',
    ],
    [
      "with a ping URL of its own",
      spec([{ name: "main", command: ["a"], env: [{ name: "CHECKS_PING_URL", value: "x" }] }]),
      {},
      `${pod}.containers[0].env: has a CHECKS_PING_URL of its own. Remove it, or do not monitor this job`,
    ],
    [
      "with a variable that a shell drops when it starts",
      spec([
        {
          name: "main",
          command: ["a"],
          env: [{ name: "spring.datasource.url", value: "x" }, { name: "a-b" }],
        },
      ]),
      {},
      `${pod}.containers[0].env: has spring.datasource.url, which the shell around the command would catch. Set ping to "env" and let the program ping`,
    ],
    [
      "without a job",
      { schedule: "@daily", jobTemplate: {} },
      {},
      "spec.jobTemplate.spec: is missing. Say what the job runs",
    ],
  ])("%s", (_, declared, pinging, message) => {
    expect(() => pinged(declared, pinging)).toThrow(new Error(`CronJob "backup": ${message}`));
  });

  it.each([
    ['{"jobTemplate": null}', "spec.jobTemplate.spec"],
    ['{"jobTemplate": {"spec": null}}', "spec.jobTemplate.spec"],
    ['{"jobTemplate": {"spec": {"template": null}}}', pod],
    ['{"jobTemplate": {"spec": {"template": {"spec": null}}}}', pod],
    ['{"jobTemplate": {"spec": {"template": {"spec": {"containers": null}}}}}', `${pod}.containers`],
    ['{"jobTemplate": {"spec": {"template": {"spec": {"containers": []}}}}}', `${pod}.containers`],
  ])("without what it runs, as a manifest can have it: %s", (declared, place) => {
    expect(() => pinged(JSON.parse(declared))).toThrow(
      new Error(`CronJob "backup": ${place}: is missing. Say what the job runs`),
    );
  });
});

describe("a CronJob with parts that are outputs", () => {
  const main = { name: "main", command: ["a"] };
  const late = <T>(value: T) => pulumi.output(Promise.resolve(value));

  it("stays as it is where they are right", async () => {
    const image = late("postgres:17");
    const env = [{ name: late("A"), value: "b" }];
    const [container] = await containers(pinged(spec([{ ...main, image, env }], { completions: late(1) })));
    expect(container).toMatchObject({
      image: "postgres:17",
      command: [...WRAPPER, "a"],
      env: [{ name: "A", value: "b" }, URL_VARIABLE],
    });
  });

  it("is not wrapped at another container than the one that is named, and no text of Pulumi's stands for a name", () => {
    const two = [{ name: late("main"), command: ["a"] }, { name: "b" }];
    expect(() => pinged(spec(two), { container: "main" })).toThrow(
      "has none called main (there is by an Output, b)",
    );
    const annotation = { "kubectl.kubernetes.io/default-container": late("main") } as never;
    expect(() => pinged(spec([main, { name: "b" }], {}, annotation))).toThrow(
      "has none called by an Output (there is main, b). Name it in container",
    );
  });

  it("is not wrapped at the only container without a known name where nothing says which one does the work", () => {
    expect(() => pinged(spec([late(main), { name: "b" }]))).toThrow(
      "has 2 of them (by an Output, b), and nothing says which one does the work. Name it in container",
    );
  });
});
