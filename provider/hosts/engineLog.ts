/** Messages through the engine's own log, so that they appear in its display in their place. */
import { log, runtime } from "@pulumi/pulumi";
import type { Log } from "../core/log";
import { trackMessage } from "./messages";

/** A log that speaks through the engine at this address; without one, to whoever reads the error output. */
export function engineLog(address: string | undefined): Log {
  if (address === undefined) return { info: console.error, warn: console.error, status() {} };
  runtime.resetOptions("", "", 1, address, "", false, "");
  return {
    info: (message) => trackMessage(log.info(message)),
    warn: (message) => trackMessage(log.warn(message)),
    status: (message) => trackMessage(log.info(message, undefined, undefined, true)),
  };
}
