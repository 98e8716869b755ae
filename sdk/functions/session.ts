/** The service as one run of a program sees it, shared by all functions that the program calls. */
import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../provider/log";
import { Session } from "../../provider/session";

/**
 * Sessions by run. A process may be several runs, one after another or at the same time, for different stacks (the
 * Automation API): each has its own configuration, and wants to know what is there now.
 */
const sessions = new WeakMap<object, Session>();

/** The session of the run that calls. Outside of a run, as in a unit test with mocks, each call has its own. */
export function programSession(): Session {
  const run = pulumi.runtime.getStackResource();
  const session = (run && sessions.get(run)) ?? new Session(configured, programLog);
  if (run) sessions.set(run, session);
  return session;
}

/** `checks:apiKey` → the value of `apiKey` in the bag `checks`, decrypted where it is a secret. */
function configured(key: string): string | undefined {
  const [bag, name = ""] = key.split(":");
  return new pulumi.Config(bag).get(name);
}

const programLog: Log = {
  info: (message) => void pulumi.log.info(message),
  warn: (message) => void pulumi.log.warn(message),
  status: (message) => void pulumi.log.info(message, undefined, undefined, true),
};
