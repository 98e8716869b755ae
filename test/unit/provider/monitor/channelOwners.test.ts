import { ChannelOwners, speakerOf } from "../../../../provider/monitor/channelOwners";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";
const C = "00000000-0000-4000-8000-00000000000c";

describe("who sets the channels of a check", () => {
  let warned: string[];
  let owners: ChannelOwners;
  beforeEach(() => {
    warned = [];
    owners = new ChannelOwners({ warn: (message) => void warned.push(message) });
  });

  const speaker = (kind: string, name: string) =>
    speakerOf(kind, { name, stack: "jobs/dev", preview: false });

  it("warns once of assignments by a slug that stay with the check that had it before", () => {
    owners.stay(undefined, A, "report");
    owners.stay(undefined, B, "report");
    owners.link(undefined, A, "nightly");
    owners.link("eu", C, "report");
    expect(warned).toEqual([]);
    owners.link(undefined, B, "report");
    const [warning] = warned;
    owners.link(undefined, C, "report");
    expect(warned).toEqual([warning]);
    expect(warning).toBe(
      'channel assignment of "report": it stays with the check that had this slug before. Run `pulumi up --refresh`, which attaches its channels to the present one',
    );
  });

  it("does not warn of one that stays with the check of this slug, or that the engine replaces", () => {
    owners.stay(undefined, A, "report");
    owners.link(undefined, A, "report");
    owners.stay(undefined, B, "report");
    owners.leave(undefined, B, "report");
    owners.link(undefined, A, "report");
    expect(warned).toEqual([]);
    expect(owners.uuidOf(undefined, "report")).toBe(A);
    expect(owners.uuidOf("eu", "report")).toBeUndefined();
  });

  it.each([
    ["slug", "UUID", "report", A],
    ["UUID", "slug", A, "report"],
  ])(
    "finds rivals where one names the check by its %s and the other by its %s",
    (_one, _other, one, other) => {
      owners.link(undefined, A, "report");
      const first = speaker("ChannelAssignment", "pager");
      const second = speaker("ChannelAssignment", "mail");
      expect(owners.objectionToAssignment(undefined, one, first, "additive")).toBeUndefined();
      expect(owners.objectionToAssignment("eu", other, second, "exclusive")).toBeUndefined();
      expect(owners.objectionToAssignment(undefined, other, second, "exclusive")).toMatchObject({
        property: "mode",
        reason: expect.stringContaining('the ChannelAssignment "pager" is for the same check'),
      });
    },
  );

  it("lets assignments be together that are all additive, and none beside an exclusive one", () => {
    const object = (name: string, mode: "additive" | "exclusive") =>
      owners.objectionToAssignment(undefined, "report", speaker("ChannelAssignment", name), mode)?.property;
    expect([object("pager", "additive"), object("mail", "additive")]).toEqual([undefined, undefined]);
    expect([object("pager", "exclusive"), object("mail", "additive")]).toEqual(["mode", "mode"]);
    expect([object("pager", "additive"), object("mail", "additive")]).toEqual([undefined, undefined]);
  });

  it("tells a check that names channels what to remove, and one that has them by default, too", () => {
    const [check, assignment] = [speaker("Check", "report"), speaker("ChannelAssignment", "pager")];
    expect(owners.objectionToCheck(undefined, "report", check, "own")).toBeUndefined();
    expect(owners.objectionToCheck(undefined, "report", check, undefined)).toBeUndefined();
    expect(owners.objectionToAssignment(undefined, "report", assignment, "additive")).toBeUndefined();
    expect(owners.objectionToCheck(undefined, "report", check, "own")).toMatch(
      /^the ChannelAssignment "pager" sets them, .*\. Remove channels from the check, or that assignment$/,
    );
    expect(owners.objectionToCheck(undefined, "report", check, "default")).toMatch(
      /, the check has those of checks:defaultChannels or checks:channelsByTag, .*\. Remove that default, or /,
    );
  });
});
