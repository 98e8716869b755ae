/** The service as one run of a program sees it, shared by all functions that the program calls. */
import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../provider/core/log";
import { Session } from "../../provider/core/session";
import { endWithEngine } from "../../provider/hosts/engineGone";
import { outliveReaders } from "../../provider/hosts/output";
import { unknownSettings } from "../../provider/hosts/settingNames";
import { hasEngine, isRun } from "./engineRun";
import { perRun } from "./perRun";

/** The session of the run that calls: each run has its own configuration, and wants to know what is there now. */
export const programSession = perRun(() => {
  if (hasEngine()) {
    warnOfUnknownSettings();
    // Only a process that the engine has started for the program has its address there, and ends with it: not before
    // what it prints to nobody is dropped.
    endWithEngine(process.env.PULUMI_NODEJS_ENGINE, outliveReaders);
  }
  return new Session(readConfiguration, programLog);
});

/** A typing error in `checks:stamp` would leave checks unprotected without a word. */
function warnOfUnknownSettings(): void {
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const sentence of unknownSettings(keys, pulumi.getProject())) programLog.warn(sentence);
}

let ofScript: Session | undefined;

/**
 * The same; in a script or a server, where there is no run, one for as long as the process lives: what belongs to settings
 * that a caller gives each time, such as connections, is kept.
 */
export function lastingSession(): Session {
  if (isRun()) return programSession();
  ofScript ??= new Session(readConfiguration, programLog);
  return ofScript;
}

/** `checks:apiKey` → the value of `apiKey` in the bag `checks`, decrypted where it is a secret. */
function readConfiguration(key: string): string | undefined {
  const [bag, name = ""] = key.split(":");
  return new pulumi.Config(bag).get(name);
}

const programLog: Log = {
  info: (message) => void pulumi.log.info(message),
  warn: (message) => void pulumi.log.warn(message),
  status: (message) => void pulumi.log.info(message, undefined, undefined, true),
};
