import { randomBytes } from "node:crypto";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { failureOf, HalfDone } from "../../../../../provider/hosts/plugin/failures";
import { grpc, struct } from "../../../../../provider/hosts/plugin/grpc";
import { addressOf } from "../../../../support/provider/loopback";
import { PluginRun, urnOf } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

/** As much as the engine takes, which is more than Node sends. */
const LIKE_THE_ENGINE = { "grpc.max_metadata_size": 16 * 1024 * 1024 };

interface Told {
  details: string;
  metadata: { get(key: string): Buffer[] };
}

describe("a check that is half-done, told over the transport", () => {
  let service: Service;
  let run: PluginRun;
  let client: ResourceProviderClient;
  const server: InstanceType<typeof grpc.Server> & { forceShutdown?(): void } = new grpc.Server({});

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
  });
  beforeAll(async () => {
    type Answer = (error: object | null, value?: object) => void;
    server.addService(ResourceProviderService, {
      create: ({ request }: { request: object }, answer: Answer) =>
        void run.call<object>("create", request).then(
          (value) => answer(null, value),
          (error: unknown) => answer(error instanceof HalfDone ? error.failure : failureOf(error)),
        ),
    });
    const credentials = grpc.credentials.createInsecure() as never;
    client = new ResourceProviderClient(await addressOf(server), credentials, LIKE_THE_ENGINE);
  });
  afterAll(() => {
    client.close();
    server.forceShutdown?.();
  });

  /** What the engine is told of a check with a description of this length that could not be paused. */
  const toldOf = async (length: number): Promise<Told> => {
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    // Letters that no compression makes shorter.
    const desc = randomBytes(length).toString("base64").slice(0, length);
    const { inputs } = await run.check("backup", { slug: "backup", paused: true, desc });
    const request = new proto.CreateRequest().setUrn(urnOf("backup")).setProperties(struct(inputs));
    return new Promise((resolve, reject) =>
      client.create(request, (error) =>
        error ? resolve(error as never) : reject(new Error("the check is complete")),
      ),
    );
  };

  it.each([10, 43_000])("with all there is of it, with a description of %d letters", async (length) => {
    const { metadata } = await toldOf(length);
    expect(metadata.get("grpc-status-details-bin")[0]?.length).toBeGreaterThan(length);
  });

  it.each([46_000, 200_000])(
    "as a failure where it is too large for that, and is found by the next up: %d letters",
    async (length) => {
      const { details, metadata } = await toldOf(length);
      expect(details).toMatch(/^check "backup": .*400/);
      expect(metadata.get("grpc-status-details-bin")).toEqual([]);
      const { uuid } = await service.check("backup");
      run = await PluginRun.start(service);
      expect((await run.made("backup", { slug: "backup", paused: true })).id).toBe(uuid);
      expect(await service.check("backup")).toMatchObject({ status: "paused" });
    },
  );
});
