import { withoutBackOff } from "../../../support/provider/backOff";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { inShop, REFUND, type Shop } from "../../../support/shop";

const UNKNOWN = "refund of T-SUCCESS: it is not known whether the money was given back: ";

/** What a service answers in place of the refund, and what is told of it. */
const ANSWERS: [string, (record: Record<string, unknown>) => object, string][] = [
  ["an echo of the transaction, not refunded", (record) => record, "which is not a refund"],
  [
    "the record of another transaction",
    (record) => ({ ...record, invoicenumber: "T-CENTS", amount: 0.07 }),
    '"T-CENTS", which is not a refund',
  ],
  [
    "the record of another transaction that is refunded",
    (record) => ({ ...record, invoicenumber: "T-REFUNDED", isRefund: true }),
    '"T-REFUNDED", which does not mention this one',
  ],
  [
    "the refund of a transaction whose number begins like this one's",
    (record) => ({
      ...record,
      invoicenumber: "R-9",
      isRefund: true,
      transaction_summary: "Refund of T-SUCCESS-2",
    }),
    '"R-9", which does not mention this one',
  ],
  [
    "the refund of a transaction whose number ends like this one's",
    (record) => ({ ...reverse(record), transaction_summary: "Refund of X-T-SUCCESS" }),
    '"R-9", which does not mention this one',
  ],
  [
    "this one with its payer and its receiver exchanged, without a mark",
    (record) => ({ ...giving(record), invoicenumber: "T-SUCCESS" }),
    "which is not a refund",
  ],
  [
    "its amount, paid once more",
    (record) => ({ ...record, invoicenumber: "9" }),
    '"9", which is not a refund',
  ],
  [
    "its amount, given back for another invoice",
    (record) => ({ ...giving(record), entityid: Number(record.entityid) + 1 }),
    '"9", which is not a refund',
  ],
  [
    "its amount, given to somebody else",
    (record) => ({ ...giving(record), receiverId: { name: "Somebody else" } }),
    '"9", which is not a refund',
  ],
  [
    "its amount, given by somebody else",
    (record) => ({ ...giving(record), senderId: { name: "Somebody else" } }),
    '"9", which is not a refund',
  ],
  [
    "a refund that is pending",
    (record) => ({
      ...reverse(record),
      transactionstatusId: 5,
      transactionstatus: { id: 5, name: "PENDING" },
    }),
    "whose status is Pending",
  ],
  [
    "a refund that failed",
    (record) => ({
      ...reverse(record),
      transactionstatusId: 2,
      transactionstatus: { id: 2, name: "FAILED" },
    }),
    "whose status is Failed",
  ],
  [
    "a refund whose status nobody knows",
    (record) => ({ ...reverse(record), transactionstatusId: 17, transactionstatus: null }),
    "whose status is number 17",
  ],
  [
    "a refund that is called a success, with the number of another status",
    (record) => ({
      ...reverse(record),
      transactionstatusId: 17,
      transactionstatus: { id: 17, name: "SUCCESS" },
    }),
    "whose status is Success, but with the number 17",
  ],
  [
    "an error with the number of the transaction",
    () => ({ error: { statusCode: 400, message: "closed for today" }, invoicenumber: "T-SUCCESS" }),
    "(the service said: closed for today)",
  ],
  [
    "a refund whose status has neither number nor name",
    (record) => ({ ...reverse(record), transactionstatusId: null, transactionstatus: { name: "" } }),
    "whose status is not given",
  ],
  ["a number alone", () => ({ invoicenumber: "R-9" }), "whose status is not given"],
  ["no number", () => ({ ok: true }), "the service's answer is not a transaction"],
];

function reverse(record: Record<string, unknown>) {
  return { ...record, invoicenumber: "R-9", isRefund: true, transaction_summary: "Refund of T-SUCCESS" };
}

/** The transaction that gives its amount back. */
function giving(record: Record<string, unknown>) {
  const { senderId, receiverId } = record;
  return { ...record, invoicenumber: "9", senderId: receiverId, receiverId: senderId };
}

