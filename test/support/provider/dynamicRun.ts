import type { Values } from "../../../provider/core/fields";
import type { Service } from "../service";
import { newProviders, type Providers } from "./newProviders";

type Provider = Providers["check"];

/** A check as the engine remembers it. */
export interface DynamicRow {
  id: string;
  inputs: Values;
  state: Values;
}

/** The provider process of one run of the engine, which serves checks in the program's own packages; to be used with a mocked log of the engine. */
export class DynamicRun {
  private constructor(
    readonly provider: Provider,
    /** The same of assigned channels, in the same process. */
    readonly assignments: Providers["channelAssignment"],
  ) {}

  /** `settings` by their names without `checks:`. */
  static async start(service: Service, settings: Record<string, string> = {}): Promise<DynamicRun> {
    const config: Record<string, string> = { url: service.emulator.url, apiKey: service.key, ...settings };
    const { check, channelAssignment } = newProviders();
    const get = (name: string) => config[name.replace("checks:", "")];
    await check.configure({ config: { get } } as never);
    return new DynamicRun(check, channelAssignment);
  }

  /** The first call for a resource: its inputs with what the program says of the run, and why it is refused. */
  async check(args: Values, note: Values = {}, olds: Values = {}) {
    const __run = { name: String(args.slug), stack: "jobs/dev", preview: false, isAssigned: true, ...note };
    const { inputs, failures = [] } = await this.provider.check(olds, { ...args, __run });
    return { inputs: inputs as Values, failures: failures.map(({ reason }) => reason) };
  }

  /** A resource that is new to the state. */
  async made(args: Values, note: Values = {}): Promise<DynamicRow> {
    const { inputs } = await this.check(args, note);
    const { id, outs } = await this.provider.create(inputs);
    return { id, inputs, state: outs };
  }

  /** Declares a resource of the state, as an `up` does before it writes. */
  async declared(row: DynamicRow, args: Values, note: Values = {}): Promise<Values> {
    const { inputs } = await this.check(args, note, row.inputs);
    await this.provider.diff(row.id, row.state, inputs);
    return inputs;
  }
}
