import proto from "@pulumi/pulumi/proto/provider_pb";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { type Handlers, service } from "../../../../../provider/hosts/plugin/service";
import { inFreshService, type Service } from "../../../../support/service";

/** What the messages of the SDK beside a plugin from npm lack before 3.154. */
const LACKING: readonly [object, readonly string[]][] = [
  [proto.ProviderHandshakeResponse.prototype, ["setAcceptSecrets", "setAcceptResources", "setAcceptOutputs"]],
  [proto.ConfigureRequest.prototype, ["getName", "getUrn", "getId"]],
  [proto.ConstructRequest.prototype, ["hasRetainondelete"]],
];

describe("a plugin beside an SDK of before Pulumi 3.154", () => {
  let monitor: Service;
  let handlers: Handlers;

  inFreshService((fresh) => {
    monitor = fresh;
    for (const [messages, names] of LACKING) for (const name of names) Reflect.deleteProperty(messages, name);
    handlers = service({ engine: undefined, version: "1.2.3" });
  });

  it("takes its configuration, and answers", async () => {
    const { url, projects } = monitor.emulator;
    await handlers.handshake?.(new proto.ProviderHandshakeRequest() as never);
    const configure = new proto.ConfigureRequest();
    configure.setArgs(struct({ url, apiKey: projects.alpha.readWriteKey }));
    await handlers.configure?.(configure as never);
    const invoke = new proto.InvokeRequest();
    invoke.setTok("checks:index:getStatus");
    invoke.setArgs(struct({}));
    const answer = (await handlers.invoke?.(invoke as never)) as proto.InvokeResponse;
    expect(answer.getReturn()?.toJavaScript()).toMatchObject({ healthy: true });
  });
});
