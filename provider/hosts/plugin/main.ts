/** `pulumi-resource-checks`: serves the protocol on loopback, prints the port, and ends when the engine does. */
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { engineAddress } from "../engineAddress";
import { endWithEngine } from "../engineGone";
import { afterMessages } from "../messages";
import { outliveReaders } from "../output";
import { Ending } from "./ending";
import { failureOf, HalfDone } from "./failures";
import { grpc } from "./grpc";
import { type Handlers, STREAMS, service } from "./service";

/** The engine's own bound on messages. */
const LARGEST_MESSAGE = 400 * 1024 * 1024;

function serve(): void {
  const { version } = require("pulumi-checks/package.json") as { version: string };
  const ending = new Ending();
  outliveReaders();
  ending.watch();
  const server = new grpc.Server({ "grpc.max_receive_message_length": LARGEST_MESSAGE });
  const engine = engineAddress();
  endWithEngine(engine, () => ending.end());
  server.addService(ResourceProviderService, wrapHandlers(service({ engine, version }), ending));
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
}

/** A call whose answer is a stream. */
interface Stream {
  request: never;
  write(message: object): void;
  end(): void;
  emit(event: "error", failure: object): void;
}

/** Whatever a handler does, the transport gets exactly one answer, and an error as text. */
function wrapHandlers(handlers: Handlers, ending: Ending): object {
  const entries = Object.entries(handlers).map(([name, handler]) => [
    name,
    STREAMS.includes(name) ? streamHandler(handler, ending) : unaryHandler(handler, ending),
  ]);
  return Object.fromEntries(entries);
}

function unaryHandler(handler: Handlers[string], ending: Ending) {
  return ({ request }: { request: never }, answer: (error: object | null, value?: object) => void) =>
    void ending
      .during(() => afterMessages(() => handler(request)))
      .then(
        (value) => answer(null, value),
        (error: unknown) => answer(error instanceof HalfDone ? error.failure : failureOf(error)),
      );
}

function streamHandler(handler: Handlers[string], ending: Ending) {
  return (stream: Stream) =>
    void ending
      .during(async () => {
        const messages = (await afterMessages(() => handler(stream.request))) as object[];
        for (const message of messages) stream.write(message);
      })
      .then(
        () => stream.end(),
        (error: unknown) => stream.emit("error", failureOf(error)),
      );
}

// Loading the module alone, as the tests of all modules do, starts nothing.
if (require.main === module) serve();
