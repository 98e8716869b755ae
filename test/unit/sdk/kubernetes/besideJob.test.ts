import { besideJob } from "../../../../sdk/kubernetes/besideJob";

describe("the check of a job with ignoreChanges", () => {
  const TIMES = ["schedule", "timeout"];
  const PAUSE = ["paused", "manualResume"];
  const NAMES = ["name", "slug"];
  const ALL = [...TIMES, "tz", ...PAUSE, "grace"];

  it.each<[string, string[], string[]]>([
    ["a part", ["spec.schedule"], TIMES],
    ["a part in brackets", ['spec["suspend"]'], PAUSE],
    ["a part that begins with a bracket", ['["spec"].schedule'], TIMES],
    ["what several parts are in", ["spec"], ALL],
    ["what a part is in", ["spec.jobTemplate"], ["grace"]],
    ["everything", ["*"], [...NAMES, ...ALL]],
    ["every key", ["spec.*"], ALL],
    ["what names it", ["metadata.*"], NAMES],
    ["the annotation with its slug", ['metadata.annotations["pulumi-checks/check"]'], ["slug"]],
    ["one key of every part", ["*.schedule", "spec.*.spec.activeDeadlineSeconds"], [...TIMES, "grace"]],
    [
      "other parts",
      ["spec.scheduleX", "specs", "metadata.labels", "spec.schedule.x", "spec.*.spec.template"],
      [],
    ],
  ])("keeps what the engine keeps of the job: %s", async (_, ignoreChanges, kept) => {
    const { check } = await besideJob({ ignoreChanges });
    expect(check.ignoreChanges ?? []).toEqual(kept);
  });

  it("follows what is declared of the check itself", async () => {
    const { check } = await besideJob({ ignoreChanges: ["spec.*"] }, { grace: "5m", manualResume: true });
    expect(check.ignoreChanges).toEqual([...TIMES, "tz", "paused"]);
  });
});

describe("the Secret of a job with ignoreChanges", () => {
  const CONTAINERS = "spec.jobTemplate.spec.template.spec.containers";
  const [NAME, NAMESPACE] = ["metadata.name", "metadata.namespace"];

  it.each<[string, string[], string[]]>([
    ["everything", ["*"], [NAME, NAMESPACE]],
    ["its namespace", ["metadata.namespace"], [NAMESPACE]],
    ["the variable with its name", [`${CONTAINERS}[1].env`], [NAME]],
    ["what that is in", ["spec.jobTemplate"], [NAME]],
    ["other parts", [`${CONTAINERS}[0].image`, "metadata.labels", "spec.schedule"], []],
  ])("stays where the job looks for it: %s", async (_, ignoreChanges, kept) => {
    const { secret } = await besideJob({ ignoreChanges }, {}, true);
    expect(secret.ignoreChanges ?? []).toEqual(kept);
  });

  it("has the name that the engine gives it where the job has none of its own", async () => {
    const { secret } = await besideJob({ ignoreChanges: ["*"] });
    expect(secret.ignoreChanges).toEqual([NAMESPACE]);
  });
});

describe("what is made next to a job with further options", () => {
  const placed = {
    dependsOn: [],
    deletedWith: "namespace" as never,
    version: "4.18.0",
    pluginDownloadURL: "https://plugins.example.com",
  };

  it("stays where the job stays", async () => {
    const stays = { protect: true, retainOnDelete: true };
    const { check, secret } = await besideJob(stays);
    expect([check, secret]).toEqual([expect.objectContaining(stays), expect.objectContaining(stays)]);
  });

  it("is served and deleted as the job is, of what belongs to the cluster", async () => {
    const { check, secret } = await besideJob(placed);
    expect(secret).toMatchObject(placed);
    expect(check).toEqual({ aliases: [] });
  });
});
