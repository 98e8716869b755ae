import { interrupt } from "../../../../provider/core/interruption";
import { fastForward, pass, withFakeTime } from "../../../support/provider/fakeTime";
import { RefundStack } from "../../../support/provider/refundStack";
import { NAIVE, REFUND, Shop } from "../../../support/shop";

describe("refunds at a service that takes few requests a minute", () => {
  let shop: Shop;
  withFakeTime();
  beforeEach(async () => {
    shop = await Shop.open();
    await shop.admin.merchant(NAIVE);
  });
  afterEach(() => shop.close());

  const transactions = async (count: number) => {
    const numbers = Array.from({ length: count }, (_, index) => `L-${index}`);
    for (const invoicenumber of numbers) await shop.admin.addTransaction({ invoicenumber });
    return numbers;
  };

  it.each([
    [1, "1"],
    [3, "1"],
    [6, "5"],
  ])("are made in one up, slowly: %i of them, %s a minute", async (count, requestsPerMinute) => {
    const numbers = await transactions(count);
    const run = shop.run({ requestsPerMinute, timeoutSeconds: "30" });
    const ups = numbers.map((transactionNumber) => new RefundStack().up(run, { transactionNumber }));
    const { result } = await fastForward(Promise.all(ups));
    expect(result).toEqual(numbers.map(() => undefined));
    expect(await shop.refunds()).toHaveLength(count);
  });

  it("are made side by side where the minute has room for all of them, also at a slow service", async () => {
    const numbers = await transactions(24);
    // Sockets know the true time alone: on a busy machine 24 true answers may take longer than a short time limit.
    await shop.admin.limits({ latencyMs: 12_000 });
    const run = shop.run({ requestsPerMinute: "600", timeoutSeconds: "30" });
    const ups = numbers.map((transactionNumber) => new RefundStack().up(run, { transactionNumber }));
    const { result } = await fastForward(Promise.all(ups));
    expect(result).toEqual(numbers.map(() => undefined));
    expect(await shop.refunds()).toHaveLength(numbers.length);
  });

  it("are made in later runs where they are too many for one, each once", async () => {
    const numbers = await transactions(12);
    const stacks = numbers.map((transactionNumber) => ({ transactionNumber, stack: new RefundStack() }));
    let made = 0;
    for (let up = 0; up < 3 && made < numbers.length; up += 1) {
      const run = shop.run({ requestsPerMinute: "1", timeoutSeconds: "30" });
      const ups = stacks.map(({ stack, transactionNumber }) => stack.up(run, { transactionNumber }));
      const { result } = await fastForward(Promise.all(ups));
      for (const problem of result.filter((one) => one !== undefined)) {
        expect(problem).toMatch(
          /not refunded: (?:the refunds ahead of it took too long|reading the transaction took too long), so no refund was requested/,
        );
      }
      const now = (await shop.refunds()).length;
      expect(now).toBeGreaterThan(made);
      made = now;
    }
    expect(made).toBe(numbers.length);
  });

  it("are not asked for again after a refusal, under its attempt, when those who wait for that may be gone", async () => {
    const [transactionNumber = ""] = await transactions(1);
    const stack = new RefundStack();
    await shop.failNextRefund({ kind: "status", status: 400, body: '{"error":{"statusCode":400}}' });
    await fastForward(stack.up(shop.run({ timeoutSeconds: "30" }), { transactionNumber }));
    expect(stack.outcome).toBe("notRefunded");
    // The look takes the turn of the first minute.
    const limited = () => shop.run({ timeoutSeconds: "30", requestsPerMinute: "1" });
    const { result: problem } = await fastForward(stack.up(limited(), { transactionNumber }));
    expect(problem).toContain(
      `its attempt, at ${stack.attemptedAt}, was recorded under shorter time limits than today's and is out of time, so no refund was requested; set askAgainAfter to begin another attempt`,
    );
    expect(await shop.asked(REFUND)).toBe(1);
    const again = { transactionNumber, askAgainAfter: stack.attemptedAt };
    const { result } = await fastForward(stack.up(limited(), again));
    expect(result).toBeUndefined();
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("are not made after Ctrl-C, neither the one that waits for its turn nor those in line behind it", async () => {
    const numbers = await transactions(3);
    const run = shop.run({ requestsPerMinute: "3", timeoutSeconds: "30" });
    const stacks = numbers.map((transactionNumber) => ({ transactionNumber, stack: new RefundStack() }));
    const noted = stacks.map(({ stack, ...args }) => stack.note(run, args));
    await fastForward(Promise.all(noted));
    const asked = Promise.all(stacks.map(({ stack, ...args }) => stack.ask(run, args)));
    await pass(1000);
    interrupt();
    const { seconds, result } = await fastForward(asked);
    expect(seconds).toBeLessThan(5);
    for (const [index, problem] of result.entries()) {
      expect(problem).toContain(`refund of ${numbers[index]}: not refunded: `);
      expect(problem).toContain("interrupted while waiting. Run again to continue");
    }
    expect(stacks.map(({ stack }) => stack.outcome)).toEqual(numbers.map(() => "notRefunded"));
    expect(await shop.refunds()).toEqual([]);
  });

  it("are waited for as long as that may take, before somebody's word lets one be asked for again", async () => {
    const [transactionNumber = ""] = await transactions(1);
    const stack = new RefundStack();
    const settings = { requestsPerMinute: "4", timeoutSeconds: "10" };
    await fastForward(stack.note(shop.run(settings), { transactionNumber }));
    await fastForward(stack.up(shop.run(settings), { transactionNumber }));
    const run = shop.run({ timeoutSeconds: "10" });
    const again = { transactionNumber, askAgainAfter: stack.attemptedAt };
    const { seconds } = await fastForward(stack.up(run, again));
    expect(seconds).toBeGreaterThan(4 * 61 + 30 - 1);
    expect(stack.outcome).toBe("refunded");
  });
});
