/** Processes of both hosts, called as the engine calls them, in a form that is the same for both. */
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Values } from "../../../provider/core/fields";
import { HalfDone } from "../../../provider/hosts/plugin/failures";
import { propertiesOf } from "../../../provider/hosts/plugin/properties";
import type { HostName } from "../hosts";
import type { Shop } from "../shop";
import { newProviders } from "./newProviders";
import { PluginRun } from "./pluginRun";

/** The two rows of a refund. */
export type RefundKind = "refundAttempt" | "refund";

/** A row as a host made it; with the problem of one that is not complete. */
export interface MadeRow {
  id: string;
  state: Values;
  problem?: string;
}

/** One process of the provider that serves the rows of refunds. */
export interface HostProcess {
  check(kind: RefundKind, name: string, olds: Values, news: Values): Promise<Values>;
  diff(
    kind: RefundKind,
    name: string,
    row: MadeRow,
    inputs: Values,
  ): Promise<{ changes: boolean; replaces: boolean }>;
  create(kind: RefundKind, name: string, inputs: Values): Promise<MadeRow>;
  update(kind: RefundKind, name: string, row: MadeRow, inputs: Values): Promise<MadeRow>;
  delete(kind: RefundKind, name: string, row: MadeRow): Promise<void>;
}

/** A new process; `engine` is the address of the one that it serves. */
export function hostProcess(host: HostName, shop: Shop, engine: string): Promise<HostProcess> {
  return host === "plugin" ? pluginProcess(shop, engine) : dynamicProcess(shop, engine);
}

async function dynamicProcess(shop: Shop, engine: string): Promise<HostProcess> {
  const provider = newProviders();
  const { settings } = shop;
  const before = process.argv;
  process.argv = [...before.slice(0, 2), engine];
  try {
    const get = (name: string) => settings[name.replace("merchant:", "")];
    await provider.refund.configure({ config: { get } } as never);
  } finally {
    process.argv = before;
  }
  return {
    async check(kind, _name, olds, news) {
      const { inputs, failures } = await provider[kind].check(olds, news);
      refuse((failures ?? []).map(({ reason }) => reason));
      return inputs as Values;
    },
    async diff(kind, _name, { id, state }, inputs) {
      const { changes, replaces } = await provider[kind].diff(id, state, inputs);
      return { changes: changes === true, replaces: (replaces ?? []).length > 0 };
    },
    create: (kind, _name, inputs) =>
      orHalfDone(async () => {
        const { id, outs } = await provider[kind].create(inputs);
        return { id, state: outs as Values };
      }),
    update: (kind, _name, { id, state }, inputs) =>
      orHalfDone(async () => ({
        id,
        state: (await provider[kind].update(id, state, inputs)).outs as Values,
      })),
    delete: (kind, _name, { id, state }) => provider[kind].delete(id, state) as Promise<void>,
  };
}

/** The form in which the engine hears from the dynamic host of a row that is not complete. */
async function orHalfDone(work: () => Promise<MadeRow>): Promise<MadeRow> {
  try {
    return await work();
  } catch (error) {
    const { id, properties, reasons } = error as { id?: string; properties?: Values; reasons?: string[] };
    if (id === undefined || properties === undefined) throw error;
    return { id, state: properties, problem: reasons?.join() ?? "" };
  }
}

const TYPES: Readonly<Record<RefundKind, string>> = {
  refundAttempt: "checks:payments:RefundAttempt",
  refund: "checks:payments:RefundRecord",
};

async function pluginProcess(shop: Shop, engine: string): Promise<HostProcess> {
  const run = await PluginRun.start(shop.service, { merchant: JSON.stringify(shop.settings) }, engine);
  const rowOf = ({ id, state }: MadeRow) => ({ id, values: state });
  return {
    async check(kind, name, olds, news) {
      const { inputs, failures } = await run.check(name, news, olds, TYPES[kind]);
      refuse(failures.map((one) => one.getReason()));
      return inputs;
    },
    async diff(kind, name, { id, state }, inputs) {
      const answer = await run.diff(name, id, state, inputs, TYPES[kind]);
      const { DIFF_SOME } = proto.DiffResponse.DiffChanges;
      return {
        changes: answer.getChanges() === DIFF_SOME,
        replaces: answer.getReplacesList().length > 0,
      };
    },
    create: (kind, name, inputs) =>
      orUnpacked(async () => {
        const { id, values } = await run.create(name, inputs, false, TYPES[kind]);
        return { id, state: values };
      }),
    update: (kind, name, row, inputs) =>
      orUnpacked(async () => ({
        id: row.id,
        state: (await run.update(name, rowOf(row), inputs, false, TYPES[kind])).values,
      })),
    delete: (kind, name, row) => run.delete(name, rowOf(row), TYPES[kind]),
  };
}

/** The same from the plugin, as it travels. */
async function orUnpacked(work: () => Promise<MadeRow>): Promise<MadeRow> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HalfDone)) throw error;
    const { metadata } = error.failure as { metadata: { get(key: string): Uint8Array[] } };
    const [bytes = new Uint8Array()] = metadata.get("grpc-status-details-bin");
    const [detail] = Status.deserializeBinary(bytes).getDetailsList();
    const half = proto.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
    return {
      id: half.getId(),
      state: propertiesOf(half.getProperties()).values,
      problem: half.getReasonsList().join(),
    };
  }
}

function refuse(reasons: readonly (string | undefined)[]): void {
  if (reasons.length > 0) throw new Error(reasons.join("; "));
}
