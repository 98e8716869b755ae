import proto from "@pulumi/pulumi/proto/provider_pb";
import { struct } from "../../../../provider/hosts/plugin/grpc";
import { type Handlers, service } from "../../../../provider/hosts/plugin/service";
import { MonitorStub } from "../../../support/provider/monitorStub";
import { inFreshService, type Service } from "../../../support/service";

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

  describe("that is to make a component", () => {
    const OLD = "urn:pulumi:dev::jobs::checks:index:ScheduledJobs::old";
    let engine: MonitorStub;

    beforeEach(async () => {
      engine = await MonitorStub.start(() => ({}));
    });
    afterEach(() => engine.stop());

    async function construct(type: string, inputs: object, aliases: readonly string[] = []) {
      const request = new proto.ConstructRequest().setProject("jobs").setStack("dev");
      request.setType(type).setName("jobs").setMonitorendpoint(engine.address).setInputs(struct(inputs));
      request.setRetainondelete(true);
      // Up to February 2026 they were URNs in a field of their own, empty for an alias in parts.
      Object.assign(request, { getAliasesList: () => aliases });
      await handlers.construct?.(request as never);
      return engine.registered[0]?.request;
    }

    it("keeps its checks at the service when the program says so", async () => {
      const jobs = await construct("checks:index:ScheduledJobs", { schedules: {} });
      expect(jobs?.getRetainondelete()).toBe(true);
    });

    it("keeps the rows that aliases name which are whole URNs, and goes on without the others", async () => {
      const jobs = await construct("checks:index:ScheduledJobs", { schedules: {} }, ["", OLD]);
      expect(jobs?.getAliasesList().map((one) => one.getUrn())).toEqual([OLD]);
    });

    it("says of a refund with aliases that it takes a newer Pulumi, as of one without", async () => {
      const refund = construct("checks:payments:Refund", { transactionNumber: "T-1" }, [OLD]);
      await expect(refund).rejects.toThrow("this version of Pulumi does not tell a provider who it is");
    });
  });
});
