/** Messages through the engine's own log, so that they appear in its display in their place. */
import { log, runtime } from "@pulumi/pulumi";
import type { Log } from "../core/log";

/** The provider process is started with the engine's address as its only argument. */
export function engineLog(engineAddress: string | undefined = process.argv[2]): Log {
  if (engineAddress === undefined) return { info: console.error, warn: console.error, status() {} };
  runtime.resetOptions("", "", 1, engineAddress, "", false, "");
  return {
    info: (message) => void log.info(message),
    warn: (message) => void log.warn(message),
    status: (message) => void log.info(message, undefined, undefined, true),
  };
}
