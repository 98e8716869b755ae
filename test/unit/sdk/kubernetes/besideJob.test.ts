import { besideJob } from "../../../../sdk/kubernetes/besideJob";

describe("the check of a job with ignoreChanges", () => {
  const TIMES = ["schedule", "timeout"];
  const PAUSE = ["paused", "manualResume"];
  const ALL = [...TIMES, "tz", ...PAUSE, "grace"];

  it.each<[string, string[], string[]]>([
    ["a part", ["spec.schedule"], TIMES],
    ["a part in brackets", ['spec["suspend"]'], PAUSE],
    ["a part that begins with a bracket", ['["spec"].schedule'], TIMES],
    ["what several parts are in", ["spec"], ALL],
    ["what a part is in", ["spec.jobTemplate"], ["grace"]],
    ["everything", ["*"], ALL],
    ["every key", ["spec.*"], ALL],
    ["one key of every part", ["*.schedule", "spec.*.spec.activeDeadlineSeconds"], [...TIMES, "grace"]],
    ["other parts", ["spec.scheduleX", "specs", "metadata.*", "spec.schedule.x", "spec.*.spec.template"], []],
  ])("keeps what the engine keeps of the job: %s", async (_, ignoreChanges, kept) => {
    const { check } = await besideJob({ ignoreChanges });
    expect(check.ignoreChanges ?? []).toEqual(kept);
  });

  it("follows what is declared of the check itself", async () => {
    const { check } = await besideJob({ ignoreChanges: ["spec.*"] }, { grace: "5m", manualResume: true });
    expect(check.ignoreChanges).toEqual([...TIMES, "tz", "paused"]);
  });
});
