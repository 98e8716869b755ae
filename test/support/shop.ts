import type { EmulatorOptions, MerchantLedger } from "../../emulator";
import type { Values } from "../../provider/fields";
import type { Log } from "../../provider/log";
import type { MerchantOptions } from "../../provider/merchant/merchantSettings";
import { type Due, type ResourceDefinition, Unfinished, validate } from "../../provider/resource";
import { Session } from "../../provider/session";
import { environmentName } from "../../provider/settings";
import { Service } from "./service";

/** A resource as the engine remembers it. */
export interface Remembered {
  id: string;
  state: Values;
}

/** What a merchant who knows all names sets. */
export const NAMES = {
  serviceIdField: "serviceId",
  refundField: "transactionnumber",
  sentViaEmail: "3",
  sentViaSms: "4",
  packageModeSandbox: "debug",
  packageModeLive: "release",
  timeoutSeconds: "1",
} as const;

/** The payment service of a test, and runs of the engine against it. */
export class Shop {
  private constructor(readonly service: Service) {}

  static async open(options: EmulatorOptions = {}): Promise<Shop> {
    return new Shop(await Service.start(options));
  }

  get admin() {
    return this.service.admin;
  }

  get keys() {
    return this.service.emulator.merchant;
  }

  /** Everything that a merchant configures: addresses, keys, names. */
  get settings(): Record<string, string> {
    const { accessToken, serviceId, testKey, domain } = this.keys;
    const { url } = this.service.emulator;
    return { ...NAMES, url, sdkAuthUrl: url, accessToken, serviceId, secretKey: testKey, domain };
  }

  /** The same in the environment. */
  get environment(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.settings).map(([key, value]) => [environmentName(key, "merchant"), value]),
    );
  }

  /** What must stand nowhere in plain text. */
  async secrets(): Promise<string[]> {
    const { accessToken, testKey, liveKey } = this.keys;
    const { tokens } = await this.ledger();
    return [accessToken, testKey, liveKey, ...tokens.map((token) => token.accessToken)];
  }

  /** The same for a call outside of a program. */
  get options(): MerchantOptions {
    return this.settings as MerchantOptions;
  }

  ledger(): Promise<MerchantLedger> {
    return this.admin.merchantLedger();
  }

  /** How many requests of a kind came. */
  async asked(route: string): Promise<number> {
    return (await this.admin.requests()).byRoute[route] ?? 0;
  }

  /** A run of the engine. A setting that is undefined is not set. */
  run(settings: Record<string, string | undefined> = {}): EngineRun {
    return new EngineRun({ ...this.settings, ...settings });
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

export const GET = "GET /api/transactions/getTransaction";
export const REFUND = "POST /api/transactions/refundTransaction";
export const SHARE = "POST /api/invoices/share";

/** One process of the provider: its calls in the order and form in which the host makes them. */
export class EngineRun {
  /** What the user was told. */
  readonly said: string[] = [];
  readonly session: Session;

  constructor(settings: Record<string, string | undefined>) {
    const tell = (message: string) => void this.said.push(message);
    const log: Log = { info: tell, warn: tell, status: tell };
    this.session = new Session((key) => settings[key.replace("merchant:", "")], log);
  }

  /** Creates a resource. One that could not be finished is remembered all the same, with its problem. */
  create(definition: ResourceDefinition, args: Values): Promise<Remembered & { problem?: string }> {
    return orUnfinished(() => definition.create(this.session, inputsOf(definition, args)));
  }

  update(
    definition: ResourceDefinition,
    { id, state }: Remembered,
    args: Values,
  ): Promise<Remembered & { problem?: string }> {
    return orUnfinished(async () => ({
      id,
      state: await definition.update(this.session, id, state, inputsOf(definition, args)),
    }));
  }

  async read(definition: ResourceDefinition, { id, state }: Remembered): Promise<Remembered> {
    const now = await definition.read(this.session, id, state);
    if (now === undefined) throw new Error("the resource is gone");
    return { id, state: now };
  }

  due(definition: ResourceDefinition, { state }: Remembered, args: Values): Due | undefined {
    return definition.due?.(this.session, state, inputsOf(definition, args));
  }

  delete(definition: ResourceDefinition, { id, state }: Remembered): Promise<void> {
    return definition.delete(this.session, id, state);
  }
}

async function orUnfinished(work: () => Promise<Remembered>): Promise<Remembered & { problem?: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error;
    return { id: error.id, state: error.state, problem: error.reason };
  }
}

/** The inputs that the host makes of a program's arguments; fails when they are refused. */
export function inputsOf(definition: ResourceDefinition, args: Values): Values {
  const { inputs, problems } = validate(definition, args);
  if (problems.length > 0)
    throw new Error(problems.map(({ property, reason }) => `${property}: ${reason}`).join("; "));
  return inputs;
}

/** The message of a refusal, which is one line; fails when the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("thrown was no error");
  expect(error.message).not.toContain("\n");
  return error.message;
}
