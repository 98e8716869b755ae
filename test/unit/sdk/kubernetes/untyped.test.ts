import type { input } from "@pulumi/kubernetes/types";
import * as pulumi from "@pulumi/pulumi";
import { MonitoredCronJob, monitorCronJobs } from "../../../../sdk/kubernetes";
import { jobCheck } from "../../../../sdk/kubernetes/jobCheck";
import { pingedSpec, refuseWrongPinging } from "../../../../sdk/kubernetes/pingedSpec";
import { selectMonitoring } from "../../../../sdk/kubernetes/selection";
import { refusalOf } from "../../../support/sdk/jobs/jobFiles";

/** What a program in JavaScript, or a manifest, may have. */
const given = (value: unknown) => value as never;

const SECONDS = "must be a whole number of seconds, 0 or more";
const POD = "spec.jobTemplate.spec.template.spec";

/** A CronJob with one container. */
function spec(container: object): input.batch.v1.CronJobSpec {
  const containers = [{ name: "main", image: "backup", ...container }];
  return { schedule: "@daily", jobTemplate: { spec: { template: { spec: { containers } } } } };
}

describe("a CronJob in a program without types", () => {
  it("is refused if its command is a text, of which each letter would be a word", () => {
    const wrapped = (declared: input.batch.v1.CronJobSpec) => () =>
      pingedSpec('CronJob "backup"', declared, { name: "backup-ping", key: "ping-url" }, {});
    expect(refusalOf(wrapped(spec({ command: "/backup.sh" })))).toBe(
      `CronJob "backup": ${POD}.containers[0].command: must be a list of texts. Write it as in ["/backup.sh", "--all"]`,
    );
    expect(refusalOf(wrapped(spec({ command: ["/backup.sh"], env: { A: "1" } })))).toBe(
      `CronJob "backup": ${POD}.containers[0].env: must be a list`,
    );
    for (const [index, containers] of [
      [null],
      [{ name: "main", command: ["/backup.sh"] }, undefined],
    ].entries()) {
      const withNone = { spec: { containers: given(containers) } };
      expect(refusalOf(wrapped({ schedule: "@daily", jobTemplate: { spec: { template: withNone } } }))).toBe(
        `CronJob "backup": ${POD}.containers[${index}]: must be an object`,
      );
    }
    const template = { spec: { containers: given("main") } };
    expect(refusalOf(wrapped({ schedule: "@daily", jobTemplate: { spec: { template } } }))).toBe(
      `CronJob "backup": ${POD}.containers: must be a list`,
    );
  });

  it.each<[string, object, object, string]>([
    ["suspend", { suspend: "false" }, {}, "must be true or false"],
    ["startingDeadlineSeconds", { startingDeadlineSeconds: "600" }, {}, SECONDS],
    ["startingDeadlineSeconds", { startingDeadlineSeconds: -5 }, {}, SECONDS],
    ["jobTemplate.spec.activeDeadlineSeconds", {}, { activeDeadlineSeconds: "3600" }, SECONDS],
  ])("is refused if its %s is no value that Kubernetes takes", (place, wrong, job, reason) => {
    const declared = { schedule: "@daily", ...wrong, jobTemplate: { spec: { ...job, template: {} } } };
    expect(refusalOf(() => jobCheck('CronJob "backup"', "backup", given(declared), {}))).toBe(
      `CronJob "backup": spec.${place}: ${reason}`,
    );
  });

  it.each<[string, object, string]>([
    ["ping", { ping: "wrapp" }, 'must be "wrap" or "env"'],
    ["container", { container: 5 }, "must be a text"],
    [
      "entrypoint",
      { entrypoint: "/backup.sh" },
      'must be a list of texts. Write it as in ["/backup.sh", "--all"]',
    ],
    [
      "entrypoint",
      { entrypoint: ["/backup.sh", 3] },
      'must be a list of texts. Write it as in ["/backup.sh", "--all"]',
    ],
    ["check", { check: "Pager" }, "must be an object. Pass the arguments by name, in { }"],
    [
      "check.paused",
      { check: { paused: true } },
      "comes from the job's own declaration. Set it there, and leave it out here",
    ],
  ])("is refused if it has another %s than the types allow", (property, wrong, reason) => {
    const args = given({ spec: spec({ command: ["/backup.sh"] }), ...wrong });
    expect(refusalOf(() => new MonitoredCronJob("backup", args))).toBe(
      `MonitoredCronJob "backup": ${property}: ${reason}`,
    );
    expect(refusalOf(() => monitorCronJobs(given(wrong)))).toBe(`monitorCronJobs: ${property}: ${reason}`);
  });
});

it("an entrypoint of texts is none of what is refused", () => {
  expect(() => refuseWrongPinging("job", { entrypoint: ["/backup.sh", "--all"] })).not.toThrow();
});

it("options of monitorCronJobs that would select other jobs are refused", () => {
  expect(refusalOf(() => monitorCronJobs(given(null)))).toBe("monitorCronJobs: options: must be an object");
  expect(refusalOf(() => monitorCronJobs(given({ namespace: "prod" })))).toBe(
    "monitorCronJobs: namespace: is not an option. There are namespaces, labels, each, check, ping, container, entrypoint",
  );
  expect(refusalOf(() => monitorCronJobs(given({ namespaces: "prod" })))).toBe(
    'monitorCronJobs: namespaces: must be a list of texts, as in ["prod"]',
  );
  expect(refusalOf(() => monitorCronJobs(given({ labels: ["team"] })))).toBe(
    "monitorCronJobs: labels: must be an object. Pass the arguments by name, in { }",
  );
  expect(refusalOf(() => monitorCronJobs(given({ each: "crawler" })))).toBe(
    "monitorCronJobs: each: must be a function",
  );
});

it("an Output among the namespaces or labels of monitorCronJobs is refused, as it would select no job", () => {
  const output = pulumi.output("prod");
  expect(refusalOf(() => monitorCronJobs(given({ namespaces: ["prod", output] })))).toBe(
    'monitorCronJobs: namespaces: must be a list of texts, as in ["prod"]',
  );
  for (const value of [output, 2, undefined]) {
    expect(refusalOf(() => monitorCronJobs(given({ labels: { team: "data", tier: value } })))).toBe(
      'monitorCronJobs: labels["tier"]: must be a text',
    );
  }
});

it("what each returns is refused if it would change nothing about the job", () => {
  const job = { name: "crawler", namespace: "data", labels: {}, annotations: {} };
  const answered = (answer: unknown) => () => selectMonitoring(job, { each: () => given(answer) });
  for (const answer of [Promise.resolve(false), true, "env", ["env"]]) {
    expect(refusalOf(answered(answer))).toBe(
      'CronJob "crawler": each: must return an object, false or nothing',
    );
  }
  expect(refusalOf(answered({ pings: "env" }))).toBe(
    'CronJob "crawler": each: returned pings, which is not an option of a job. There are check, ping, container, entrypoint',
  );
  expect(answered(null)()).toEqual({ check: {} });
  expect(answered(false)()).toBeUndefined();
});
