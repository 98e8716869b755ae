import fc from "fast-check";
import { RANDOM_FAULT_KINDS } from "../../../../emulator";
import { withoutBackOff } from "../../../support/provider/backOff";
import { type Args, RefundStack } from "../../../support/provider/refundStack";
import { Shop } from "../../../support/shop";

/** All but the stalls, which would take their time. */
const KINDS = RANDOM_FAULT_KINDS.filter((kind) => !kind.startsWith("stall"));

/** What may happen to a stack. A kill loses what the engine did not write down. */
const STEPS = [
  "up",
  "killed while noting",
  "killed before asking",
  "killed after asking",
  "refresh",
  "replace",
] as const;
type Step = (typeof STEPS)[number];

const story = fc.record({
  seed: fc.integer(),
  rate: fc.constantFrom(0.2, 0.6),
  marksRefunded: fc.boolean(),
  refundShows: fc.boolean(),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 8 }),
});

describe("whatever befalls a refund at a service that refunds what it has refunded", () => {
  withoutBackOff();
  let shop: Shop;
  let transactions = 0;
  beforeAll(async () => {
    shop = await Shop.open();
  });
  afterAll(() => shop.close());

  it("money moves at most once, and what the state says is true", async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ seed, rate, marksRefunded, refundShows, steps }) => {
        const args: Args = { transactionNumber: `C-${++transactions}` };
        await shop.admin.addTransaction({ invoicenumber: args.transactionNumber });
        await shop.admin.merchant({ doubleRefunds: true, marksRefunded });
        await shop.admin.randomFaults({
          seed,
          rate,
          kinds: [...KINDS],
          match: { path: "/api/transactions" },
        });
        const stack = new RefundStack();
        // Only who knows that refunds show may say so.
        const settings = { refundShows: String(refundShows && marksRefunded), deadlineSeconds: "2" };
        for (const step of steps) {
          await play(stack, step, settings, args);
          const { refunds } = await shop.ledger();
          const made = refunds.filter(({ transactionno }) => transactionno === args.transactionNumber);
          expect(made.length).toBeLessThanOrEqual(1);
          if (/^(refunded|alreadyRefunded)$/.test(String(stack.outcome))) expect(made).toHaveLength(1);
          if (stack.outcome === "notRefunded") expect(made).toHaveLength(0);
        }
        await shop.admin.clearFaults();
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  async function play(stack: RefundStack, step: Step, settings: Record<string, string>, args: Args) {
    const run = shop.run(settings);
    const { attempt, refund } = stack;
    const ignored = () => undefined;
    switch (step) {
      case "up":
        await stack.up(run, args).catch(ignored);
        return;
      case "killed while noting":
        await stack.note(run, args).catch(ignored);
        stack.attempt = attempt;
        return;
      case "killed before asking":
        await stack.note(run, args).catch(ignored);
        return;
      case "killed after asking":
        await stack.up(run, args).catch(ignored);
        // What was deleted before a replacement is written down; what came of the request is not.
        stack.refund = stack.deleted ? undefined : refund;
        return;
      case "refresh":
        await stack.refresh(run).catch(ignored);
        return;
      case "replace":
        if (attempt && refund) await stack.replace(run, args).catch(ignored);
    }
  }
});
