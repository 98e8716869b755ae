/** Messages through the engine's own log. The SDK's module for that takes half a second to load. */
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "../../core/log";
import { trackMessage } from "../messages";
import { grpc } from "./grpc";

/** A log that speaks through the engine at this address; without one, to whoever reads the error output. */
export function engineLog(address: string | undefined): Log {
  if (!address) return { info: console.error, warn: console.error, status() {} };
  const engine = new EngineClient(address, grpc.credentials.createInsecure() as never);
  const say = (severity: LogSeverity, message: string, isPassing = false) => {
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setEphemeral(isPassing);
    // If the engine is gone, nobody reads it.
    trackMessage(new Promise((resolve) => engine.log(request, () => resolve())));
  };
  return {
    info: (message) => say(LogSeverity.INFO, message),
    warn: (message) => say(LogSeverity.WARNING, message),
    status: (message) => say(LogSeverity.INFO, message, true),
  };
}
