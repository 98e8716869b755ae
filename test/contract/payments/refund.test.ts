import type { Fault } from "../../../emulator";
import { refund } from "../../../provider/resources/refund";
import { refundAttempt } from "../../../provider/resources/refundAttempt";
import { type EngineRun, GET, REFUND, type Remembered, refusal, Shop } from "./shop";

const PAID = "T-SUCCESS";

/** Both resources of a refund, as the engine remembers them; `undefined` where it does not. */
interface Stack {
  attempt?: Remembered;
  refund?: Remembered;
}

/** What an `up` does with a refund, as the program and the engine do it. */
async function up(
  run: EngineRun,
  stack: Stack,
  args = { transactionNumber: PAID },
): Promise<string | undefined> {
  stack.attempt = stack.attempt
    ? await run.update(refundAttempt, stack.attempt, args)
    : await run.create(refundAttempt, args);
  const inputs = { transactionNumber: args.transactionNumber, attempt: stack.attempt.state.attempt };
  if (stack.refund && run.due(refund, stack.refund, inputs).length === 0) return undefined;
  const after = stack.refund
    ? await run.update(refund, stack.refund, inputs)
    : await run.create(refund, inputs);
  stack.refund = after;
  return after.problem;
}

describe("a refund", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open();
  });
  beforeEach(() => shop.admin.reset());
  afterAll(() => shop.close());

  const refunds = async () => (await shop.ledger()).refunds;
  const outcome = ({ refund: made }: Stack) => made?.state.outcome;
  const fault = (action: Fault["action"], path = "refundTransaction") =>
    shop.admin.faults({ match: { path }, times: 1, action });

  it("looks, asks once, and gives the reverse transaction", async () => {
    const stack: Stack = {};
    expect(await up(shop.run(), stack)).toBeUndefined();
    const [entry, ...others] = await refunds();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ transactionno: PAID });
    expect(stack.refund).toMatchObject({
      id: PAID,
      state: {
        outcome: "refunded",
        reverseTransactionNumber: entry?.reverseTransactionno,
        reverse: { transactionNumber: entry?.reverseTransactionno, isRefund: true, amount: 100 },
      },
    });
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("is never asked for again: by another up, a refresh, a replacement or its destruction", async () => {
    await shop.admin.merchant({ doubleRefunds: true, marksRefunded: false });
    const stack: Stack = {};
    await up(shop.run(), stack);
    await up(shop.run(), stack);
    const { attempt, refund: made } = stack;
    if (!attempt || !made) throw new Error("nothing is remembered");
    expect(await shop.run().read(refund, made)).toEqual(made);
    const replacing = shop.run();
    await replacing.delete(refund, made);
    await replacing.delete(refundAttempt, attempt);
    const anew: Stack = {};
    await up(replacing, anew);
    expect(anew.refund?.state).toMatchObject({ outcome: "refunded" });
    await shop.run().delete(refund, made);
    expect(await refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(1);
  });

  describe.each([
    [{ doubleRefunds: false, marksRefunded: true }],
    [{ doubleRefunds: true, marksRefunded: true }],
    [{ doubleRefunds: true, marksRefunded: false }],
  ])("at a service with %j", (settings) => {
    beforeEach(() => shop.admin.merchant(settings));
    const shows = settings.marksRefunded;

    it.each<[string, Fault["action"], number]>([
      ["a reset before the effect", { kind: "reset" }, 0],
      ["a reset after the effect", { kind: "reset", when: "after" }, 1],
      ["500 before the effect", { kind: "status", status: 500 }, 0],
      ["500 after the effect", { kind: "status", status: 500, when: "after" }, 1],
      ["502 after the effect", { kind: "status", status: 502, when: "after" }, 1],
      ["503 after the effect", { kind: "status", status: 503, when: "after" }, 1],
      ["a timeout after the effect", { kind: "stall", ms: 1500, when: "after" }, 1],
      ["a cut answer", { kind: "truncate" }, 1],
      ["half an answer", { kind: "half" }, 1],
      ["a page after the effect", { kind: "html", when: "after" }, 1],
      ["an empty answer after the effect", { kind: "empty", when: "after" }, 1],
      ["a redirect after the effect", { kind: "redirect", when: "after" }, 1],
    ])("%s moves money at most once, and the truth is told", async (_, action, effects) => {
      await fault(action);
      const stack: Stack = {};
      const problem = await up(shop.run(), stack);
      expect(await refunds()).toHaveLength(effects);
      if (effects === 1 && shows) {
        expect(problem).toBeUndefined();
        expect(outcome(stack)).toBe("refunded");
      } else {
        expect(problem).toContain("it is not known whether the money was given back");
        expect(outcome(stack)).toBe("unknown");
      }
      await up(shop.run(), stack);
      await up(shop.run(), stack);
      expect(await refunds()).toHaveLength(effects);
      expect(await shop.asked(REFUND)).toBe(1);
    });
  });
});
void refusal;
void GET;
