import { setTimeout } from "node:timers/promises";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { type RegisterResourceRequest, RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { Ending } from "../../../../../provider/hosts/plugin/ending";
import { empty, grpc, struct } from "../../../../../provider/hosts/plugin/grpc";
import { type Handlers, service } from "../../../../../provider/hosts/plugin/service";
import { addressOf } from "../../../../support/provider/loopback";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const PROVIDER = "urn:pulumi:dev::jobs::pulumi:providers:checks::eu::1234";
const secret = (value: unknown) => ({ [SIGNATURE]: SECRET, value });

/** As much of the engine as makes the resources of a component. */
class Engine {
  readonly registered: RegisterResourceRequest[] = [];
  outputs: unknown;
  /** The slug of a new check that the run leaves alone: the engine answers without any outputs. */
  passedOver: string | undefined;
  /** The slug of a check that fails, of which the engine says nothing more. */
  failing: string | undefined;
  private server: InstanceType<typeof grpc.Server> & { forceShutdown?(): void } = new grpc.Server({});

  async start(): Promise<string> {
    this.server.addService(ResourceMonitorService, {
      registerResource: ({ request }: { request: RegisterResourceRequest }, answer: Answer) => {
        this.registered.push(request);
        const made = new RegisterResourceResponse().setUrn(`urn:${request.getName()}`);
        const { slug } = (request.getObject()?.toJavaScript() ?? {}) as { slug?: string };
        if (slug !== undefined && slug === this.failing) return;
        if (request.getCustom() && slug !== this.passedOver)
          made.setObject(struct({ uuid: `uuid of ${slug}`, pingUrl: secret(`ping ${slug}`) }));
        answer(null, made);
      },
      registerResourceOutputs: (
        { request }: { request: { getOutputs(): { toJavaScript(): unknown } } },
        answer: Answer,
      ) => {
        this.outputs = request.getOutputs().toJavaScript();
        answer(null, empty());
      },
    });
    return addressOf(this.server);
  }

  stop(): void {
    this.server.forceShutdown?.();
  }
}

type Answer = (error: null, value: object) => void;

describe("a component of the plugin", () => {
  const engine = { current: new Engine(), address: "" };
  let handlers: Handlers;

  beforeEach(async () => {
    engine.current = new Engine();
    engine.address = await engine.current.start();
    handlers = service({ engine: undefined, version: "1.2.3" });
  });
  afterEach(() => engine.current.stop());

  async function construct(
    inputs: object,
    type = "checks:index:ScheduledJobs",
    options: (request: proto.ConstructRequest) => void = () => {},
  ) {
    const request = new proto.ConstructRequest();
    request.setType(type);
    request.setName("jobs");
    request.setParent("urn:parent");
    request.setMonitorendpoint(engine.address);
    request.setInputs(struct(inputs));
    request.getProvidersMap().set("checks", PROVIDER);
    request
      .getInputdependenciesMap()
      .set("tz", new proto.ConstructRequest.PropertyDependencies().setUrnsList(["urn:zone"]));
    options(request);
    return (await handlers.construct?.(request as never)) as proto.ConstructResponse;
  }

  it("makes a check of each schedule, below it, by its provider, after what its arguments come from", async () => {
    const schedules = { backup: "30 2 * * *", report: secret("0 7 * * MON") };
    const answer = await construct({ schedules, tz: "Europe/Riga", tags: ["jobs"] });
    const [component, ...checks] = engine.current.registered;
    expect([component?.getName(), component?.getParent(), component?.getCustom()]).toEqual([
      "jobs",
      "urn:parent",
      false,
    ]);
    expect(component?.getProvidersMap().get("checks")).toBe(PROVIDER);
    expect(checks.map((check) => [check.getName(), check.getParent(), check.getProvider()])).toEqual([
      ["jobs-backup", "urn:jobs", PROVIDER],
      ["jobs-report", "urn:jobs", PROVIDER],
    ]);
    expect(checks.map((check) => check.getObject()?.toJavaScript())).toEqual([
      { slug: "backup", schedule: "30 2 * * *", tz: "Europe/Riga", tags: ["jobs"] },
      { slug: "report", schedule: secret("0 7 * * MON"), tz: "Europe/Riga", tags: ["jobs"] },
    ]);
    for (const check of checks) expect(check.getDependenciesList()).toEqual(["urn:zone"]);
    const state = {
      pingUrls: secret({ backup: "ping backup", report: "ping report" }),
      uuids: { backup: "uuid of backup", report: "uuid of report" },
    };
    expect(answer.getUrn()).toBe("urn:jobs");
    expect(answer.getState()?.toJavaScript()).toEqual(state);
    expect(engine.current.outputs).toEqual(state);
    expect(answer.getStatedependenciesMap().get("pingUrls")?.getUrnsList()).toEqual([
      "urn:jobs-backup",
      "urn:jobs-report",
    ]);
  });

  it.each([
    ["a secret", secret],
    ["an output that is one", (value: unknown) => ({ [SIGNATURE]: OUTPUT, value, secret: true })],
    ["a secret output of a secret", (value: unknown) => ({ [SIGNATURE]: OUTPUT, value: secret(value) })],
  ])("hands the schedules on as secrets where all of them are %s", async (_form, asSecret) => {
    const schedules = { backup: "30 2 * * *", report: secret("0 7 * * MON") };
    await construct({ schedules: asSecret(schedules), tz: "Europe/Riga" });
    const [component, ...checks] = engine.current.registered;
    expect(component?.getObject()?.toJavaScript()).toMatchObject({ schedules: asSecret(schedules) });
    expect(checks.map((check) => check.getObject()?.toJavaScript())).toEqual([
      { slug: "backup", schedule: secret("30 2 * * *"), tz: "Europe/Riga" },
      { slug: "report", schedule: secret("0 7 * * MON"), tz: "Europe/Riga" },
    ]);
  });

  it("is kept at the service, or deleted with something else, as the program says of it", async () => {
    await construct({ schedules: {} }, undefined, (request) => {
      request.setRetainondelete(true);
      request.setDeletedwith("urn:cluster");
      request.setAliasesList([new Alias().setUrn("urn:old")]);
    });
    await construct({ schedules: {} });
    const [told, untold] = engine.current.registered;
    expect([told?.getRetainondelete(), told?.getDeletedwith()]).toEqual([true, "urn:cluster"]);
    expect([told?.getAliasspecs(), told?.getAliasesList().map((one) => one.getUrn())]).toEqual([
      true,
      ["urn:old"],
    ]);
    expect([untold?.hasRetainondelete(), untold?.getDeletedwith()]).toEqual([false, ""]);
  });

  it("is given up when the engine ends the plugin because one of its checks failed", async () => {
    engine.current.failing = "report";
    const exit = jest.fn();
    const ending = new Ending(exit);
    const made = ending.during(() => construct({ schedules: { backup: "0 1 * * *", report: "0 2 * * *" } }));
    const refused = expect(made).rejects.toThrow("one of its parts failed, or the run was cancelled");
    while (engine.current.registered.length < 3) await setTimeout(10);
    ending.end();
    await refused;
    await setTimeout(100);
    expect(exit).toHaveBeenCalled();
  });

  it("is known to be nothing more than itself while a preview does not know its schedules", async () => {
    for (const schedules of [UNKNOWN, { [SIGNATURE]: OUTPUT, dependencies: ["urn:zone"] }]) {
      const answer = await construct({ schedules });
      expect(answer.getState()?.toJavaScript()).toEqual({ pingUrls: UNKNOWN, uuids: UNKNOWN });
    }
    expect(engine.current.registered.map((one) => one.getName())).toEqual(["jobs", "jobs"]);
    const known = { [SIGNATURE]: OUTPUT, value: { backup: "30 2 * * *" }, secret: true };
    await construct({ schedules: known });
    expect(engine.current.registered.map((one) => one.getName()).slice(2)).toEqual(["jobs", "jobs-backup"]);
  });

  it("keeps in its row what is made, when an up passes over one of its new checks", async () => {
    const schedules = { backup: "30 2 * * *", report: "0 7 * * MON" };
    engine.current.passedOver = "report";
    const answer = await construct({ schedules });
    expect(engine.current.outputs).toEqual({
      pingUrls: secret({ backup: "ping backup" }),
      uuids: { backup: "uuid of backup" },
    });
    // To the program it is unknown, as the outputs of such a check are.
    const told = {
      pingUrls: secret({ backup: "ping backup", report: UNKNOWN }),
      uuids: { backup: "uuid of backup", report: UNKNOWN },
    };
    expect(answer.getState()?.toJavaScript()).toEqual(told);
    await construct({ schedules }, undefined, (request) => request.setDryrun(true));
    expect(engine.current.outputs).toEqual(told);
    await construct({ schedules: UNKNOWN });
    expect(engine.current.outputs).toEqual({});
  });

  it("is refused in one line, before anything is registered, when it is not understood", async () => {
    await expect(construct({ schedules: {}, colour: "red" })).rejects.toThrow(
      'ScheduledJobs "jobs": colour: there is no such property; the properties are schedules, tz, grace',
    );
    for (const schedules of [undefined, ["30 2 * * *"], "daily"])
      await expect(construct({ schedules })).rejects.toThrow(
        "must be a map from the slug of each check to the schedule of its job",
      );
    for (const nothing of [
      null,
      secret(null),
      { [SIGNATURE]: OUTPUT, value: null },
      86_400,
      ["daily"],
      "",
      " ",
    ])
      await expect(construct({ schedules: { report: "0 7 * * MON", backup: nothing } })).rejects.toThrow(
        'ScheduledJobs "jobs": schedules.backup: must be a string, the schedule of the job',
      );
    const mistaken = { "nightly job": "30 2 * * *", report: secret("0 7 * * MOND") };
    await expect(construct({ schedules: mistaken, grace: 5, tags: UNKNOWN })).rejects.toThrow(
      /^ScheduledJobs "jobs": schedules\.nightly job: must consist of [^;]*; slugify[^;]*; grace: must be [^;]*; schedules\.report: at character 9: [^;]*$/,
    );
    await expect(construct({}, "checks:index:Other")).rejects.toThrow("no component checks:index:Other");
    expect(engine.current.registered).toEqual([]);
  });
});
