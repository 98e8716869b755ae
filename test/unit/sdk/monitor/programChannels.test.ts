import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check } from "../../../../sdk";
import { WAYS_TO_NAME } from "../../../support/sdk/waysToName";

/** The keys under which the resources of the program were noted; those with a key in common are compared. */
const noted: [key: pulumi.Output<string>, claim: pulumi.Output<{ resource: string } | undefined>][] = [];
jest.mock("../../../../sdk/monitor/programChannels", () => ({
  ...jest.requireActual("../../../../sdk/monitor/programChannels"),
  claimChannels: (...claim: (typeof noted)[number]) => {
    noted.push(claim);
    return async () => {};
  },
}));

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "uuid", state: { ...inputs, uuid: "uuid" } }),
    call: () => ({}),
  });
});

function keysOf(resource: string): Promise<string[]> {
  return new Promise((resolve) => {
    pulumi
      .all(noted.map((one) => pulumi.all(one)))
      .apply((all) =>
        resolve(all.filter(([, claim]) => claim?.resource === resource).map(([key]) => String(key))),
      );
  });
}

describe("two assignments of one check of the program are compared", () => {
  it.each(WAYS_TO_NAME)("when one is given the check, and the other %s", async (_, spelled) => {
    noted.length = 0;
    const check = new Check("backup", { slug: "backup" });
    new ChannelAssignment("one", { check, channels: ["Pager"], mode: "exclusive" });
    new ChannelAssignment("other", { check: spelled(check), channels: ["Ops mail"] });
    const [one, other] = await Promise.all(['"one"', '"other"'].map((n) => keysOf(`ChannelAssignment ${n}`)));
    expect(one?.some((key) => other?.includes(key))).toBe(true);
  });
});

describe("two assignments of one name, which components of the program made", () => {
  const { claimChannels } = jest.requireActual<typeof import("../../../../sdk/monitor/programChannels")>(
    "../../../../sdk/monitor/programChannels",
  );
  const resource = 'ChannelAssignment "pager"';

  it("are refused where both are exclusive, and each is let in beside itself", async () => {
    const claim = () => Promise.resolve({ resource, kind: "exclusive" as const });
    const [byUuid, bySlug] = [Promise.resolve("by UUID"), Promise.resolve("by slug")];
    const said: unknown[] = [];
    await pulumi.runtime.runInPulumiStack(async () => {
      const one = claim();
      for (const key of [byUuid, bySlug, bySlug]) said.push(await claimChannels(key, one)());
      said.push(await claimChannels(bySlug, claim())().catch(({ message }: Error) => message));
    });
    expect(said).toEqual([
      ...[undefined, undefined, undefined],
      'ChannelAssignment "pager": mode: the other ChannelAssignment "pager" is for the same check, and an exclusive assignment allows no other. Make both additive, or merge them.',
    ]);
  });
});