describe("a refund that the service did not make", () => {
  withoutBackOff();
  let shop: Shop;
  inShop(
    (opened) => {
      shop = opened;
    },
    {},
    // The second look comes after a fifteenth of it.
    { timeoutSeconds: "6" },
  );

  const record = async (number = "T-SUCCESS") =>
    (await shop.admin.transactions()).find(({ invoicenumber }) => invoicenumber === number) as Record<
      string,
      unknown
    >;
  const answering = async (answer: object, path = "refundTransaction", times = 1) => {
    const body = JSON.stringify(answer);
    await shop.admin.faults({
      match: { path },
      times,
      action: { kind: "status", status: 200, body, contentType: "application/json" },
    });
  };

  it.each(ANSWERS)("is not taken for refunded by %s", async (_, answer, words) => {
    await answering(answer(await record()));
    const stack = new RefundStack();
    const problem = await stack.up(shop.run(), PAID);
    expect(problem).toContain(UNKNOWN);
    expect(problem).toContain(words);
    expect(stack.outcome).toBe("unknown");
    expect(await shop.refunds()).toEqual([]);
  });

  it.each([
    ["it failed", { id: 2, name: "FAILED" }],
    ["it was rejected", { id: 7, name: "REJECTED" }],
  ])("is known not to be made when %s and the service shows refunds", async (_, transactionstatus) => {
    const failed = { transactionstatusId: transactionstatus.id, transactionstatus };
    await answering({ ...reverse(await record()), ...failed });
    const stack = new RefundStack();
    expect(await stack.up(shop.run({ refundShows: "true" }), PAID)).toContain("not refunded: ");
    expect(stack.outcome).toBe("notRefunded");
  });

  it.each([
    [
      "the record of another one that failed",
      (paid: Record<string, unknown>) => ({
        ...paid,
        invoicenumber: "T-CENTS",
        transactionstatusId: 2,
        transactionstatus: { id: 2, name: "FAILED" },
      }),
    ],
    ["this one, still without its mark", (paid: Record<string, unknown>) => paid],
    ["an error that is not in its own form", () => ({ error: "upstream timed out" })],
    ["an error that tells of a gateway", () => ({ error: { statusCode: 504, message: "timed out" } })],
    ["an error 501, which is none of its own", () => ({ error: { statusCode: 501, message: "no" } })],
    ["an error that tells of a timeout", () => ({ error: { statusCode: 408, message: "timed out" } })],
    ["an error that tells of a cancelled request", () => ({ error: { statusCode: 499, message: "no" } })],
  ])("is not known to be ended by %s, also where the service shows refunds", async (_, answer) => {
    await answering(answer(await record()));
    const stack = new RefundStack();
    expect(await stack.up(shop.run({ refundShows: "true" }), PAID)).toContain(UNKNOWN);
    expect(stack.outcome).toBe("unknown");
  });

  it.each([400, 422, 500])(
    "is known to be ended by an error %d in the service's own form, where the service shows refunds",
    async (statusCode) => {
      await answering({ error: { statusCode, name: "Error", message: "closed for today" } });
      const problem = await new RefundStack().up(shop.run({ refundShows: "true" }), PAID);
      expect(problem).toContain("not refunded: the service answered with an error instead of a transaction");
    },
  );

  it("is refunded when the answer gives the same invoice's amount back, whatever it is called", async () => {
    await answering({ ...giving(await record()), isRefund: true });
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.refund?.state).toMatchObject({ outcome: "refunded", reverseTransactionNumber: "9" });
  });

  it("is refunded by a reverse transaction that is not refunded itself, as the document reads, and not by one of another amount", async () => {
    const back = giving(await record());
    await answering({ ...back, amount: 1 });
    const unclear = new RefundStack();
    expect(await unclear.up(shop.run(), PAID)).toContain('the transaction "9", which is not a refund');
    expect(unclear.outcome).toBe("unknown");
    await answering(back);
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.refund?.state).toMatchObject({ outcome: "refunded", reverseTransactionNumber: "9" });
  });

  it.each([
    ["its mark", { isRefund: true }],
    ["the status of one that is refunded", { transactionstatusId: 4, transactionstatus: { name: "REFUND" } }],
  ])(
    "is refunded when the answer is the transaction itself with %s, which is no reverse one",
    async (_, mark) => {
      await answering({ ...(await record()), ...mark });
      const stack = new RefundStack();
      expect(await stack.up(shop.run(), PAID)).toBeUndefined();
      expect(stack.refund?.state).toMatchObject({ outcome: "refunded" });
      expect(stack.refund?.state).not.toHaveProperty("reverseTransactionNumber");
    },
  );

  it.each([
    ["an error that is null", { error: null }],
    ["its status by a number beside no name", { transactionstatusId: null, transactionstatus: { id: 3 } }],
    ["its status by a name alone", { transactionstatusId: null, transactionstatus: { name: "SUCCESS" } }],
  ])("is refunded by a record with %s", async (_, own) => {
    await answering({ ...reverse(await record()), ...own });
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
  });

  it.each([
    ["T(1", "Refund of T(1", "refunded"],
    ["T.1", "Refund of TX1", "unknown"],
  ])(
    "whose number is %s is told from %s by the number as it is",
    async (transactionNumber, words, outcome) => {
      const paid = { ...(await record()), invoicenumber: transactionNumber };
      await answering(paid, "getTransaction", 9);
      await answering({ ...reverse(paid), transaction_summary: words });
      const stack = new RefundStack();
      await stack.up(shop.run(), { transactionNumber });
      expect(stack.outcome).toBe(outcome);
    },
  );

  it("is not taken for refunded by what gives the amount of no invoice back, as any other may", async () => {
    const paid = { ...(await record()), entityid: null };
    await answering(paid, "getTransaction", 9);
    await answering(giving(paid));
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toContain('the transaction "9", which is not a refund');
  });

  it("is not taken for refunded by what somebody gives to the same one, which has no direction", async () => {
    const paid = await record();
    const same = { ...paid, receiverId: paid.senderId };
    await answering(same, "getTransaction", 9);
    await answering(giving(same));
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toContain('the transaction "9", which is not a refund');
  });

  it("keeps no token that the service repeats in the number of the reverse transaction", async () => {
    const { accessToken } = shop.keys;
    await answering({ ...giving(await record()), isRefund: true, invoicenumber: `R ${accessToken}` });
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.refund?.state).toMatchObject({
      outcome: "refunded",
      reverseTransactionNumber: "R [secret]",
    });
    expect(JSON.stringify(stack.refund?.state)).not.toContain(accessToken);
  });

  it("shows no token that the service repeats in a record, in place of a number or a name", async () => {
    const { accessToken } = shop.keys;
    const paid = await record();
    const named = { transactionstatusId: null, transactionstatus: { name: `no ${accessToken}\nhere` } };
    await answering({ ...paid, ...named });
    const answered = await new RefundStack().up(shop.run(), PAID);
    expect(answered).toContain("whose status is no [secret] here, and");
    await answering({ error: { statusCode: 400, message: `not with ${accessToken}` } });
    expect(await new RefundStack().up(shop.run(), PAID)).toContain("(the service said: not with [secret])");
    await answering({ ...paid, invoicenumber: accessToken, isRefund: true });
    expect(await new RefundStack().up(shop.run(), PAID)).toContain('the transaction "[secret]", which');
    await answering({ ...paid, invoicenumber: accessToken }, "getTransaction");
    await expect(new RefundStack().up(shop.run(), PAID)).rejects.toThrow(
      'with another transaction, "[secret]".',
    );
    await answering({ ...paid, ...named, transactionstatusId: 17 }, "getTransaction");
    await expect(new RefundStack().up(shop.run(), PAID)).rejects.toThrow("its status is no [secret] here;");
    // Too short to be looked for in a record.
    const short = { ...named, transactionstatusId: 17, transactionstatus: { name: "no TOKEN-7" } };
    await answering({ ...paid, ...short }, "getTransaction");
    await expect(new RefundStack().up(shop.run({ accessToken: "TOKEN-7" }), PAID)).rejects.toThrow(
      "its status is no [secret];",
    );
  });

  it("is refunded where the service cut its record in the middle of a character, which no engine would take in", async () => {
    const body = JSON.stringify({ ...reverse(await record()), receiverId: { name: "@@" } });
    await shop.admin.faults({
      match: { path: "refundTransaction" },
      times: 1,
      action: {
        kind: "status",
        status: 200,
        body: body.replace("@@", "Ada \\ud83d"),
        contentType: "application/json",
      },
    });
    const stack = new RefundStack();
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.refund?.state).toMatchObject({
      outcome: "refunded",
      reverse: { receiver: { name: "Ada \ufffd" } },
    });
  });

  it("is not asked for where the transaction's status says so, by a name of a setting and in whatever case", async () => {
    const refunded = { ...(await record()), transactionstatusId: 4, transactionstatus: null };
    await answering(refunded, "getTransaction", 9);
    const stack = new RefundStack();
    expect(await stack.up(shop.run({ statusIds: '{"4": "REFUND"}' }), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("alreadyRefunded");
    expect(await shop.asked(REFUND)).toBe(0);
  });

  it("is refunded by a record whose status has its name by a setting, in capitals as records have it", async () => {
    await answering({ ...reverse(await record()), transactionstatusId: 4, transactionstatus: null });
    const stack = new RefundStack();
    expect(await stack.up(shop.run({ statusIds: '{"4": "REFUND"}' }), PAID)).toBeUndefined();
    expect(stack.refund?.state).toMatchObject({
      outcome: "refunded",
      reverse: { status: { id: 4, name: "Refund" } },
    });
  });

  it("is not taken for refunded by another transaction that is shown in place of this one", async () => {
    await answering({ ...(await record()), invoicenumber: "T-OTHER", isRefund: true }, "getTransaction");
    const stack = new RefundStack();
    await expect(stack.up(shop.run(), PAID)).rejects.toThrow(
      'refund of T-SUCCESS: not refunded: reading the transaction: the service answered with another transaction, "T-OTHER". Write the number exactly as the service does',
    );
  });
});
