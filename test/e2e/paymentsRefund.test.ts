import { setTimeout } from "node:timers/promises";
import { refundUrn } from "../support/campaign/refundProgram";
import { Stack, succeeded } from "../support/engine";
import { GET, HURRIED, REFUND, Shop } from "../support/shop";

const PROGRAM = `
const { payments } = require("pulumi-checks");
const args = JSON.parse(require("fs").readFileSync("refund.json", "utf8"));
if (args) exports.outcome = new payments.Refund("chair", args).outcome;
`;

const PAID = { transactionNumber: "T-SUCCESS" };

describe("a refund on the real engine", () => {
  let shop: Shop;
  let stacks: Stack[];
  beforeEach(async () => {
    shop = await Shop.open();
    await shop.admin.merchant({ doubleRefunds: true });
    stacks = [];
  });
  afterEach(async () => {
    for (const stack of stacks) stack.remove();
    await shop.close();
  });

  const stackWith = async (args: object, environment: Record<string, string> = {}) => {
    const stack = new Stack(
      { ...shop.environment, ...environment },
      { "index.js": PROGRAM, "refund.json": JSON.stringify(args) },
    );
    stacks.push(stack);
    await stack.init();
    return stack;
  };
  const refunds = async () => (await shop.ledger()).refunds;
  const settled = async (count: number) => {
    for (let waited = 0; (await refunds()).length < count && waited < 60_000; waited += 50)
      await setTimeout(50);
  };

  it("that the service refuses is asked for again by the next up, and by no up, refresh or replacement after that", async () => {
    await shop.admin.merchant({ marksRefunded: false });
    await shop.admin.faults({
      match: { path: "refundTransaction" },
      times: 1,
      action: {
        kind: "status",
        status: 400,
        body: '{"error":{"statusCode":400,"name":"Error","message":"no"}}',
      },
    });
    const stack = await stackWith(PAID);
    const refused = await stack.tryUp();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      "refund of T-SUCCESS: not refunded: the service answered 400 (the service said: no). It is safe to run again",
    );
    expect(refused.text).not.toMatch(/^\s+at .*:\d+:\d+/m);

    await stack.up();
    expect(await refunds()).toHaveLength(1);
    const [chair, note] = [
      refundUrn(stack.host, "Refund", "chair"),
      refundUrn(stack.host, "RefundAttempt", "transaction T-SUCCESS"),
    ];
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    await stack.pulumi(["refresh", "--yes", "--skip-preview"]).then(succeeded);
    await stack.up("--replace", chair);
    await stack.up("--replace", chair, "--replace", note);
    expect((await stack.pulumi(["stack", "output", "outcome"])).text.trim()).toBe("refunded");
    expect(await refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(2);
  });

  it("whose answer is unclear keeps the up failing until somebody says what happened", async () => {
    await shop.admin.merchant({ marksRefunded: false });
    await shop.admin.faults({ match: { path: "refundTransaction" }, times: 1, action: { kind: "reset" } });
    const stack = await stackWith(PAID, { MERCHANT_TIMEOUT_SECONDS: HURRIED.timeoutSeconds });
    const unclear = await stack.tryUp();
    expect(unclear.code).not.toBe(0);
    expect(unclear.text).toContain("it is not known whether the money was given back");
    const [, at = ""] = /askAgainAfter: "([^"]+)"/.exec(unclear.text) ?? [];
    const preview = await stack.preview();
    expect(preview.text).toContain(`askAgainAfter: "${at}"`);
    expect((await stack.tryUp()).text).toContain("it is not known whether the money was given back");
    expect(await shop.asked(REFUND)).toBe(1);

    stack.write("refund.json", JSON.stringify({ ...PAID, askAgainAfter: at }));
    await stack.up();
    await stack.up("--expect-no-changes");
    expect(await refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(2);
  });

  it("is asked for once by two stacks that want it at the same moment", async () => {
    const both = [await stackWith(PAID), await stackWith(PAID)];
    const runs = await Promise.all(both.map((stack) => stack.tryUp()));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(await refunds()).toHaveLength(1);
    const told = runs.filter(({ text }) =>
      text.includes("refunded already, by an earlier run or by somebody else"),
    );
    expect(told).toHaveLength(1);
  });

  describe("in an engine that is killed", () => {
    const BEFORE = { path: "getTransaction", nth: 2, when: "before", waitFor: [GET, 2] } as const;
    const DURING = { path: "refundTransaction", nth: 1, when: "before", waitFor: [REFUND, 1] } as const;
    const AFTER = { ...DURING, when: "after" } as const;

    /** Far longer than it takes to kill an engine that is seen to ask, and to see that it is gone, also on a busy machine. */
    const STALL_MS = 8_000;

    it.each([
      ["before the service is asked, it never is; it shows nothing of refunds", BEFORE, false, 0],
      ["while the service is at it; it shows nothing of refunds", DURING, false, 1],
      ["after the service did it; it shows nothing of refunds", AFTER, false, 1],
      ["after the service did it; it marks refunds", AFTER, true, 1],
    ])("%s", async (_step, { path, nth, when, waitFor: [route, requests] }, marksRefunded, given) => {
      await shop.admin.merchant({ marksRefunded });
      const stack = await stackWith(PAID);
      await shop.admin.faults({
        match: { path },
        nth,
        times: 1,
        action: { kind: "stall", ms: STALL_MS, when },
      });
      stack.ownsProcesses = true;
      const killed = stack.tryUp();
      await shop.admin.waitFor(requests, { route, timeoutMs: 300_000 });
      stack.kill();
      expect((await killed).code).toBeNull();
      // The process that serves the resources outlives its engine. What it has begun it ends, and begins nothing more.
      if (given > 0) await settled(given);
      else await setTimeout(STALL_MS + 1_000);
      expect(await refunds()).toHaveLength(given);

      await stack.recover();
      const next = await stack.tryUp();
      expect(await refunds()).toHaveLength(given);
      expect(await shop.asked(REFUND)).toBe(given);
      if (marksRefunded) {
        expect(next.code).toBe(0);
        expect(next.text).toContain("refunded already, by an earlier run or by somebody else");
      } else {
        expect(next.code).not.toBe(0);
        expect(next.text).toContain("it is not known whether the money was given back: an earlier run, at 2");
      }
    });
  });
});
