import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { grpc, struct } from "../../../../provider/hosts/plugin/grpc";
import { listening } from "../../../support/listening";
import { inFreshService, type Service } from "../../../support/service";

const ROOT = join(__dirname, "..", "..", "..", "..");
const HOST = join(ROOT, "node_modules", "@pulumi", "pulumi", "cmd", "dynamic-provider", "index.js");
const CODE = `exports.handler = () => require(${JSON.stringify(join(ROOT, "dist", "provider"))}).check`;

/** As much as the engine takes, which is more than Node sends. An engine waits without a deadline. */
const LIKE_THE_ENGINE = { "grpc.max_metadata_size": 16 * 1024 * 1024 };
const PATIENCE_MS = 10_000;

interface Told {
  details: string;
  metadata: { get(key: string): Buffer[] };
}

type Done = (error: Told | null, value: { getInputs(): object }) => void;

describe("a check that is half-done, told by Pulumi's own dynamic host", () => {
  let service: Service;
  let engine: Awaited<ReturnType<typeof listening>>;
  let host: ChildProcess;
  let client: ResourceProviderClient;

  inFreshService(async (fresh) => {
    service = fresh;
    engine = await listening(0);
    const environment = { ...process.env, ...service.environment };
    host = spawn(process.execPath, [HOST, `127.0.0.1:${engine.port}`], { env: environment });
    const [port] = await once(host.stdout as NodeJS.ReadableStream, "data");
    const credentials = grpc.credentials.createInsecure() as never;
    client = new ResourceProviderClient(`127.0.0.1:${String(port).trim()}`, credentials, LIKE_THE_ENGINE);
    await asked("configure", new proto.ConfigureRequest().setArgs(struct({})));
  });
  afterEach(async () => {
    client.close();
    host.kill();
    await engine.close();
  });

  /** One call of the protocol: how it fails, or its answer. */
  function asked(call: "configure" | "check" | "create", request: object) {
    const calls = client as unknown as Record<string, (...all: unknown[]) => void>;
    return new Promise<{ error: Told | null; value: { getInputs(): object } }>((resolve) => {
      const done: Done = (error, value) => resolve({ error, value });
      calls[call]?.call(client, request, { deadline: Date.now() + PATIENCE_MS }, done);
    });
  }

  /** What the engine is told of a check with a description of this length that could not be paused. */
  async function toldOf(length: number): Promise<Told> {
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    // Letters that no compression makes shorter.
    const desc = randomBytes(length).toString("base64").slice(0, length);
    const urn = "urn:pulumi:dev::jobs::pulumi-nodejs:dynamic/checks:Check::backup";
    const news = { slug: "backup", paused: true, desc, __provider: CODE };
    const check = new proto.CheckRequest().setUrn(urn).setOlds(struct({})).setNews(struct(news));
    const inputs = (await asked("check", check)).value.getInputs();
    const create = new proto.CreateRequest().setUrn(urn).setProperties(inputs as never);
    const { error } = await asked("create", create);
    if (!error) throw new Error("the check is complete");
    return error;
  }

  it("with all there is of it", async () => {
    const { metadata } = await toldOf(40_000);
    expect(metadata.get("grpc-status-details-bin")[0]?.length).toBeGreaterThan(40_000);
  });

  it("as a failure where it is too large for that: nothing of it gets into the state", async () => {
    const { details, metadata } = await toldOf(60_000);
    expect(details).toMatch(/^check "backup": .*400/);
    expect(metadata.get("grpc-status-details-bin")).toEqual([]);
    expect(await service.check("backup")).toMatchObject({ slug: "backup" });
  });
});
