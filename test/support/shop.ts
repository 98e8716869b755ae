import type { EmulatorOptions, Fault, MerchantLedger } from "../../emulator";
import type { Values } from "../../provider/core/fields";
import type { Log } from "../../provider/core/log";
import { type Due, type ResourceDefinition, Unfinished } from "../../provider/core/resource";
import { Session } from "../../provider/core/session";
import { environmentName } from "../../provider/core/settings";
import { validate } from "../../provider/core/validation";
import type { MerchantOptions } from "../../provider/payments/settings";
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
  timeoutSeconds: "30",
} as const;

/** For tests in which a request waits in vain. For all others a busy machine may take its time. */
export const HURRIED: Pace = { timeoutSeconds: "1" };

/** How long a request is waited for. */
type Pace = { timeoutSeconds: string };

/** The payment service of a test, and runs of the engine against it. */
export class Shop {
  private constructor(
    readonly service: Service,
    private readonly names: Record<string, string>,
  ) {}

  /** `own` are settings of its merchant. */
  static async open(options: EmulatorOptions = {}, own: Partial<Pace> = {}): Promise<Shop> {
    return new Shop(await Service.start(options), { ...NAMES, ...own });
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
    return { ...this.names, url, sdkAuthUrl: url, accessToken, serviceId, secretKey: testKey, domain };
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

  /** The refunds that the service made. */
  async refunds(): Promise<MerchantLedger["refunds"]> {
    return (await this.ledger()).refunds;
  }

  /** What becomes of the next request for a refund. */
  async failNextRefund(action: Fault["action"]): Promise<void> {
    await this.admin.faults({ match: { path: "refundTransaction" }, times: 1, action });
  }

  /** How many requests of a kind came. */
  async asked(route: string): Promise<number> {
    return (await this.admin.requests()).byRoute[route] ?? 0;
  }

  /** A run of the engine; with a name, one process of several. A setting that is undefined is not set. */
  run(settings: Record<string, string | undefined> = {}, name?: string): EngineRun {
    return new EngineRun({ ...this.settings, ...settings }, name);
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

/** Opens a shop for the tests of a `describe`; before each of them nothing has happened in it. */
export function inShop(
  begin: (shop: Shop) => unknown,
  options: EmulatorOptions = {},
  own: Partial<Pace> = {},
): void {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(options, own);
  });
  beforeEach(async () => {
    await shop.admin.reset();
    await shop.admin.clearRequests();
    await begin(shop);
  });
  afterAll(() => shop.close());
}

/** A service that refunds what it has refunded, and shows no refund on the transaction. */
export const NAIVE = { doubleRefunds: true, marksRefunded: false };

/** Like `inShop`, at such a service. */
export function inNaiveShop(begin: (shop: Shop) => unknown): void {
  const beginNaive = async (shop: Shop) => {
    await shop.admin.merchant(NAIVE);
    await begin(shop);
  };
  inShop(beginNaive);
}

export const GET = "GET /api/transactions/getTransaction";
export const REFUND = "POST /api/transactions/refundTransaction";
export const SHARE = "POST /api/invoices/share";
export const TEST_TOKEN = "POST /api-v5/userbusinesses/getsdktoken";

/** One process of the provider: its calls in the order and form in which the host makes them. */
export class EngineRun {
  /** What the user was told. */
  readonly said: string[] = [];
  readonly session: Session;

  constructor(settings: Record<string, string | undefined>, name?: string) {
    const tell = (message: string) => void this.said.push(message);
    const log: Log = { info: tell, warn: tell, status: tell };
    this.session = new Session((key) => settings[key.replace("merchant:", "")], log, name);
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

  /** What the preview refuses, as the host asks for it. */
  objections(definition: ResourceDefinition, olds: Values, news: Values): string[] {
    const problems = definition.objections?.(this.session, olds, news) ?? [];
    return problems.map(({ property, reason }) => `${property}: ${reason}`);
  }

  /** Takes note of a resource of the state that stays, as the diff of an up does. */
  claim(definition: ResourceDefinition, row: Remembered, inputs: object): void {
    definition.claim?.(this.session, { ...row, inputs: { ...inputs } }, true);
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
