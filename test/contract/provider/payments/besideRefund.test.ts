import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { merchantOf } from "../../../../provider/payments/merchant";
import { withoutBackOff } from "../../../support/provider/backOff";
import { setClock } from "../../../support/provider/clock";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { GET, inNaiveShop, REFUND, type Shop } from "../../../support/shop";

describe("a refund in a run that goes on", () => {
  withoutBackOff();
  let shop: Shop;
  let stack: RefundStack;
  inNaiveShop((opened) => {
    shop = opened;
    stack = new RefundStack();
  });

  it("beside the next one, whose attempt was recorded before it asked, is asked for once", async () => {
    const [first, second] = [shop.run(), shop.run()];
    const other = new RefundStack();
    await stack.note(first, PAID);
    await other.note(second, PAID);
    expect(await stack.ask(first, PAID)).toBeUndefined();
    const problem = await other.ask(second, PAID);
    expect(problem).toContain("another run on this machine requested the refund at 20");
    expect(problem).toContain(`askAgainAfter: "${other.attemptedAt}"`);
    expect(other.outcome).toBe("unknown");
    expect(await other.up(shop.run(), PAID)).toContain("it is not known");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it.each([
    ["new", "former"],
    ["former", "new"],
  ] as const)(
    "at the %s address of a service that moved, beside one at the %s one, is asked for once",
    async (one, another) => {
      const { url: formerUrl } = shop.service.emulator;
      const moved = { url: formerUrl.replace("127.0.0.1", "localhost"), formerUrl };
      const runs = { new: shop.run(moved), former: shop.run() };
      const other = new RefundStack();
      await stack.note(runs[one], PAID);
      await other.note(runs[another], PAID);
      await Promise.all([stack.ask(runs[one], PAID), other.ask(runs[another], PAID)]);
      expect([stack.outcome, other.outcome].sort()).toEqual(["refunded", "unknown"]);
      expect(await shop.refunds()).toHaveLength(1);
    },
  );

  it("whose look was still under way when the next one asked, is asked for once", async () => {
    await shop.admin.faults({
      match: { path: "getTransaction" },
      times: 1,
      action: { kind: "stall", ms: 1500, when: "after" },
    });
    const [first, second] = [shop.run(), shop.run()];
    const other = new RefundStack();
    const noting = stack.note(first, PAID);
    await shop.admin.waitFor(1, { route: GET });
    expect(await other.up(second, PAID)).toBeUndefined();
    await noting;
    expect(await stack.ask(first, PAID)).toContain("another run on this machine requested the refund at 20");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("whose turn another one has taken by the time of its look, as after it was stopped for long, is not asked for", async () => {
    const run = shop.run();
    await stack.note(run, PAID);
    await shop.admin.faults({
      match: { path: "getTransaction" },
      times: 1,
      action: { kind: "stall", ms: 500, when: "after" },
    });
    const asking = stack.ask(run, PAID);
    await shop.admin.waitFor(2, { route: GET });
    const name = `${shop.service.emulator.url} ${PAID.transactionNumber}`;
    const folder = await merchantOf(run.session).machineFolder();
    const turn = join(folder, createHash("sha256").update(name).digest("hex"));
    writeFileSync(turn, "another one", { flag: "r+" });
    try {
      expect(await asking).toContain("another process on this machine is refunding it");
    } finally {
      rmSync(turn);
    }
    expect(stack.outcome).toBe("notRefunded");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it.each([
    ["gets it", 1_000, "refunded"],
    ["does not get it in time", 6_000, "unknown"],
  ])(
    "that waits for its answer, and %s, is not asked for by one that begins meanwhile",
    async (_, ms, outcome) => {
      await shop.failNextRefund({ kind: "stall", ms, when: "after" });
      const asking = stack.up(shop.run({ timeoutSeconds: "5" }), PAID);
      await shop.admin.waitFor(1, { route: REFUND });
      const other = new RefundStack();
      expect(await other.up(shop.run(), PAID)).toContain(
        "another run on this machine requested the refund at 20",
      );
      expect(other.outcome).toBe("unknown");
      await asking;
      expect(stack.outcome).toBe(outcome);
      expect(await shop.refunds()).toHaveLength(1);
    },
  );

  it("beside two others, one that got no answer and one that was refused, is not asked for again", async () => {
    const goesOn = shop.run();
    await stack.note(goesOn, PAID);
    await shop.failNextRefund({ kind: "reset", when: "after" });
    expect(await new RefundStack().up(shop.run(), PAID)).toContain("it is not known");
    await shop.failNextRefund({ kind: "status", status: 400 });
    expect(await new RefundStack().up(shop.run(), PAID)).toContain("not refunded: ");
    expect(await stack.ask(goesOn, PAID)).toContain("another run on this machine requested the refund at 20");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("and was refused is not asked for again after another one that asked since, under the same attempt", async () => {
    await shop.failNextRefund({ kind: "status", status: 400 });
    expect(await stack.up(shop.run(), PAID)).toContain("not refunded: ");
    expect(await new RefundStack().up(shop.run(), PAID)).toBeUndefined();
    expect(await stack.up(shop.run(), PAID)).toContain(
      "another run on this machine requested the refund at 20",
    );
    expect(stack.outcome).toBe("unknown");
    expect(await shop.refunds()).toHaveLength(1);
  });

  describe("on a machine whose clock is set back meanwhile", () => {
    const HOUR = 3_600_000;
    beforeEach(() => setClock(HOUR));

    it("beside the next one, whose attempt was recorded before it asked, is asked for once", async () => {
      const [first, second] = [shop.run(), shop.run()];
      const other = new RefundStack();
      await stack.note(first, PAID);
      await other.note(second, PAID);
      setClock(-HOUR);
      expect(await stack.ask(first, PAID)).toBeUndefined();
      expect(await other.ask(second, PAID)).toContain(
        "another run on this machine requested the refund at 20",
      );
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("that waits for its answer is not asked for by one that was refused before and goes on under its attempt", async () => {
      await shop.failNextRefund({ kind: "status", status: 400 });
      expect(await stack.up(shop.run(), PAID)).toContain("not refunded: ");
      setClock(-HOUR);
      await shop.failNextRefund({ kind: "stall", ms: 1000, when: "after" });
      const asking = new RefundStack().up(shop.run(), PAID);
      await shop.admin.waitFor(2, { route: REFUND });
      expect(await stack.up(shop.run(), PAID)).toContain(
        "another run on this machine requested the refund at 20",
      );
      expect(await asking).toBeUndefined();
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("that got no answer is asked for once more by somebody's word", async () => {
      const run = () => shop.run({ timeoutSeconds: "1" });
      await shop.failNextRefund({ kind: "reset" });
      expect(await stack.up(run(), PAID)).toContain("it is not known");
      setClock(-HOUR);
      expect(await stack.up(run(), { ...PAID, askAgainAfter: stack.attemptedAt })).toBeUndefined();
      expect(stack.outcome).toBe("refunded");
      expect(await shop.refunds()).toHaveLength(1);
    });
  });
});
