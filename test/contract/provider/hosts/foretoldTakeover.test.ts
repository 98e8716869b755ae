import type { Values } from "../../../../provider/core/fields";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => {
  const tell = (message: string) => console.error(message);
  return { engineLog: () => ({ info: tell, warn: tell, status() {} }) };
});

/** Of what the preview knows it tells all; of the rest it says that it does not know. */
describe.each(["dynamic", "plugin"])("a check of somebody else, in a preview on the %s host", (host) => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  /** Why the preview refuses a new check. */
  const refused = async (args: Values, settings: Record<string, string> = {}): Promise<string[]> => {
    if (host === "dynamic") {
      const run = await DynamicRun.start(service, settings);
      return (await run.check(args, { preview: true })).failures as string[];
    }
    const run = await PluginRun.start(service, settings);
    const { inputs, failures } = await run.check("backup", args);
    expect(failures).toEqual([]);
    return run.create("backup", inputs, true).then(
      () => [],
      (error: Error) => [error.message],
    );
  };
  const byHand = (fields: object) => service.request("POST", "/checks/", { slug: "backup", ...fields });
  const told = () => jest.mocked(console.error).mock.calls.map(([message]) => String(message));

  it("is told to be taken over, and what that is sure to change and what perhaps, where one value is not known yet", async () => {
    await byHand({ grace: 600 });
    expect(await refused({ slug: "backup", grace: 60, desc: UNKNOWN })).toEqual([]);
    expect(told()).toEqual([
      expect.stringMatching(
        /^check "backup": takes over the existing check "backup" .* and changes its grace, perhaps also desc\. If it/,
      ),
    ]);
  });

  it("is told to be taken over where nothing is sure to change", async () => {
    await byHand({});
    expect(await refused({ slug: "backup", tags: ["prod", UNKNOWN], paused: UNKNOWN })).toEqual([]);
    expect(told()).toEqual([
      expect.stringMatching(/takes over the existing check .* and perhaps changes its tags, paused\. If it/),
    ]);
  });

  it("is told to be taken over as it is, where nothing changes", async () => {
    await byHand({});
    expect(await refused({ slug: "backup" })).toEqual([]);
    // It is no field of the check, whatever it will be.
    expect(await refused({ slug: "backup", onExisting: UNKNOWN })).toEqual([]);
    const asItIs = expect.stringMatching(
      /^check "backup": takes over the existing check "backup" \(unique key [0-9a-f]{8}…\); none of its fields changes$/,
    );
    expect(told()).toEqual([asItIs, asItIs]);
  });

  it("is told what has no effect any more, as the note of the up will: a cron check has no timeout, a simple one no schedule", async () => {
    const cron = { slug: "backup", schedule: "0 3 * * *", tz: "Asia/Tokyo" };
    await byHand({ timeout: 600 });
    expect(await refused(cron)).toEqual([]);
    expect(await refused({ slug: "backup", timeout: 600, schedule: UNKNOWN })).toEqual([]);
    await service.admin.reset();
    await byHand({ schedule: "0 3 * * *", tz: "Asia/Tokyo" });
    expect(await refused({ slug: "backup", timeout: 600 })).toEqual([]);
    expect(await refused(cron)).toEqual([]);
    const takesOver = (words: string) => expect.stringMatching(`takes over the existing check .*${words}`);
    expect(told()).toEqual([
      takesOver(" and changes its timeout, schedule, tz\\. If it"),
      takesOver(" and perhaps changes its timeout, schedule, tz\\. If it"),
      takesOver(" and changes its timeout, schedule, tz\\. If it"),
      takesOver("; none of its fields changes$"),
    ]);
  });

  it("is told without what to set against that where it has this stack's stamp, as after a handover", async () => {
    await byHand({ grace: 600, tags: "pulumi:jobs/dev" });
    const settings = { stamp: "true", onExisting: "fail" };
    expect(await refused({ slug: "backup", grace: 60 }, settings)).toEqual([]);
    expect(await refused({ slug: "backup", grace: 600 }, settings)).toEqual([]);
    const takesOver = (changes: string) =>
      expect.stringMatching(
        new RegExp(`^check "backup": takes over the existing check .* by this stack's stamp${changes}$`),
      );
    expect(told()).toEqual([takesOver(" and changes its grace"), takesOver("; none of its fields changes")]);
  });

  it("is not looked for where the project is not known yet", async () => {
    await byHand({ grace: 600 });
    expect(await refused({ slug: "backup", project: UNKNOWN, channels: ["no such"] })).toEqual([]);
    expect(told()).toEqual([]);
  });

  describe("with onExisting adoptUnchanged", () => {
    const unchanged = { slug: "backup", onExisting: "adoptUnchanged" };

    it.each([
      ["a text", { desc: UNKNOWN }, {}],
      ["all channels", { channels: UNKNOWN }, {}],
      ["one of the channels", { channels: ["Pager", UNKNOWN] }, {}],
      ["the tags that give it channels", { tags: UNKNOWN }, { channelsByTag: '{"db": ["Pager"]}' }],
      ["the schedule in place of a timeout", { schedule: UNKNOWN }, {}],
      ["onExisting itself", { onExisting: UNKNOWN, grace: 60 }, {}],
    ])("is not refused for what nobody knows yet: %s", async (_what, args, settings) => {
      await byHand({ timeout: 600 });
      expect(await refused({ ...unchanged, timeout: 600, ...withoutTimeout(args) }, settings)).toEqual([]);
    });

    it("is refused for what is known, and that alone", async () => {
      await byHand({ grace: 600 });
      expect(await refused({ ...unchanged, grace: 60, desc: UNKNOWN })).toEqual([
        expect.stringContaining('onExisting is "adoptUnchanged", and grace would change'),
      ]);
    });
  });
});

/** A schedule and a timeout are not declared together. */
function withoutTimeout(args: Values): Values {
  return "schedule" in args ? { ...args, timeout: undefined } : args;
}
