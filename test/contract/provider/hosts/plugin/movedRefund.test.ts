import { randomUUID } from "node:crypto";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { typeOf } from "../../../../../provider/hosts/definitions";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { RefundComponent } from "../../../../../provider/hosts/plugin/refundComponent";
import { withoutBackOff } from "../../../../support/provider/backOff";
import { hostProcess, type RefundKind } from "../../../../support/provider/hostProcess";
import { MonitorStub } from "../../../../support/provider/monitorStub";
import { type FormerRow, RefundEngine } from "../../../../support/provider/refundEngine";
import { inNaiveShop, REFUND, type Shop } from "../../../../support/shop";

jest.mock("../../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

// It listens to the process, and each of these hosts would do it once more.
jest.mock("../../../../../provider/hosts/output", () => ({ outliveReaders() {} }));

const PROVIDER = "urn:pulumi:dev::jobs::pulumi:providers:checks::default::42";

/** What the preview tells somebody who has written a program in TypeScript anew in another language. */
const TOLD = "urn:pulumi:dev::jobs::pulumi-nodejs:dynamic/checks:Refund::chair";

describe.each(["dynamic", "plugin"] as const)(
  "a refund of a program in TypeScript on the %s host that another language declares",
  (host) => {
    withoutBackOff();
    let shop: Shop;
    let engine: RefundEngine;
    let monitor: MonitorStub;
    inNaiveShop(async (opened) => {
      shop = opened;
      engine = new RefundEngine(host, shop);
      expect(await engine.up()).toBeUndefined();
      expect(engine.outcome).toBe("refunded");
      monitor = await MonitorStub.start(made());
      monitor.rows = Object.fromEntries(
        engine.listed().map(({ urn, state }) => [urn, { outputs: { ...state } }]),
      );
    });
    afterEach(() => monitor.stop());

    /** Serves the rows that a component registers as the engine does: one that is new, or one that was there. */
    const made = (): Parameters<typeof MonitorStub.start>[0] => {
      const served = hostProcess("plugin", shop, `127.0.0.1:1 ${randomUUID()}`);
      const kinds = ["refundAttempt", "refund"] as const satisfies readonly RefundKind[];
      return async ({ urn, request, values }) => {
        const kind = kinds.find((one) => typeOf("plugin", one) === request.getType());
        if (!kind) return {};
        const urns = [urn, ...request.getAliasesList().map((alias) => alias.getUrn())];
        const row = engine.listed().find((one: FormerRow) => urns.includes(one.urn));
        const process = await served;
        const name = request.getName();
        const inputs = await process.check(kind, name, row?.inputs ?? {}, values);
        if (!row) {
          const { state, problem } = await process.create(kind, name, inputs);
          if (problem !== undefined) throw new Error(problem);
          return state;
        }
        const { changes, replaces } = await process.diff(kind, name, row, inputs);
        expect(replaces).toBe(false);
        return changes ? (await process.update(kind, name, row, inputs)).state : row.state;
      };
    };

    const construct = (aliases: readonly string[] = []) => {
      const request = new proto.ConstructRequest();
      request.setProject("jobs");
      request.setStack("dev");
      request.setType("checks:payments:Refund");
      request.setName("chair");
      request.setMonitorendpoint(monitor.address);
      request.setInputs(struct({ transactionNumber: "T-SUCCESS" }));
      request.setAliasesList(aliases.map((urn) => new Alias().setUrn(urn)));
      return new RefundComponent(PROVIDER).construct(request);
    };

    const refundedOnce = async () => {
      expect(await shop.refunds()).toHaveLength(1);
      expect(await shop.asked(REFUND)).toBe(1);
    };

    it("is refused, since the state has it under another type, and told how to go on", async () => {
      await expect(construct()).rejects.toThrow(
        `the refund of T-SUCCESS is recorded by the Refund "chair" (pulumi-nodejs:dynamic/checks:Refund::chair), which has other parents. Keep those parents, or declare that this one is the same with the option aliases: ["${TOLD}"]`,
      );
      await refundedOnce();
    });

    it("keeps its record with the alias that was told", async () => {
      const { reverseTransactionNumber } = engine.rows.refund?.state ?? {};
      expect(reverseTransactionNumber).toBeDefined();
      const { state } = await construct([TOLD]);
      expect(state).toMatchObject({ outcome: "refunded", reverseTransactionNumber });
      await refundedOnce();
    });
  },
);
