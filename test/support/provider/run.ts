import { createHash } from "node:crypto";
import type { Values } from "../../../provider/core/fields";
import { type Log, silent } from "../../../provider/core/log";
import { difference, type ResourceDefinition } from "../../../provider/core/resource";
import { Session } from "../../../provider/core/session";
import { validate } from "../../../provider/core/validation";
import { check as typedCheck } from "../../../provider/monitor/check/check";
import type { Service } from "../service";

/** As a host serves it: by what is known of any resource. */
const check: ResourceDefinition = typedCheck;

/** A resource as the engine remembers it. */
export interface Remembered {
  id: string;
  state: Values;
}

/** Settings by their names without `checks:`, as text. */
export type Settings = Record<string, string>;

/** A session of a run that is configured with a key of the service, and with these settings. */
export function sessionAt(
  service: Pick<Service, "key" | "emulator">,
  settings: Settings = {},
  log: Log = silent,
): Session {
  const config: Settings = { url: service.emulator.url, apiKey: service.key, ...settings };
  return new Session((key) => config[key.replace("checks:", "")], log);
}

/** One run of the engine against a service: its calls in the order and form in which the host makes them. */
export class Run {
  /** What the user was told. */
  readonly said: string[] = [];
  private readonly session: Session;

  constructor(
    service: Pick<Service, "key" | "emulator">,
    settings: Settings = {},
    /** `<project>/<stack>` that the run is of. */
    stack?: string,
  ) {
    const tell = (message: string) => void this.said.push(message);
    this.session = sessionAt(service, settings, { info: tell, warn: tell, status: tell });
    this.session.stack = stack;
  }

  async create(args: Values): Promise<Remembered> {
    return check.create(this.session, inputsOf(args));
  }

  /** The state as the service has it, or undefined when the check is gone. */
  async read({ id, state }: Remembered): Promise<Remembered | undefined> {
    const now = await check.read(this.session, id, state);
    return now && { id, state: now };
  }

  /** Takes note of a resource of the state, as the diff of a preview or an up does. */
  claim({ id, state }: Remembered): void {
    check.claim?.(this.session, { id, state, inputs: state }, true);
  }

  /** The program says this of a resource of the state, which the run has not come to yet. */
  declare({ id }: Remembered, args: Values): void {
    this.session.notes.declare("Check", id, inputsOf(args));
  }

  async update({ id, state }: Remembered, args: Values): Promise<Remembered> {
    return { id, state: await check.update(this.session, id, state, inputsOf(args)) };
  }

  async delete({ id, state }: Remembered): Promise<void> {
    return check.delete(this.session, id, state);
  }
}

/** How messages name a check: its UUID is a secret. */
export function titled(name: unknown, uuid: unknown): string {
  const key = createHash("sha1").update(String(uuid).replaceAll("-", "").slice(0, 16)).digest("hex");
  return `"${name}" (unique key ${key.slice(0, 8)}…)`;
}

/** The inputs that the host makes of a program's arguments; fails when they are refused. */
export function inputsOf(args: Values): Values {
  const { inputs, problems } = validate(check, args);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return inputs;
}

/** The fields that a preview would show as changed. */
export function changes({ state }: Remembered, args: Values): string[] {
  return difference(check, state, inputsOf(args)).changed;
}
