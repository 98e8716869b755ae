import type { Values } from "../../../../../provider/core/fields";
import { Session } from "../../../../../provider/core/session";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { dynamicProvider } from "../../../../../provider/hosts/dynamic";
import { check } from "../../../../../provider/monitor/check/check";
import { ASSIGNED, OF_PROGRAM, withConfigured } from "../../../../../provider/monitor/check/configuredCheck";

const told: string[] = [];
jest.mock("../../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn: (message: string) => void told.push(message), status() {} }),
}));

const CONFIG: Record<string, string> = {
  "checks:defaultTags": "prod",
  "checks:defaultChannels": '["Pager"]',
  "checks:projects":
    '{"eu": {"apiKey": "e", "defaultTags": ["eu"], "defaultChannels": []}, "bare": {"apiKey": "b", "defaultTags": []}}',
};

describe("a check that names no tags and no channels", () => {
  const provider = dynamicProvider(check);
  beforeAll(async () => {
    await provider.configure({ config: { get: (key: string) => CONFIG[key], require: () => "" } } as never);
  });
  beforeEach(() => {
    told.length = 0;
  });
  const inputsOf = async (given: Values, olds: Values = {}): Promise<Values> => {
    const { inputs, failures } = await provider.check(olds, { slug: "backup", ...given });
    expect(failures).toEqual([]);
    return inputs as Values;
  };

  it("has those of the configuration, which the preview shows", async () => {
    expect(await inputsOf({})).toMatchObject({ tags: ["prod"], channels: ["Pager"] });
    expect(await inputsOf({ project: "eu" })).toMatchObject({ tags: ["eu"], channels: [] });
  });

  it("keeps its own where it names them, even none", async () => {
    expect(await inputsOf({ tags: [], channels: [] })).toMatchObject({ tags: [], channels: [] });
    expect(await inputsOf({ tags: ["a"], channels: "*" })).toMatchObject({ tags: ["a"], channels: "*" });
  });

  it("keeps in the state its usual tags and grace, by which ignoreChanges goes when a setting comes to name others", async () => {
    const inputs = await inputsOf({ project: "bare" });
    expect(inputs).toEqual({ slug: "backup", project: "bare", grace: 3600, tags: [], channels: ["Pager"] });
  });

  it("gets no channels if the program has an assignment for it", async () => {
    const inputs = await inputsOf({ __assigned: true });
    expect(inputs).toMatchObject({ tags: ["prod"] });
    expect(inputs).not.toHaveProperty("channels");
    expect(inputs).not.toHaveProperty("__assigned");
  });

  it("leaves to the up what the preview cannot know", async () => {
    expect(await inputsOf({ __assigned: UNKNOWN })).toMatchObject({ tags: ["prod"], channels: UNKNOWN });
    expect(await inputsOf({ project: UNKNOWN })).toMatchObject({ tags: UNKNOWN, channels: UNKNOWN });
  });

  it("is warned of when it is new and would alert nobody", async () => {
    await inputsOf({ channels: [] });
    expect(told).toEqual([
      'check "backup": channels: none, so nobody is alerted when it goes down. Name channels (or "*"), or give it a ChannelAssignment',
    ]);
    told.length = 0;
    await inputsOf({ channels: [] }, { slug: "backup", channels: [] });
    await inputsOf({ channels: UNKNOWN });
    await inputsOf({});
    await inputsOf({ __assigned: true });
    expect(told).toEqual([]);
  });
});

it("keeps a grace of the configuration in the inputs of the state, and no word of the program's defaults", async () => {
  const provider = dynamicProvider(check);
  const given = { slug: "backup", tags: [], channels: "*", [OF_PROGRAM]: { grace: 600 } };
  const { inputs, failures } = await provider.check({}, given);
  expect({ inputs, failures }).toEqual({
    inputs: { slug: "backup", tags: [], channels: "*", grace: 600 },
    failures: [],
  });
});

describe("a check that names no grace, and channels by its tags", () => {
  const session = (config: Record<string, string>) =>
    new Session((key) => config[key], { info() {}, warn() {}, status() {} });
  const settings = {
    "checks:defaultGrace": "10m",
    "checks:defaultChannels": "Mail",
    "checks:channelsByTag": '{"db": "Pager", "eu": ["Chat"]}',
    "checks:projects": '{"eu": {"apiKey": "e", "defaultGrace": "2h", "channelsByTag": {"db": "Euro"}}}',
  };
  const of = (given: Values, config: Record<string, string> = settings) =>
    withConfigured(session(config), { slug: "a", ...given });

  it("has those of the configuration, or of its project's", () => {
    expect(of({})).toMatchObject({ grace: 600, channels: ["Mail"] });
    expect(of({ tags: ["eu", "db"] })).toMatchObject({ channels: ["Chat", "Pager"] });
    expect(of({ tags: ["db"], project: "eu" })).toMatchObject({ grace: 7200, channels: ["Euro"] });
    expect(of({ grace: 60, tags: ["db"], channels: [] })).toMatchObject({ grace: 60, channels: [] });
    expect(of({ tags: ["db"], [ASSIGNED]: true })).not.toHaveProperty("channels");
    expect(of({}, { ...settings, "checks:defaultTags": "db" })).toMatchObject({
      tags: ["db"],
      channels: ["Pager"],
    });
  });

  it("leaves to the up what depends on tags or a project that the preview does not know", () => {
    expect(of({ tags: ["db", UNKNOWN] })).toMatchObject({ channels: UNKNOWN });
    expect(of({ tags: UNKNOWN }, { "checks:defaultChannels": "Mail" })).toMatchObject({ channels: ["Mail"] });
    expect(of({ project: UNKNOWN })).toMatchObject({ grace: UNKNOWN, channels: ["Mail"] });
    expect(of({ project: UNKNOWN, tags: ["db"] })).toMatchObject({ channels: UNKNOWN });
  });

  it("is as it was where nothing of it is set", () => {
    const given = { slug: "a", tags: ["db"] };
    expect(withConfigured(session({}), given)).toStrictEqual({ ...given, channels: undefined });
  });

  it("has what the program says for all its checks before that, and its own before both", () => {
    const ofProgram = { tags: ["prog"], grace: 120, onExisting: "fail", channelsByTag: { prog: ["Prog"] } };
    expect(of({ [OF_PROGRAM]: ofProgram })).toMatchObject({
      tags: ["prog"],
      grace: 120,
      onExisting: "fail",
      channels: ["Prog"],
    });
    const own = { tags: ["db"], grace: 60, onExisting: "adopt" };
    expect(of({ [OF_PROGRAM]: ofProgram, ...own })).toMatchObject({ ...own, channels: ["Mail"] });
    expect(of({ [OF_PROGRAM]: { grace: 120 }, tags: ["db"] })).toMatchObject({
      grace: 120,
      channels: ["Pager"],
    });
  });
});

describe("a default that no check can have", () => {
  it("is refused in the preview, by the name of the setting", () => {
    const session = new Session((key) => (key === "checks:defaultTags" ? '["two words"]' : undefined), {
      info() {},
      warn() {},
      status() {},
    });
    expect(() => withConfigured(session, { slug: "backup" })).toThrow(
      "configuration: checks:defaultTags: 0: must not hold a blank; make it two elements. Correct it with `pulumi config set checks:defaultTags`",
    );
  });
});
