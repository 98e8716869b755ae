/** Messages through the engine's own log. The SDK's module for that takes half a second to load. */
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "../../core/log";
import { grpc } from "./grpc";

/** A log that speaks through the engine at this address; without one, to whoever reads the error output. */
export function engineLog(address: string | undefined): Log & { drained(): Promise<void> } {
  const under = new Set<Promise<void>>();
  const drained = async () => void (await Promise.all(under));
  if (!address) return { info: console.error, warn: console.error, status() {}, drained };
  const engine = new EngineClient(address, grpc.credentials.createInsecure() as never);
  const say = (severity: LogSeverity, message: string, isPassing = false) => {
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setEphemeral(isPassing);
    // An engine that is gone has no reader for it.
    const sent = new Promise<void>((resolve) => engine.log(request, () => resolve()));
    under.add(sent);
    void sent.then(() => under.delete(sent));
  };
  return {
    info: (message) => say(LogSeverity.INFO, message),
    warn: (message) => say(LogSeverity.WARNING, message),
    status: (message) => say(LogSeverity.INFO, message, true),
    drained,
  };
}
