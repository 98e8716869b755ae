import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { service } from "../../../../../provider/hosts/plugin/service";

const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

describe("the arguments of a provider", () => {
  const handlers = service({ engine: undefined, version: "1.2.3" });
  const call = async <Answer>(name: string, request: object): Promise<Answer> =>
    (await handlers[name]?.(request as never)) as Answer;

  it("stay secrets where they came as such, beside those that are by themselves", async () => {
    const request = new proto.CheckRequest();
    request.setUrn("urn:pulumi:dev::jobs::pulumi:providers:checks::own");
    const given = { url: secret("https://hush.example.com"), apiKey: "key", defaultGrace: "5m" };
    request.setNews(struct(given));
    const answer = await call<proto.CheckResponse>("checkConfig", request);
    expect(answer.getFailuresList()).toEqual([]);
    const { values, secrets } = propertiesOf(answer.getInputs());
    expect(values).toEqual({ ...given, url: "https://hush.example.com" });
    expect([...secrets].sort()).toEqual(["apiKey", "url"]);
  });

  const compared = async (request: proto.DiffRequest, news: object) => {
    request.setNews(struct(news));
    const answer = await call<proto.DiffResponse>("diffConfig", request);
    return [answer.getChanges(), answer.getDiffsList(), answer.getReplacesList()];
  };

  it.each([
    ["as they are", { url: "a", timeout: "5s" }, DIFF_NONE, []],
    ["as they are, one of them marked as a secret", { url: secret("a"), timeout: "5s" }, DIFF_NONE, []],
    ["with another value", { url: "b", timeout: "5s" }, DIFF_SOME, ["url"]],
    ["with one less", { url: "a" }, DIFF_SOME, ["timeout"]],
    ["with one more", { url: "a", timeout: "5s", stamp: "true" }, DIFF_SOME, ["stamp"]],
  ])("%s are compared with what the state has, of any engine", async (_, news, changes, keys) => {
    const before = { url: "a", timeout: "5s" };
    const told = new proto.DiffRequest();
    told.setOldInputs(struct(before));
    told.setOlds(struct({ ...before, url: "an output" }));
    expect(await compared(told, news)).toEqual([changes, keys, []]);
    const untold = new proto.DiffRequest();
    untold.setOlds(struct(before));
    expect(await compared(untold, news)).toEqual([changes, keys, []]);
  });

  it("are taken by an engine without a handshake with secrets, resources and outputs among what comes", async () => {
    const answer = await call<proto.ConfigureResponse>("configure", new proto.ConfigureRequest());
    expect(answer.toObject()).toMatchObject({
      acceptsecrets: true,
      supportspreview: true,
      acceptresources: true,
      acceptoutputs: true,
    });
  });
});

describe("the plugin, before it is configured", () => {
  it("says that it is not", async () => {
    const { check } = service({ engine: undefined, version: "1.2.3" });
    const request = new proto.CheckRequest();
    request.setUrn("urn:pulumi:dev::jobs::checks:index:Check::backup");
    await expect(check?.(request as never)).rejects.toThrow("the engine did not configure the provider");
  });
});
