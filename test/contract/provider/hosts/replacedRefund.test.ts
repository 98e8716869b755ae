import { withoutBackOff } from "../../../support/provider/backOff";
import { type Manner, RefundEngine } from "../../../support/provider/refundEngine";
import { HURRIED, inNaiveShop, inShop, NAIVE, REFUND, type Shop } from "../../../support/shop";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

// It listens to the process, and each of these hosts would do it once more.
jest.mock("../../../../provider/hosts/output", () => ({ outliveReaders() {} }));

const REFUSED = { kind: "status", status: 400, body: '{"error":{"statusCode":400,"message":"no"}}' } as const;

/** A run that replaces the note and is cut off. */
const CUT = { replace: ["refundAttempt"], cutAfterDeleting: "refundAttempt" } as const;

describe.each(["dynamic", "plugin"] as const)(
  "a refund whose row waits for its replacement since an earlier run, on the %s host",
  (host) => {
    withoutBackOff();
    let shop: Shop;
    let engine: RefundEngine;
    inNaiveShop((opened) => {
      shop = opened;
      engine = new RefundEngine(host, shop);
    });

    const refused = async () => {
      await shop.failNextRefund(REFUSED);
      expect(await engine.up()).toContain("not refunded: the service answered 400");
      expect(engine.outcome).toBe("notRefunded");
    };

    it("is asked for again after a refusal, once", async () => {
      await refused();
      expect(await engine.up()).toBeUndefined();
      expect(engine.outcome).toBe("refunded");
      expect(await engine.up()).toBeUndefined();
      expect(await shop.asked(REFUND)).toBe(2);
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is asked for again after a refusal also where another process removes the record of it", async () => {
      await refused();
      expect(await engine.up({ deletedByAnother: true })).toBeUndefined();
      expect(engine.outcome).toBe("refunded");
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is not asked for a third time when the run that asked again after a refusal was killed", async () => {
      await refused();
      await engine.up({ killedAfter: "refund" });
      expect(await shop.refunds()).toHaveLength(1);
      expect(engine.rows.refund).toMatchObject({ pendingReplacement: true });
      const problem = await engine.up();
      expect(await shop.refunds()).toHaveLength(1);
      expect(problem).toContain("it is not known whether the money was given back: an earlier run, at 20");
      expect(engine.outcome).toBe("unknown");
      expect(await engine.up()).toBe(problem);
      expect(await shop.asked(REFUND)).toBe(2);
    });

    it.each([
      ["that replaces it by name", { replace: ["refundAttempt", "refund"] }],
      ["that replaces what serves it, and deletes it ahead", { deletedAhead: true }],
      ["that deletes it ahead in another process", { deletedAhead: true, deletedByAnother: true }],
    ] as const)("is not asked for a third time after such a kill by a run %s", async (_, manner) => {
      await refused();
      await engine.up({ killedAfter: "refund" });
      expect(await engine.up(manner)).toContain("it is not known whether the money was given back");
      expect(await shop.refunds()).toHaveLength(1);
      expect(await shop.asked(REFUND)).toBe(2);
    });

    describe("and that has only its note, since it was killed while it asked", () => {
      it.each([
        ["a run that replaces the note and is cut off", CUT, {}],
        ["the same, where the program cannot tell what the state has", CUT, { untold: true }],
        ["two runs that name the note", CUT, { replace: ["refundAttempt"] }],
        ["the replacement of what serves it", CUT, { deletedAhead: true, deletedByAnother: true }],
      ] as const)("is not asked for again after %s", async (_, cut, manner) => {
        await engine.up({ killedAfter: "refund" });
        await engine.up(cut);
        expect(engine.rows.refundAttempt).toMatchObject({ pendingReplacement: true });
        expect(await engine.up(manner)).toContain("it is not known whether the money was given back");
        expect(await shop.asked(REFUND)).toBe(1);
      });

      it("is not asked for again after its note was tainted, of which the engine asks for no difference", async () => {
        await engine.up({ killedAfter: "refund" });
        engine.taint("refundAttempt");
        await engine.up({ cutAfterDeleting: "refundAttempt" });
        expect(await engine.up()).toContain("it is not known whether the money was given back");
        expect(await shop.asked(REFUND)).toBe(1);
      });
    });

    it("stays refunded when the run that replaced it was cut off before that was done", async () => {
      await engine.up();
      await engine.up({ replace: ["refund"], cutAfterDeleting: "refund" });
      expect(await engine.up()).toBeUndefined();
      expect(engine.outcome).toBe("refunded");
      expect(await shop.asked(REFUND)).toBe(1);
    });

    describe("and that was tainted, or named, of which the engine tells the provider nothing", () => {
      const NAMED = { replace: ["refund"] } as const;
      const EVERYTHING = { replace: ["refundAttempt", "refund"] } as const;
      const cutOff = (manner: Manner) => engine.up({ ...manner, cutAfterDeleting: "refund" });

      it.each([
        ["was tainted", async () => engine.taint("refund"), {}, {}],
        ["was tainted, as its note was", async () => engine.taint("refund", "refundAttempt"), {}, {}],
        ["is named again", async () => {}, NAMED, NAMED],
        ["is replaced with its note", async () => {}, EVERYTHING, EVERYTHING],
        ["is deleted ahead", async () => {}, NAMED, { deletedAhead: true }],
        [
          "is deleted ahead by another process",
          async () => {},
          NAMED,
          { deletedAhead: true, deletedByAnother: true },
        ],
      ] as const)(
        "stays refunded, with all that is known of it, when it %s",
        async (_, mark, cut, manner) => {
          await engine.up();
          const known = engine.rows.refund?.state;
          expect(known).toMatchObject({ outcome: "refunded", reverseTransactionNumber: expect.any(String) });
          await mark();
          await cutOff(cut);
          expect(engine.rows.refund).toMatchObject({ pendingReplacement: true });
          await shop.admin.clearRequests();
          expect(await engine.up(manner)).toBeUndefined();
          expect(engine.rows.refund?.state).toEqual(known);
          expect((await shop.admin.requests()).total).toBe(0);
        },
      );

      it("is not asked for again after a refusal, since an earlier run may have done that", async () => {
        await refused();
        await cutOff(NAMED);
        expect(await engine.up(NAMED)).toContain("it is not known whether the money was given back");
        expect(await shop.asked(REFUND)).toBe(1);
      });

      it("is asked for again after a refusal where this run removes the record itself", async () => {
        await refused();
        expect(await engine.up(NAMED)).toBeUndefined();
        expect(engine.outcome).toBe("refunded");
        expect(await shop.refunds()).toHaveLength(1);
      });

      it("is not asked for again where nobody knows the end of it", async () => {
        await shop.failNextRefund({ kind: "reset", when: "after" });
        await engine.up();
        expect(engine.outcome).toBe("unknown");
        await cutOff(NAMED);
        expect(await engine.up(NAMED)).toContain("it is not known whether the money was given back");
        expect(await shop.refunds()).toHaveLength(1);
      });
    });
  },
);

/** Another attempt is made when the first one's time is over, which here is soon. */
describe.each(["dynamic", "plugin"] as const)(
  "a refund whose note waits for its replacement while a word of the user asks again, on the %s host",
  (host) => {
    withoutBackOff();
    let shop: Shop;
    let engine: RefundEngine;
    inShop(
      async (opened) => {
        shop = opened;
        await shop.admin.merchant(NAIVE);
        engine = new RefundEngine(host, shop);
      },
      {},
      HURRIED,
    );

    it("is asked for by no word that was used before, after its note was replaced", async () => {
      await engine.up({ killedAfter: "refund" });
      await engine.up();
      engine.args.askAgainAfter = engine.attemptedAt;
      await engine.up({ killedAfter: "refund" });
      expect(await shop.asked(REFUND)).toBe(2);
      await engine.up(CUT);
      expect(await engine.up({ replace: ["refundAttempt"] })).toContain("it is not known");
      expect(await shop.asked(REFUND)).toBe(2);
    });
  },
);
