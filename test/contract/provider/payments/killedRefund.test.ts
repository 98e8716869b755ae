import { interrupt } from "../../../../provider/core/interruption";
import { merchantOf } from "../../../../provider/payments/merchant";
import { withoutBackOff } from "../../../support/provider/backOff";
import { setClock } from "../../../support/provider/clock";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { refusal } from "../../../support/refusal";
import { GET, HURRIED, inShop, NAIVE, REFUND, type Shop } from "../../../support/shop";

/** Of runs that the system does not tell apart. */
const NAME = `run ${process.pid}`;

describe("a refund in a run that is killed", () => {
  withoutBackOff();
  let shop: Shop;
  let stack: RefundStack;
  inShop(
    (opened) => {
      shop = opened;
      stack = new RefundStack();
    },
    {},
    HURRIED,
  );

  it.each([
    ["before it asked", false],
    ["after it asked", true],
  ])("%s is not asked for again by the next one; at a naive service nobody can know", async (_, asked) => {
    await shop.admin.merchant(NAIVE);
    const killed = shop.run();
    await stack.note(killed, PAID);
    if (asked) {
      await stack.ask(killed, PAID);
      stack.refund = undefined;
    }
    const problem = await stack.up(shop.run(), PAID);
    expect(problem).toContain("it is not known whether the money was given back: an earlier run, at 20");
    expect(problem).toContain(`askAgainAfter: "${stack.attemptedAt}"`);
    expect(await stack.up(shop.run(), PAID)).toBe(problem);
    expect(await shop.refunds()).toHaveLength(asked ? 1 : 0);
  });

  it("after it asked is found out by the next one where the service marks refunds", async () => {
    await shop.admin.merchant({ doubleRefunds: true });
    const killed = shop.run();
    await stack.up(killed, PAID);
    stack.refund = undefined;
    const run = shop.run();
    expect(await stack.up(run, PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    expect(run.said.join()).toContain("refunded already");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("is not said to show no refund where the transaction could not be looked at; why is, in an up and in a refresh", async () => {
    const expired = { accessToken: "expired" };
    const seen = "the transaction could not be read: the service refused the access token";
    const none = "the transaction shows no refund, which is no proof";
    await stack.note(shop.run(), PAID);
    const problem = await stack.up(shop.run(expired), PAID);
    expect(problem).toContain(`it may have requested the refund, and ${seen}`);
    expect(problem).toContain("set another one in merchant:accessToken");
    expect(problem).toContain(`askAgainAfter: "${stack.attemptedAt}"`);
    expect(problem).not.toContain(none);
    stack.refund = undefined;
    const looked = await stack.up(shop.run(), PAID);
    expect(looked).toContain(none);
    expect(await stack.up(shop.run(expired), PAID)).toBe(
      `${looked}. The transaction could not be read: ${/the service refused the access token.*?MERCHANT_ACCESS_TOKEN/.exec(problem ?? "")?.[0]}`,
    );
    expect(await stack.up(shop.run(), PAID)).toBe(looked);
    const run = shop.run(expired);
    await stack.refresh(run);
    expect(run.said.join()).toContain(
      "refund of T-SUCCESS: the transaction could not be read, so its record stays as it is: the service refused the access token",
    );
    expect(stack.outcome).toBe("unknown");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it("while it asks again after a refusal is not asked for a third time", async () => {
    await shop.admin.merchant(NAIVE);
    await shop.failNextRefund({ kind: "status", status: 429 });
    await stack.up(shop.run(), PAID);
    expect(stack.outcome).toBe("notRefunded");
    await stack.up(shop.run(), PAID);
    expect(await shop.refunds()).toHaveLength(1);
    stack.refund = undefined;
    expect(await stack.up(shop.run(), PAID)).toContain("it is not known");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("while it asks again after a refusal is not asked for a third time by a later run of the same name", async () => {
    await shop.admin.merchant(NAIVE);
    await shop.failNextRefund({ kind: "status", status: 429 });
    await stack.up(shop.run({}, NAME), PAID);
    await stack.up(shop.run({}, NAME), PAID);
    stack.refund = undefined;
    expect(await stack.up(shop.run({}, NAME), PAID)).toContain("an earlier run, at 20");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("while it asks again after a refusal is not asked for a third time where the engine deletes its row ahead", async () => {
    await shop.admin.merchant(NAIVE);
    await shop.failNextRefund({ kind: "status", status: 429 });
    await stack.up(shop.run(), PAID);
    const refused = stack.refund;
    await stack.up(shop.run(), PAID);
    // It waits for its replacement, as one that the killed run has deleted.
    stack.refund = refused;
    expect(await stack.replace(shop.run(), PAID)).toContain("an earlier run, at 20");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("is not asked for twice under one attempt by the process that recorded it either", async () => {
    await shop.admin.merchant(NAIVE);
    const run = shop.run();
    await stack.up(run, PAID);
    stack.refund = undefined;
    expect(await stack.ask(run, PAID)).toContain("an earlier run, at 20");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("by somebody who then says that it did nothing is asked for once more, and once only", async () => {
    await shop.admin.merchant(NAIVE);
    await stack.note(shop.run(), PAID);
    await stack.up(shop.run(), PAID);
    const again = { ...PAID, askAgainAfter: stack.attemptedAt };
    const run = shop.run();
    expect(await stack.up(run, again)).toBeUndefined();
    expect(run.said.join()).toContain("until the earlier attempt can no longer be under way");
    expect(stack.outcome).toBe("refunded");
    await stack.up(shop.run(), again);
    await stack.up(shop.run(), PAID);
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("keeps the permission to ask again when Ctrl-C ends the wait for it, at once", async () => {
    await shop.admin.merchant(NAIVE);
    await stack.note(shop.run(), PAID);
    await stack.up(shop.run(), PAID);
    const { attemptedAt } = stack;
    const run = shop.run();
    const waiting = refusal(stack.up(run, { ...PAID, askAgainAfter: attemptedAt }));
    while (!run.said.join().includes("waiting")) await new Promise((resolve) => setTimeout(resolve, 10));
    interrupt();
    expect(await waiting).toBe("refund of T-SUCCESS: interrupted while waiting. Run again to continue");
    expect(stack.attemptedAt).toBe(attemptedAt);
    expect(await stack.up(shop.run(), { ...PAID, askAgainAfter: attemptedAt })).toBeUndefined();
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("again while it asks again, is not asked for by the word that somebody gave before", async () => {
    await shop.admin.merchant(NAIVE);
    await stack.note(shop.run(), PAID);
    await stack.up(shop.run(), PAID);
    const again = { ...PAID, askAgainAfter: stack.attemptedAt };
    const { refund: before } = stack;
    await stack.up(shop.run(), again);
    stack.refund = before;
    expect(await stack.up(shop.run(), again)).toContain("it is not known");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("again while it asks again, can be asked for once more by the time of the newer attempt, which it tells", async () => {
    await shop.admin.merchant(NAIVE);
    await stack.note(shop.run(), PAID);
    await stack.up(shop.run(), PAID);
    const again = { ...PAID, askAgainAfter: stack.attemptedAt };
    await stack.note(shop.run(), again);
    const problem = await stack.up(shop.run(), again);
    expect(problem).toContain("it is not known whether the money was given back: an earlier run, at 20");
    expect(problem).toContain(`askAgainAfter: "${stack.attemptedAt}"`);
    expect(await stack.up(shop.run(), again)).toBe(problem);
    expect(await shop.refunds()).toHaveLength(0);
    expect(await stack.up(shop.run(), { ...PAID, askAgainAfter: stack.attemptedAt })).toBeUndefined();
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("while it asks again after a refusal by an update, does not pass for refused", async () => {
    await shop.admin.merchant(NAIVE);
    await shop.failNextRefund({ kind: "status", status: 429 });
    await stack.up(shop.run(), PAID);
    const { refund: refused } = stack;
    const again = { ...PAID, askAgainAfter: stack.attemptedAt };
    await stack.up(shop.run(), again);
    expect(await shop.refunds()).toHaveLength(1);
    stack.refund = refused;
    expect(await stack.up(shop.run(), again)).toContain("it is not known");
    expect(stack.outcome).toBe("unknown");
    stack.refund = refused;
    expect(await stack.replace(shop.run(), again)).toContain("it is not known");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("is not asked for by a word about another attempt", async () => {
    await stack.note(shop.run(), PAID);
    const message = await refusal(
      stack.up(shop.run(), { ...PAID, askAgainAfter: "2020-01-01T00:00:00.000Z" }),
    );
    expect(message).toContain("refund of T-SUCCESS: askAgainAfter: the last attempt was at 20");
  });

  it.each([undefined, "2020-01-01T00:00:00.000Z"])(
    "is not asked for under another attempt that does not come after its own: %s",
    async (askAgainAfter) => {
      await shop.admin.merchant(NAIVE);
      await stack.note(shop.run(), PAID);
      await stack.up(shop.run(), PAID);
      expect(stack.outcome).toBe("unknown");
      const [run, other] = [shop.run(), new RefundStack()];
      await other.note(run, { ...PAID, ...(askAgainAfter && { askAgainAfter }) });
      // Only now does the run come across the record.
      await stack.forget(run);
      expect(await other.ask(run, PAID)).toContain("it is not known");
      expect(await shop.refunds()).toHaveLength(0);
    },
  );

  it("is not asked for by a process that comes too late with it", async () => {
    const orphan = shop.run();
    await stack.note(orphan, PAID);
    await shop.admin.faults({
      match: { path: "getTransaction" },
      times: 1,
      action: { kind: "status", status: 503, retryAfter: 3 },
    });
    expect(await stack.ask(orphan, PAID)).toContain("reading the transaction took too long");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it("is not asked for by a process that comes too late with it, where the machine's clock was set back in between", async () => {
    const orphan = shop.run();
    await stack.note(orphan, PAID);
    await shop.admin.faults({
      match: { path: "getTransaction" },
      times: 1,
      action: { kind: "status", status: 503, retryAfter: 3 },
    });
    const asking = stack.ask(orphan, PAID);
    while ((await shop.asked(GET)) < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    setClock(-3_600_000);
    expect(await asking).toContain("reading the transaction took too long");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it("is asked for again only after the earlier attempt, where the machine's clock was set forward in between", async () => {
    await stack.note(shop.run(), PAID);
    await stack.up(shop.run(), PAID);
    const run = shop.run();
    await stack.up(run, PAID);
    setClock(3_600_000);
    await stack.up(run, { ...PAID, askAgainAfter: stack.attemptedAt });
    expect(run.said.join()).toMatch(
      /waiting [1-9]\d* s until the earlier attempt can no longer be under way/,
    );
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("is not asked for by a process whose request had to wait too long for its turn", async () => {
    const orphan = shop.run({ concurrency: "1", transactionNumberIn: "query" });
    await stack.note(orphan, PAID);
    await shop.admin.faults({
      match: { path: "T-PENDING" },
      times: 1,
      action: { kind: "status", status: 503, retryAfter: 3 },
    });
    const { api } = merchantOf(orphan.session);
    const look = api.getTransaction.bind(api);
    jest.spyOn(api, "getTransaction").mockImplementationOnce((number) => {
      const looked = look(number);
      // Comes between the look and the refund, and keeps the only place.
      void look("T-PENDING");
      return looked;
    });
    expect(await stack.ask(orphan, PAID)).toContain("took too long, so no refund was requested");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it("is refused where the engine writes no checkpoints, since it could not be found out", async () => {
    const env = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };
    const before = process.env;
    process.env = { ...before, ...env };
    try {
      expect(await refusal(stack.up(shop.run(), PAID))).toContain("PULUMI_SKIP_CHECKPOINTS is set");
    } finally {
      process.env = before;
    }
    expect(await shop.asked(GET)).toBe(0);
  });
});
