import { UNKNOWN } from "../../../../../provider/core/unknown";
import { PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

describe("a new check of a program in TypeScript on the plugin, without channels", () => {
  let service: Service;
  inFreshService((fresh) => {
    service = fresh;
  });

  /** What the preview of a check says, of which the program knows whether it has an assignment. */
  async function saidOf(inputs: object, isAssigned: boolean): Promise<string> {
    const run = await PluginRun.start(service);
    const __run = { name: "lonely", stack: "jobs/dev", preview: true, isAssigned };
    jest.mocked(console.error).mockClear();
    await run.create("lonely", (await run.check("lonely", { ...inputs, __run })).inputs, true);
    return jest.mocked(console.error).mock.calls.flat().join("\n");
  }

  it.each([
    ["all of which is known", {}],
    ["of which a field is not known", { desc: UNKNOWN }],
    ["of which a tag is not known", { tags: ["prod", UNKNOWN] }],
  ])("%s, is told in the preview to alert nobody, unless it has an assignment", async (_, fields) => {
    const inputs = { slug: "lonely", ...fields };
    expect(await saidOf(inputs, false)).toContain('check "lonely": channels: none, so nobody is alerted');
    expect(await saidOf(inputs, true)).toBe("");
  });
});
