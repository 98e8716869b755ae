import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { ChecksError } from "../../../../../provider/core/errors";
import { failureOf } from "../../../../../provider/hosts/plugin/failures";
import { grpc } from "../../../../../provider/hosts/plugin/grpc";
import { addressOf } from "../../../../support/provider/loopback";

/** More than it takes to send what is sent at all. */
const SECONDS = 10;

describe("a failure with very much to say, such as a mistake in each of a thousand schedules", () => {
  const server: InstanceType<typeof grpc.Server> & { forceShutdown?(): void } = new grpc.Server({});
  let client: ResourceProviderClient;
  let failure: unknown;
  beforeAll(async () => {
    server.addService(ResourceProviderService, {
      create: (_call: object, answer: (error: object) => void) => answer(failureOf(failure)),
    });
    client = new ResourceProviderClient(await addressOf(server), grpc.credentials.createInsecure() as never);
  });
  afterAll(() => {
    client.close();
    server.forceShutdown?.();
  });

  // The transport writes a letter of these in one byte, in six, and in nine.
  it.each(["x", "ж", "中"])("reaches the engine, with what to do, in letters such as %s", async (letter) => {
    const remedy = "Correct them, then run again";
    for (const one of [
      new ChecksError({ subject: "here", reason: letter.repeat(100_000), remedy }),
      new Error(`here: ${letter.repeat(100_000)}. ${remedy}`),
    ]) {
      failure = one;
      const details = await new Promise<string>((resolve) =>
        client.create(
          new proto.CreateRequest(),
          { deadline: Date.now() + SECONDS * 1000 } as never,
          (error: { details: string } | null) => resolve(error?.details ?? ""),
        ),
      );
      expect(details).toMatch(new RegExp(`^here: ${letter}+ \\[…\\] ${letter}+\\. ${remedy}$`));
    }
  });
});
