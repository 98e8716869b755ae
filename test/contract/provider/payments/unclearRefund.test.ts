import type { Fault } from "../../../../emulator";
import { ChecksError } from "../../../../provider/core/errors";
import { merchantOf } from "../../../../provider/payments/merchant";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { GET, HURRIED, inShop, REFUND, type Shop } from "../../../support/shop";

/** An error in the words of the service. */
function own(status: number) {
  const body = JSON.stringify({ error: { statusCode: status, name: "Error", message: "not now" } });
  return { kind: "status", status, body, contentType: "application/json" } as const;
}

/** What a firewall sends in front of a service, or in place of an answer that it does not let out. */
const PAGE = "<html><head><title>403 Forbidden</title></head></html>";

/** What goes wrong, whether money moves, and whether the service itself ended the request. */
const FAULTS: [string, Fault["action"], { moves: boolean; ended: boolean }][] = [
  ["a reset before the effect", { kind: "reset" }, { moves: false, ended: false }],
  ["a reset after the effect", { kind: "reset", when: "after" }, { moves: true, ended: false }],
  ["500 before the effect", { kind: "status", status: 500 }, { moves: false, ended: false }],
  ["500 after the effect", { kind: "status", status: 500, when: "after" }, { moves: true, ended: false }],
  ["503 before the effect", { kind: "status", status: 503 }, { moves: false, ended: false }],
  ["503 after the effect", { kind: "status", status: 503, when: "after" }, { moves: true, ended: false }],
  ["503 in the service's own form", { ...own(503), when: "before" }, { moves: false, ended: false }],
  ["500 in the service's own form", { ...own(500), when: "before" }, { moves: false, ended: true }],
  ["500 in its own form after the effect", { ...own(500), when: "after" }, { moves: true, ended: true }],
  ["502 before the effect", { kind: "status", status: 502 }, { moves: false, ended: false }],
  ["502 after the effect", { kind: "status", status: 502, when: "after" }, { moves: true, ended: false }],
  ["408", { kind: "status", status: 408 }, { moves: false, ended: false }],
  ["499 after the effect", { kind: "status", status: 499, when: "after" }, { moves: true, ended: false }],
  ["an effect after the timeout", { kind: "stall", ms: 1500 }, { moves: true, ended: false }],
  ["a timeout after the effect", { kind: "stall", ms: 1500, when: "after" }, { moves: true, ended: false }],
  ["a cut answer", { kind: "truncate" }, { moves: true, ended: false }],
  ["half an answer", { kind: "half" }, { moves: true, ended: false }],
  ["a page before the effect", { kind: "html" }, { moves: false, ended: false }],
  ["a page after the effect", { kind: "html", when: "after" }, { moves: true, ended: false }],
  ["a firewall's page", { kind: "status", status: 403, body: PAGE }, { moves: false, ended: false }],
  [
    "a firewall's page in place of the answer",
    { kind: "status", status: 403, body: PAGE, when: "after" },
    { moves: true, ended: false },
  ],
  ["an empty answer", { kind: "empty", when: "after" }, { moves: true, ended: false }],
  ["a redirect", { kind: "redirect", when: "after" }, { moves: true, ended: false }],
];

/** Where no request waits in vain, a busy machine may take its time; a longer limit also makes the looks after an answer longer. */
const CALM = { timeoutSeconds: "3" };

const UNKNOWN = "refund of T-SUCCESS: it is not known whether the money was given back: ";

describe.each([
  ["that marks refunds, which the user vouches for", { marksRefunded: true }, "true"],
  ["that marks refunds, which nobody vouches for", { marksRefunded: true }, "false"],
  ["that shows nothing of a refund", { marksRefunded: false }, "false"],
])(
  "an unclear answer of a service that refunds what it has refunded, %s",
  (_, { marksRefunded }, vouched) => {
    let shop: Shop;
    inShop(async (opened) => {
      shop = opened;
      await shop.admin.merchant({ doubleRefunds: true, marksRefunded });
    });

    const settled = async (moves: boolean) => {
      for (let waited = 0; moves && (await shop.refunds()).length === 0 && waited < 3000; waited += 20)
        await new Promise((resolve) => setTimeout(resolve, 20));
    };

    it.each(FAULTS)("%s", async (name, action, { moves, ended }) => {
      await shop.failNextRefund(action);
      const stack = new RefundStack();
      const settings = { refundShows: vouched, ...(action.kind === "stall" ? HURRIED : CALM) };
      const problem = await stack.up(shop.run(settings), PAID);
      let refunds = 1;
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
        refunds = moves ? 1 : 0;
      }
      await settled(moves);
      const once = await shop.refunds();
      const askedOnce = await shop.asked(REFUND);
      await stack.up(shop.run(settings), PAID);
      await stack.refresh(shop.run(settings));
      await stack.replace(shop.run(settings), PAID);
      expect(await shop.refunds()).toEqual(once);
      expect(once).toHaveLength(refunds);
      expect(await shop.asked(REFUND)).toBe(askedOnce);
      if (once.length === 1 && marksRefunded) expect(stack.outcome).toBe("refunded");
    });
  },
);

describe("a refund that the service shows a moment after its unclear answer", () => {
  let shop: Shop;
  inShop((opened) => {
    shop = opened;
  });

  it("is not looked for any more once it shows", async () => {
    await shop.failNextRefund({ kind: "reset", when: "after" });
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    // Before the attempt, before the request, and after it.
    expect(await shop.asked(GET)).toBe(3);
  });

  it("is found by the second look", async () => {
    const [stack, run] = [new RefundStack(), shop.run()];
    await stack.note(run, PAID);
    const { api } = merchantOf(run.session);
    const before = await api.getTransaction(PAID.transactionNumber);
    // The look before the request, and the first one after it.
    jest.spyOn(api, "getTransaction").mockResolvedValueOnce(before).mockResolvedValueOnce(before);
    await shop.failNextRefund({ kind: "reset", when: "after" });
    expect(await stack.ask(run, PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    expect(await shop.asked(REFUND)).toBe(1);
  });
});

describe("a refund that the service ended with an error, where the transaction cannot be read after that", () => {
  let shop: Shop;
  inShop((opened) => {
    shop = opened;
  });

  it("is not taken for none, also where the service is known to show refunds", async () => {
    const [stack, run] = [new RefundStack(), shop.run({ refundShows: "true" })];
    await stack.note(run, PAID);
    const { api } = merchantOf(run.session);
    const before = await api.getTransaction(PAID.transactionNumber);
    jest
      .spyOn(api, "getTransaction")
      .mockResolvedValueOnce(before)
      .mockRejectedValue(new ChecksError({ reason: "no answer" }));
    await shop.failNextRefund({ ...own(500), when: "after" });
    const problem = await stack.ask(run, PAID);
    expect(problem).toContain(UNKNOWN);
    expect(problem).toContain("and the transaction could not be read: no answer");
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    expect(await shop.asked(REFUND)).toBe(1);
  });
});
