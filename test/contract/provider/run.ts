import type { Values } from "../../../provider/fields";
import type { Log } from "../../../provider/log";
import { difference, validate } from "../../../provider/resource";
import { check } from "../../../provider/resources/check";
import { Session } from "../../../provider/session";
import type { Service } from "../../support/service";

/** A resource as the engine remembers it. */
export interface Remembered {
  id: string;
  state: Values;
}

/** Settings by their names without `checks:`, as text. */
export type Settings = Record<string, string>;

/** One run of the engine against a service: its calls in the order and form in which the host makes them. */
export class Run {
  /** What the user was told. */
  readonly said: string[] = [];
  private readonly session: Session;

  constructor(service: Pick<Service, "key" | "emulator">, settings: Settings = {}) {
    const usual = { url: service.emulator.url, apiKey: service.key };
    const config: Settings = { ...usual, ...settings };
    const tell = (message: string) => void this.said.push(message);
    const log: Log = { info: tell, warn: tell, status: tell };
    this.session = new Session((key) => config[key.replace("checks:", "")], log);
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
    check.claim?.(this.session, id, state, true);
  }

  async update({ id, state }: Remembered, args: Values): Promise<Remembered> {
    return { id, state: await check.update(this.session, id, state, inputsOf(args)) };
  }

  async delete({ id, state }: Remembered): Promise<void> {
    return check.delete(this.session, id, state);
  }
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

/** The message of a refusal; fails when the call succeeds, or fails with more than a line. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("thrown was no error");
  expect(error.message).not.toContain("\n");
  return error.message;
}
