import type { Fault } from "../../../emulator";
import { REFUND, Shop } from "../../support/shop";
import { type Args, RefundStack } from "./refundStack";

const PAID: Args = { transactionNumber: "T-SUCCESS" };

/** What goes wrong, whether money moves, and whether the service itself ended the request. */
const FAULTS: [string, Fault["action"], { moves: boolean; ended: boolean }][] = [
  ["a reset before the effect", { kind: "reset" }, { moves: false, ended: true }],
  ["a reset after the effect", { kind: "reset", when: "after" }, { moves: true, ended: true }],
  ["500 before the effect", { kind: "status", status: 500 }, { moves: false, ended: true }],
  ["500 after the effect", { kind: "status", status: 500, when: "after" }, { moves: true, ended: true }],
  ["503 before the effect", { kind: "status", status: 503 }, { moves: false, ended: true }],
  ["503 after the effect", { kind: "status", status: 503, when: "after" }, { moves: true, ended: true }],
  ["502 before the effect", { kind: "status", status: 502 }, { moves: false, ended: false }],
  ["502 after the effect", { kind: "status", status: 502, when: "after" }, { moves: true, ended: false }],
  ["408", { kind: "status", status: 408 }, { moves: false, ended: false }],
  ["an effect after the timeout", { kind: "stall", ms: 1500 }, { moves: true, ended: false }],
  ["a timeout after the effect", { kind: "stall", ms: 1500, when: "after" }, { moves: true, ended: false }],
  ["a cut answer", { kind: "truncate" }, { moves: true, ended: true }],
  ["half an answer", { kind: "half" }, { moves: true, ended: false }],
  ["a page before the effect", { kind: "html" }, { moves: false, ended: false }],
  ["a page after the effect", { kind: "html", when: "after" }, { moves: true, ended: false }],
  ["an empty answer", { kind: "empty", when: "after" }, { moves: true, ended: false }],
  ["a redirect", { kind: "redirect", when: "after" }, { moves: true, ended: false }],
];

const UNKNOWN = "refund of T-SUCCESS: it is not known whether the money was given back: ";

describe.each([
  ["that marks refunds, which the user vouches for", { marksRefunded: true }, "true"],
  ["that marks refunds, which nobody vouches for", { marksRefunded: true }, "false"],
  ["that shows nothing of a refund", { marksRefunded: false }, "false"],
])(
  "an unclear answer of a service that refunds what it has refunded, %s",
  (_, { marksRefunded }, vouched) => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await Shop.open();
    });
    beforeEach(async () => {
      await shop.admin.reset();
      await shop.admin.merchant({ doubleRefunds: true, marksRefunded });
      await shop.admin.clearRequests();
    });
    afterAll(() => shop.close());

    const refunds = async () => (await shop.ledger()).refunds;
    const settled = async (moves: boolean) => {
      for (let waited = 0; moves && (await refunds()).length === 0 && waited < 3000; waited += 20)
        await new Promise((resolve) => setTimeout(resolve, 20));
    };

    it.each(FAULTS)("%s", async (name, action, { moves, ended }) => {
      await shop.admin.faults({ match: { path: "refundTransaction" }, times: 1, action });
      const stack = new RefundStack();
      const settings = { refundShows: vouched };
      const problem = await stack.up(shop.run(settings), PAID);
      const late = name === "an effect after the timeout";
      if (moves && marksRefunded && !late) {
        expect(problem).toBeUndefined();
        expect(stack.outcome).toBe("refunded");
      } else if (!moves && vouched === "true" && ended) {
        expect(problem).toContain("refund of T-SUCCESS: not refunded: ");
        expect(problem).toContain("It is safe to run again");
        expect(await stack.up(shop.run(settings), PAID)).toBeUndefined();
        expect(stack.outcome).toBe("refunded");
      } else {
        expect(problem).toContain(UNKNOWN);
        expect(problem).toContain(`askAgainAfter: "${stack.attemptedAt}"`);
        expect(stack.outcome).toBe("unknown");
      }
      await settled(moves);
      const once = await refunds();
      const askedOnce = await shop.asked(REFUND);
      await stack.up(shop.run(settings), PAID);
      await stack.refresh(shop.run(settings));
      await stack.replace(shop.run(settings), PAID);
      expect(await refunds()).toEqual(once);
      expect(once.length).toBeLessThanOrEqual(1);
      expect(await shop.asked(REFUND)).toBe(askedOnce);
      if (once.length === 1 && marksRefunded) expect(stack.outcome).toBe("refunded");
    });
  },
);
