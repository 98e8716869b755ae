import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const MAINTENANCE = "maintenance:3f2a9c1e/20990504T000000Z/20990504T010000Z/-/new_disk";
const CONFIGURED = { defaultTags: "prod", defaultGrace: "10m", defaultChannels: "Pager" };

describe("an import of a check under configured defaults", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  /** What the import says of a check, and what the preview after it would change. */
  const imported = async (fields: object, settings: Record<string, string>) => {
    await service.request("POST", "/checks/", { slug: "backup", ...fields });
    const run = await PluginRun.start(service, settings);
    const there = await run.read("backup", "backup", {});
    const [inputs, state] = [there.getInputs(), there.getProperties()].map((all) => propertiesOf(all).values);
    const next = await run.check("backup", inputs ?? {});
    const difference = await run.diff("backup", there.getId(), state ?? {}, next.inputs);
    // The service tells channels in the order of their UUIDs, which are drawn.
    const { channels, ...others } = inputs ?? {};
    const sorted = Array.isArray(channels) ? { channels: channels.toSorted() } : {};
    return {
      inputs: { ...others, ...sorted },
      changes: difference.getDiffsList(),
      isSame: difference.getChanges(),
    };
  };

  it.each([
    ["says what the check has instead of them", {}, CONFIGURED, { tags: [], grace: 3600, channels: [] }],
    [
      "says other tags, another grace time and other channels by their names",
      { tags: "test", grace: 60, channels: "Ops mail,Chat room" },
      CONFIGURED,
      { tags: ["test"], grace: 60, channels: ["Chat room", "Ops mail"] },
    ],
    [
      "says nothing of what is as configured",
      { tags: "prod", grace: 600, channels: "Pager" },
      CONFIGURED,
      {},
    ],
    ["says nothing of all channels", { channels: "*" }, { defaultChannels: "*" }, {}],
    [
      "says channels that are missing of all",
      { channels: "Pager" },
      { defaultChannels: "*" },
      { channels: ["Pager"] },
    ],
    [
      "goes by the channels of its tags",
      { tags: "db", channels: "Pager" },
      { defaultChannels: "Ops mail", channelsByTag: '{"db": ["Pager"]}' },
      { tags: ["db"] },
    ],
    [
      "says them where the configuration names one that is gone",
      {},
      { defaultChannels: "Gone" },
      { channels: [] },
    ],
    [
      "says channels by their names where the configuration gives none",
      { channels: "Pager" },
      { defaultChannels: "[]" },
      { channels: ["Pager"] },
    ],
    [
      "says nothing of channels that a maintenance has taken off",
      { tags: MAINTENANCE },
      { defaultChannels: "Pager" },
      {},
    ],
    [
      "leaves channels to people where none are configured",
      { channels: "*" },
      { defaultTags: "prod" },
      { tags: [] },
    ],
  ])("%s, and the next preview shows no change", async (_what, fields, settings, said) => {
    const { inputs, changes, isSame } = await imported(fields, settings);
    expect(inputs).toEqual({ slug: "backup", ...said });
    expect(changes).toEqual([]);
    expect(isSame).toBe(proto.DiffResponse.DiffChanges.DIFF_NONE);
  });
});

describe.each(["checks:index:Check", "checks:index:ChannelAssignment"])(
  "an import of a %s by what is no name of a check",
  (type) => {
    const REMEDY = "Give the check's UUID or slug, or PROJECT/SLUG";
    let service: Service;
    inFreshService((opened) => {
      service = opened;
    });

    const refusalOf = async (id: string) => {
      const run = await PluginRun.start(service);
      return run.read("backup", id, {}, type).then(
        () => "no refusal",
        (error: Error) => error.message,
      );
    };

    it("is refused with a ping URL, without repeating it", async () => {
      const { ping_url: byUuid } = await service.request("POST", "/checks/", {
        slug: "backup",
        channels: "*",
      });
      const bySlug = `${service.emulator.url}/ping/${service.emulator.projects.alpha.pingKey}/backup`;
      for (const url of [String(byUuid), bySlug])
        expect(await refusalOf(url)).toBe(`check: id: is a URL. ${REMEDY}`);
    });

    it("is refused with a UUID in upper case", async () => {
      const { uuid } = await service.request("POST", "/checks/", { slug: "backup", channels: "*" });
      expect(await refusalOf(String(uuid).toUpperCase())).toBe(
        `check: id: must be a UUID in lower case, with hyphens. ${REMEDY}`,
      );
    });
  },
);

describe("an import of an assignment", () => {
  const ASSIGNMENT = "checks:index:ChannelAssignment";
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  it.each([undefined, "beta"])(
    "says the channels by their names, and the next preview shows no change (project %s)",
    async (project) => {
      const { readWriteKey } = service.emulator.projects[project === undefined ? "alpha" : "beta"];
      const fields = { slug: "backup", channels: "Pager,Ops mail", tags: "pulumi:jobs/dev" };
      const made = await service.request("POST", "/checks/", fields, readWriteKey);
      const projects = JSON.stringify({ beta: { apiKey: service.emulator.projects.beta.readWriteKey } });
      const run = await PluginRun.start(service, { stamp: "true", projects });
      const name = project === undefined ? "backup" : `${project}/backup`;
      const there = await run.read("team", name, {}, ASSIGNMENT);
      const inputs = propertiesOf(there.getInputs()).values;
      const state = propertiesOf(there.getProperties()).values;
      const place = project === undefined ? {} : { project };
      expect(inputs).toEqual({ check: "backup", channels: expect.anything(), ...place });
      expect((inputs.channels as string[]).toSorted()).toEqual(["Ops mail", "Pager"]);
      expect(there.getId()).toBe(made.uuid);
      expect(state).toEqual({
        ...inputs,
        mode: "additive",
        uuid: made.uuid,
        channelIds: String(made.channels).split(","),
        __service: service.emulator.url,
        __owner: "jobs/dev",
      });
      const next = await run.check("team", inputs, {}, ASSIGNMENT);
      const difference = await run.diff("team", there.getId(), state, next.inputs, ASSIGNMENT);
      expect(difference.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_NONE);
    },
  );

  it("is refused where the check has no channels", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const run = await PluginRun.start(service);
    await expect(run.read("team", "backup", {}, ASSIGNMENT)).rejects.toThrow(
      'channel assignment of "backup": the check has no channels. Declare the assignment instead',
    );
  });

  it("is told in maintenance that its channels are off, and when to import it", async () => {
    await service.request("POST", "/checks/", { slug: "backup", tags: MAINTENANCE });
    const run = await PluginRun.start(service);
    await expect(run.read("team", "backup", {}, ASSIGNMENT)).rejects.toThrow(
      'channel assignment of "backup": the check is in maintenance until 2099-05-04 01:00 UTC (new disk), which has taken its channels off. Import it after `pulumi-checks maintenance end 3f2a9c1e`',
    );
  });
});
