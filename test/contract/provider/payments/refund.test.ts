import { UNKNOWN } from "../../../../provider/core/unknown";
import { refund } from "../../../../provider/payments/refund/refund";
import { lastRefundableDay } from "../../../../provider/payments/refund/refundWindow";
import { withoutBackOff } from "../../../support/provider/backOff";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { refusal } from "../../../support/refusal";
import { inShop, NAIVE, REFUND, type Shop } from "../../../support/shop";

describe("a refund", () => {
  withoutBackOff();
  let shop: Shop;
  let stack: RefundStack;
  inShop((opened) => {
    shop = opened;
    stack = new RefundStack();
  }, {});

  it("looks, asks once, and gives the reverse transaction", async () => {
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    const [entry, ...others] = await shop.refunds();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ transactionno: PAID.transactionNumber });
    expect(stack.refund).toMatchObject({
      id: PAID.transactionNumber,
      state: {
        outcome: "refunded",
        knownAt: expect.any(Number),
        reverseTransactionNumber: entry?.reverseTransactionno,
        reverse: { transactionNumber: entry?.reverseTransactionno, isRefund: true, amount: 100 },
      },
    });
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("keeps a number of many digits as it is", async () => {
    await stack.up(shop.run(), { transactionNumber: "00012345678901234567890" });
    expect(await shop.refunds()).toMatchObject([{ transactionno: "00012345678901234567890" }]);
  });

  it("is never asked for again: by another up, a refresh, a replacement or its destruction", async () => {
    await shop.admin.merchant(NAIVE);
    await stack.up(shop.run(), PAID);
    const { refund: made } = stack;
    await stack.up(shop.run(), PAID);
    await stack.refresh(shop.run());
    expect(stack.refund).toEqual(made);
    await stack.replace(shop.run(), PAID);
    expect(stack.refund?.state).toEqual(made?.state);
    const destroying = shop.run();
    await stack.forget(destroying);
    expect(destroying.said).toEqual([
      "refund of T-SUCCESS: removed from the state only; the money stays refunded. Unless this run creates its resource again, a Refund declared for it later does not know about this one",
    ]);
    expect(await shop.refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("that is made is not asked for again by somebody's word either, at a service that shows no refund", async () => {
    await shop.admin.merchant(NAIVE);
    // It waits for three times as long until nobody can be asking under the earlier attempt.
    const soon = { timeoutSeconds: "2" };
    await stack.up(shop.run(soon), PAID);
    const { refund: made = { id: "", state: {} }, attemptedAt: askAgainAfter } = stack;
    const run = shop.run(soon);
    await stack.note(run, { ...PAID, askAgainAfter });
    expect(stack.attemptedAt).not.toBe(askAgainAfter);
    const { state } = await run.update(refund, made, { ...PAID, attempt: stack.attempt?.state.attempt });
    expect(state).toMatchObject({
      outcome: "refunded",
      reverseTransactionNumber: made.state.reverseTransactionNumber,
    });
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("of another transaction is another refund", async () => {
    await stack.up(shop.run(), PAID);
    await stack.replace(shop.run(), { transactionNumber: "T-DEBIT-CARD" });
    expect(await shop.refunds()).toMatchObject([
      { transactionno: "T-SUCCESS" },
      { transactionno: "T-DEBIT-CARD" },
    ]);
  });

  it("that was made before is taken over and told, not repeated, also at a service that would", async () => {
    await shop.admin.merchant({ doubleRefunds: true });
    await stack.up(shop.run(), PAID);
    const another = new RefundStack();
    const run = shop.run();
    expect(await another.up(run, PAID)).toBeUndefined();
    expect(another.refund?.state).toEqual({
      ...PAID,
      attempt: expect.anything(),
      outcome: "alreadyRefunded",
      knownAt: expect.any(Number),
    });
    expect(run.said.join()).toContain("refunded already, by an earlier run or by somebody else");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("is made beside another one whose attempt began at the same moment", async () => {
    const moment = jest.spyOn(Date.prototype, "toISOString").mockReturnValue(new Date().toISOString());
    const [run, other, debit] = [shop.run(), new RefundStack(), { transactionNumber: "T-DEBIT-CARD" }];
    await Promise.all([stack.note(run, PAID), other.note(run, debit)]);
    expect(await Promise.all([stack.ask(run, PAID), other.ask(run, debit)])).toEqual([undefined, undefined]);
    moment.mockRestore();
    expect(await shop.refunds()).toHaveLength(2);
  });

  it("is asked for once when two stacks on a machine want it at the same moment, also at a service that would double it", async () => {
    await shop.admin.merchant({ doubleRefunds: true });
    const stacks = Array.from({ length: 4 }, () => new RefundStack());
    await Promise.all(stacks.map((each) => each.up(shop.run(), PAID)));
    expect(await shop.refunds()).toHaveLength(1);
    const outcomes = stacks.map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual(["alreadyRefunded", "alreadyRefunded", "alreadyRefunded", "refunded"]);
  });

  describe("of what cannot be refunded", () => {
    it.each([
      ["T-INPROGRESS", "its status is Inprogress; only a Success can be refunded"],
      ["T-FAILED", "its status is Failed"],
      ["T-PENDING", "its status is Pending"],
      ["T-ONHOLD", "its status is Onhold"],
      ["T-REJECTED", "its status is Rejected"],
      ["T-OLD-PENDING", "its status is Pending"],
      ["T-OLD", "could be refunded for 3 months, until"],
      ["T-NOWHERE", "Transaction not found"],
    ])("is refused without asking: %s", async (transactionNumber, reason) => {
      const message = await refusal(stack.up(shop.run(), { transactionNumber }));
      expect(message).toContain(`refund of ${transactionNumber}: not refunded: `);
      expect(message).toContain(reason);
      expect(stack.attempt).toBeUndefined();
      expect(await shop.asked(REFUND)).toBe(0);
      expect(await shop.refunds()).toEqual([]);
    });

    it("is asked for on the last day of the window, and not after it", async () => {
      await stack.up(shop.run(), { transactionNumber: "T-LAST-DAY" });
      const { transactiondate = "" } =
        (await shop.admin.transactions()).find(({ invoicenumber }) => invoicenumber === "T-LAST-DAY") ?? {};
      expect(lastRefundableDay(transactiondate) ?? "").toMatch(/^\d{4}-/);
      expect(await shop.refunds()).toHaveLength(1);
      const late = new RefundStack();
      await refusal(late.up(shop.run(), { transactionNumber: "T-DAY-TOO-OLD" }).then(throwIfProblem));
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is refused when the service refuses, and asked for again by the next up", async () => {
      await shop.failNextRefund({
        kind: "status",
        status: 400,
        body: '{"error": {"statusCode": 400, "name": "Error", "message": "not today"}}',
      });
      const problem = await stack.up(shop.run(), PAID);
      expect(problem).toBe(
        `refund of T-SUCCESS: not refunded: the service answered 400 (the service said: not today). It is safe to run again, which requests the refund again; with \`protect\`, set askAgainAfter: "${stack.attemptedAt}" first`,
      );
      expect(stack.outcome).toBe("notRefunded");
      expect(await stack.up(shop.run(), PAID)).toBeUndefined();
      expect(stack.outcome).toBe("refunded");
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is refused with how long to wait, where the service says so: it is not asked again by itself", async () => {
      await shop.failNextRefund({ kind: "status", status: 429, retryAfter: 1 });
      expect(await stack.up(shop.run(), PAID)).toContain(
        "not refunded: the service answered 429, and asks for no request for another 1 s",
      );
      expect(await shop.asked(REFUND)).toBe(1);
    });

    it("is refused when the service refuses, and found by a refresh where somebody else has made it since", async () => {
      await shop.failNextRefund({ kind: "status", status: 400 });
      await stack.up(shop.run(), PAID);
      await stack.refresh(shop.run());
      expect(stack.outcome).toBe("notRefunded");
      await new RefundStack().up(shop.run(), PAID);
      await stack.refresh(shop.run());
      expect(stack.outcome).toBe("alreadyRefunded");
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is refused with what to do, where the token that read the transaction may not refund it", async () => {
      await shop.failNextRefund({ kind: "status", status: 403, body: "" });
      expect(await stack.up(shop.run(), PAID)).toContain(
        "not refunded: the service refused access with this access token (403). It is wrong, has expired, or its user lacks the permission Merchant; set another one in merchant:accessToken or MERCHANT_ACCESS_TOKEN. It is safe to run again",
      );
      expect(await shop.refunds()).toEqual([]);
    });

    it("is asked for again by an update when somebody says so, for a resource that must not be replaced", async () => {
      // It waits for three times as long until nobody can be asking under the earlier attempt.
      const soon = { timeoutSeconds: "2" };
      await shop.failNextRefund({ kind: "status", status: 400 });
      const problem = await stack.up(shop.run(soon), PAID);
      expect(problem).toContain(`with \`protect\`, set askAgainAfter: "${stack.attemptedAt}" first`);
      const replaced = jest.spyOn(refund, "delete");
      expect(await stack.up(shop.run(soon), { ...PAID, askAgainAfter: stack.attemptedAt })).toBeUndefined();
      expect(replaced).not.toHaveBeenCalled();
      expect(stack.outcome).toBe("refunded");
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is not shown as replaced by a preview that cannot know the new attempt yet", async () => {
      await shop.failNextRefund({ kind: "status", status: 400 });
      await stack.up(shop.run(), PAID);
      const { refund: refused = { id: "", state: {} } } = stack;
      const due = shop.run().due(refund, refused, { ...PAID, attempt: UNKNOWN });
      expect(due).toMatchObject({ reason: refused.state.problem });
      expect(due?.replaces).toBeUndefined();
    });

    it("is refused when the service wants the number in another field, and goes on with the right one", async () => {
      await shop.admin.merchant({ refundField: "transactionno" });
      expect(await stack.up(shop.run(), PAID)).toContain("not refunded: the service answered 400");
      expect(await stack.up(shop.run({ refundField: "transactionno" }), PAID)).toBeUndefined();
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("makes no request while nobody said in which field the number goes", async () => {
      const message = await refusal(stack.up(shop.run({ refundField: undefined }), PAID));
      expect(message).toContain("configuration: merchant:refundField: is not set");
      expect((await shop.admin.requests()).total).toBe(0);
    });

    it("is told when nothing listens at the address, which is safe to run again", async () => {
      const message = await refusal(
        stack.up(shop.run({ url: "http://127.0.0.1:1", deadlineSeconds: "1" }), PAID),
      );
      expect(message).toContain("not refunded: reading the transaction: nothing listens");
    });

    it("is asked for once by two runs at one moment, however each spells the address", async () => {
      await shop.admin.merchant({ doubleRefunds: true });
      const { url } = shop.settings;
      const runs = [shop.run(), shop.run({ url: `${url}/` })];
      const stacks = [stack, new RefundStack()];
      await Promise.all(runs.map((run, index) => stacks[index]?.note(run, PAID)));
      await shop.admin.faults({ match: { path: "getTransaction" }, action: { kind: "stall", ms: 50 } });
      await Promise.all(runs.map((run, index) => stacks[index]?.ask(run, PAID)));
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is told when somebody else refunds between the look and the request", async () => {
      const [first, second] = [shop.run(), shop.run()];
      await stack.note(first, PAID);
      const other = new RefundStack();
      await other.up(second, PAID);
      expect(await stack.ask(first, PAID)).toBeUndefined();
      expect(stack.outcome).toBe("alreadyRefunded");
      expect(await shop.refunds()).toHaveLength(1);
    });
  });
});

function throwIfProblem(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}
