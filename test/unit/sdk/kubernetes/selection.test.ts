import * as pulumi from "@pulumi/pulumi";
import { unknown as UNKNOWN } from "@pulumi/pulumi/output";
import type { JobMonitoring } from "../../../../sdk/kubernetes/monitoring";
import {
  describeCronJob,
  type MonitorCronJobsOptions,
  selectMonitoring,
} from "../../../../sdk/kubernetes/selection";

const JOB = {
  name: "crawler",
  namespace: "data",
  labels: { team: "data", tier: "two" },
  annotations: {},
};

describe("a CronJob of a program", () => {
  it("is described by what the program says, with its defaults", async () => {
    expect(await describeCronJob("crawler", undefined)).toEqual({ ...JOB, namespace: "default", labels: {} });
    const metadata = pulumi.output({ name: "web-crawler", namespace: "data", labels: { team: "data" } });
    expect(await describeCronJob("crawler", metadata)).toEqual({
      name: "web-crawler",
      namespace: "data",
      labels: { team: "data" },
      annotations: {},
    });
  });

  it("is described where its manifest has null, or an empty namespace, for what it does not say", async () => {
    for (const metadata of [
      "null",
      '{"namespace": ""}',
      '{"name": null, "namespace": null, "labels": null, "annotations": null}',
    ]) {
      const plain = { ...JOB, namespace: "default", labels: {} };
      expect(await describeCronJob("crawler", JSON.parse(metadata))).toEqual(plain);
    }
  });

  it("is described by what a preview knows of it, and has a check whose slug is unknown", async () => {
    const unknown = pulumi.output(UNKNOWN) as unknown as pulumi.Output<string>;
    const labels = { team: "data", tier: unknown };
    const annotations = { "pulumi-checks/monitor": "false", "pulumi-checks/check": unknown, build: unknown };
    expect(await describeCronJob("crawler", { labels, annotations })).toMatchObject({
      labels: { team: "data" },
      annotations: { "pulumi-checks/monitor": "false", "pulumi-checks/check": "" },
    });
    const whole = unknown as unknown as pulumi.Output<Record<string, string>>;
    const job = await describeCronJob("crawler", { labels: whole, annotations: { a: pulumi.output("b") } });
    expect(job).toMatchObject({ labels: {}, annotations: { a: "b" } });
  });

  it.each<[string, MonitorCronJobsOptions, boolean]>([
    ["by default", {}, true],
    ["of a namespace that is asked for", { namespaces: ["prod", "data"] }, true],
    ["of another one", { namespaces: ["prod"] }, false],
    ["with all labels", { labels: { team: "data", tier: "two" } }, true],
    ["with one label that is another", { labels: { team: "data", tier: "one" } }, false],
    ["that is left out by name", { each: ({ name }) => (name === "crawler" ? false : undefined) }, false],
  ])("is selected or not: %s", (_, options, isSelected) => {
    expect(selectMonitoring(JOB, options) !== undefined).toBe(isSelected);
  });

  it.each([
    ["was opted out", { "pulumi-checks/monitor": "false" }],
    ["has a check", { "pulumi-checks/check": "crawler" }],
  ])("is left alone when it %s", (_, annotations) => {
    expect(selectMonitoring({ ...JOB, annotations }, {})).toBeUndefined();
  });

  it("is monitored as said for all, and before that as said for it", () => {
    const options: MonitorCronJobsOptions = {
      ping: "wrap",
      check: { tags: ["all"], channels: ["Pager"] },
      each: () => ({ ping: "env", check: { tags: ["own"] } }),
    };
    expect(selectMonitoring(JOB, options)).toEqual({
      ping: "env",
      check: { tags: ["own"], channels: ["Pager"] },
    });
  });

  it("is monitored as said for all where nothing is said for it", () => {
    const options: MonitorCronJobsOptions = {
      ping: "env",
      check: { channels: ["Pager"] },
      each: () => ({ ping: undefined, check: { channels: undefined } }) as unknown as JobMonitoring,
    };
    expect(selectMonitoring(JOB, options)).toEqual({ ping: "env", check: { channels: ["Pager"] } });
    expect(
      selectMonitoring(JOB, { ...options, each: () => ({ check: undefined }) as unknown as JobMonitoring }),
    ).toEqual({
      ping: "env",
      check: { channels: ["Pager"] },
    });
  });

  it("is not selected by namespace while that is unknown, which is said", () => {
    const log = jest.spyOn(pulumi.log, "info").mockResolvedValue(undefined);
    expect(selectMonitoring({ ...JOB, namespace: undefined }, { namespaces: ["data"] })).toBeUndefined();
    expect(log.mock.calls).toEqual([
      ['CronJob "crawler": this preview does not know its namespace, so it shows no check for it.'],
    ]);
    log.mockRestore();
  });
});
