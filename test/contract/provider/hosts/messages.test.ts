/** What a call says is with the engine when the call is answered: an engine ends its providers after the last answer. */
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { afterMessages } from "../../../../provider/hosts/messages";
import { engineLog as pluginLog } from "../../../../provider/hosts/plugin/engineLog";
import { empty, grpc } from "../../../../provider/hosts/plugin/grpc";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { addressOf } from "../../../support/provider/loopback";
import { Service } from "../../../support/service";

let address = "";
jest.mock("../../../../provider/hosts/engineAddress", () => ({ engineAddress: () => address }));
jest.mock("../../../../provider/hosts/engineGone", () => ({ endWithEngine() {} }));

const said: string[] = [];
const server = new grpc.Server({});
const nothing = (_: unknown, answer: (error: object | null, value?: object) => void) => answer(null, empty());

beforeAll(async () => {
  server.addService(EngineService, {
    log({ request }: { request: LogRequest }, answer: (error: object | null, value?: object) => void) {
      said.push(request.getMessage());
      answer(null, empty());
    },
    getRootResource: nothing,
    setRootResource: nothing,
    startDebugging: nothing,
    requirePulumiVersion: nothing,
  });
  address = await addressOf(server);
});
afterAll(() => (server as unknown as { forceShutdown(): void }).forceShutdown());
beforeEach(() => {
  said.length = 0;
});

it("is there with the answer of the dynamic host", async () => {
  const service = await Service.start();
  try {
    const run = await DynamicRun.start(service, { stamp: "true" });
    const { id, state } = await run.made({ slug: "backup" });
    await service.request("POST", `/checks/${id}`, { tags: "pulumi:jobs/prod" });
    const later = await DynamicRun.start(service, { stamp: "true" });
    await later.provider.delete(id, state);
    expect(said).toEqual([
      'check "backup": belongs to the stack jobs/prod, and is kept. If this is that stack, an `up` with the check in the program takes it over again',
    ]);
    expect(await service.checks()).toHaveLength(1);
  } finally {
    await service.stop();
  }
});

it.each(["an answer", "a failure"])("is there with %s of the plugin", async (outcome) => {
  const work = afterMessages(async () => {
    pluginLog(address).warn("kept");
    if (outcome === "a failure") throw new Error("refused");
  });
  await work.catch(() => {});
  expect(said).toEqual(["kept"]);
});

it("keeps no call waiting once the engine is gone", async () => {
  const gone = new grpc.Server({});
  const nowhere = await addressOf(gone);
  (gone as unknown as { forceShutdown(): void }).forceShutdown();
  await afterMessages(async () => pluginLog(nowhere).warn("kept"));
  expect(said).toEqual([]);
});
