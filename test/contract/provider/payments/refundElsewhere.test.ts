import { refund } from "../../../../provider/payments/refund/refund";
import { refundAttempt } from "../../../../provider/payments/refund/refundAttempt";
import { withoutBackOff } from "../../../support/provider/backOff";
import { RefundEngine } from "../../../support/provider/refundEngine";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { refusal } from "../../../support/refusal";
import { inNaiveShop, REFUND, type Shop } from "../../../support/shop";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

// It listens to the process, and each of these hosts would do it once more.
jest.mock("../../../../provider/hosts/output", () => ({ outliveReaders() {} }));

describe("the record of a refund at the sandbox, where merchant:url leads to the live service", () => {
  withoutBackOff();
  let sandbox: Shop;
  let live: Shop;
  let stack: RefundStack;
  inNaiveShop((opened) => {
    sandbox = opened;
    stack = new RefundStack();
  });
  inNaiveShop((opened) => {
    live = opened;
  });

  const refused = () =>
    `merchant:url: the refund of T-SUCCESS was recorded on ${sandbox.settings.url}, but the configured service is ${live.settings.url}; no refund was requested. Set it to the service of the record. If both are the same service under a new address, set merchant:formerUrl to ${sandbox.settings.url}; to leave the record behind, remove the Refund from the program`;
  const untouched = async () => expect((await live.admin.requests()).total).toBe(0);

  describe.each(["dynamic", "plugin"] as const)("on the %s host", (host) => {
    it.each([
      ["up", {}],
      ["--replace of the refund", { replace: ["refund"] }],
      ["--replace of the refund and its note", { replace: ["refundAttempt", "refund"] }],
    ] as const)("is refused by what a preview checks: %s", async (_, manner) => {
      const before = new RefundEngine(host, sandbox);
      expect(await before.up()).toBeUndefined();
      const after = new RefundEngine(host, live);
      Object.assign(after.rows, before.rows);
      expect(await refusal(after.up(manner))).toContain("was recorded on");
      await untouched();
      expect(await before.up(manner)).toBeUndefined();
      expect(before.outcome).toBe("refunded");
      expect(await sandbox.asked(REFUND)).toBe(1);
    });
  });

  it("is refused in a preview by each of its rows, with what lets it go on", async () => {
    await stack.up(sandbox.run(), PAID);
    const attempt = stack.attempt?.state.attempt;
    const told = { ...PAID, before: { attempt } };
    expect(live.run().objections(refundAttempt, { ...PAID }, told)).toEqual([refused()]);
    expect(live.run().objections(refund, { ...PAID, attempt }, { ...PAID, attempt })).toEqual([refused()]);
    expect(live.run().objections(refund, {}, { ...PAID, attempt })).toEqual([refused()]);
    await untouched();
  });

  it.each([
    ["the same address in another spelling", (url: string) => ({ url: `${url.toUpperCase()}/` })],
    [
      "its former address is named",
      (url: string) => ({ url: "https://new.example.com", formerUrl: `${url}/` }),
    ],
    ["no address is set", () => ({ url: undefined })],
    ["other settings are wrong, which is told by what needs them", () => ({ refundField: "number" })],
  ])("is not refused where %s", async (_, settings) => {
    await stack.up(sandbox.run(), PAID);
    const attempt = stack.attempt?.state.attempt;
    const run = () => sandbox.run(settings(String(sandbox.settings.url)));
    expect(run().objections(refundAttempt, { ...PAID }, { ...PAID, before: { attempt } })).toEqual([]);
    expect(run().objections(refund, { ...PAID, attempt }, { ...PAID, attempt })).toEqual([]);
  });

  it("is not gone on with, also where nobody asked for objections, and stays what it is", async () => {
    await stack.up(sandbox.run(), PAID);
    const { attempt, refund: made } = stack;
    const inputs = { ...PAID, attempt: attempt?.state.attempt };
    if (!attempt || !made) throw new Error("nothing was made");
    expect(await refusal(live.run().update(refundAttempt, attempt, { ...PAID }))).toBe(refused());
    expect(await refusal(live.run().update(refund, made, inputs))).toBe(refused());
    const replacing = live.run();
    await replacing.delete(refund, made);
    expect(await refusal(replacing.create(refund, inputs))).toBe(refused());
    await untouched();
    expect(await sandbox.run().read(refund, made)).toEqual(made);
  });

  it("whose end nobody knows is not found at the other service by a refresh", async () => {
    await sandbox.failNextRefund({ kind: "reset" });
    expect(await stack.up(sandbox.run(), PAID)).toContain("it is not known");
    await live.admin.merchant({ marksRefunded: true });
    await new RefundStack().up(live.run(), PAID);
    await live.admin.clearRequests();
    expect(await refusal(stack.refresh(live.run()))).toBe(refused());
    await untouched();
    expect(stack.outcome).toBe("unknown");
  });

  it("can be removed there", async () => {
    await stack.up(sandbox.run(), PAID);
    const run = live.run();
    await stack.forget(run);
    expect(run.said.join()).toContain("removed from the state only; the money stays refunded");
    await untouched();
  });

  it("that an earlier version wrote does not say its service, and is read as it is: nothing is asked for again", async () => {
    await stack.up(sandbox.run(), PAID);
    const rows = [stack.attempt, stack.refund];
    for (const row of rows) delete (row?.state.attempt as { service?: string } | undefined)?.service;
    const attempt = stack.attempt?.state.attempt;
    expect(attempt).not.toHaveProperty("service");
    const told = { ...PAID, before: { attempt } };
    expect(live.run().objections(refundAttempt, { ...PAID }, told)).toEqual([]);
    expect(live.run().objections(refund, { ...PAID, attempt }, { ...PAID, attempt })).toEqual([]);
    expect(await stack.up(live.run(), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    await untouched();
  });
});
