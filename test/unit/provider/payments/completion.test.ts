import fc from "fast-check";
import { payments } from "../../../../sdk";

const RESULT = {
  orderId: "1001",
  transactionId: "T-1",
  status: "3",
  amount: "100.50",
  paymentMode: "CREDIT CARD",
  transactionMode: "2",
};

describe("a completion result", () => {
  it("becomes typed values, with the amount as it was given", () => {
    expect(payments.parseCompletion(RESULT)).toEqual({
      orderId: "1001",
      transactionId: "T-1",
      status: "success",
      amount: "100.50",
      paymentMode: "creditCard",
      environment: "production",
      unknown: [],
      raw: RESULT,
    });
  });

  it.each([
    [{ status: "3" }, { status: "success" }],
    [{ status: "2" }, { status: "failed" }],
    [{ transactionMode: "1" }, { environment: "sandbox" }],
    [{ transactionMode: "2" }, { environment: "production" }],
    [{ paymentMode: "CREDIT CARD" }, { paymentMode: "creditCard" }],
    [{ paymentMode: " Credit Card " }, { paymentMode: "creditCard" }],
    [{ paymentMode: "DEBIT CARD" }, { paymentMode: "debitCard" }],
    [{ paymentMode: "Debit Card" }, { paymentMode: "debitCard" }],
    [{ amount: "12345678901234567890.0123456789" }, { amount: "12345678901234567890.0123456789" }],
  ])("%j is %j", (given, expected) => {
    expect(payments.parseCompletion({ ...RESULT, ...given })).toMatchObject({ ...expected, unknown: [] });
  });

  it.each([
    [{ status: "1" }, { status: "unknown", unknown: ["status"] }],
    [{ status: "03" }, { status: "unknown", unknown: ["status"] }],
    [{ status: "" }, { status: "unknown", unknown: ["status"] }],
    [{ status: "constructor" }, { status: "unknown", unknown: ["status"] }],
    [{ transactionMode: "3" }, { environment: "unknown", unknown: ["transactionMode"] }],
    [{ paymentMode: "SOME PAY" }, { paymentMode: "other", unknown: ["paymentMode"] }],
    [{ amount: "1,000.00" }, { amount: "1,000.00", unknown: ["amount"] }],
    [{ amount: "1e3" }, { unknown: ["amount"] }],
    [
      { status: "x", amount: "x", paymentMode: "x", transactionMode: "x" },
      { unknown: ["status", "amount", "paymentMode", "transactionMode"] },
    ],
  ])("%j is kept and flagged", (given, expected) => {
    const completion = payments.parseCompletion({ ...RESULT, ...given, extra: 5 });
    expect(completion).toMatchObject(expected);
    expect(completion.raw).toEqual({ ...RESULT, ...given, extra: 5 });
  });

  it.each([
    [null, "completion result: must be the object that the payment screen gave"],
    ["3", "completion result: must be the object that the payment screen gave"],
    [{}, "completion result: orderId: must be a string; transactionId: must be a string"],
    [{ ...RESULT, amount: 100.5 }, "completion result: amount: must be a string"],
  ])("is not %j", (given, message) => {
    expect(() => payments.parseCompletion(given)).toThrow(message);
  });
});

describe("whether a completion is about an order", () => {
  const matches = (given: Partial<typeof RESULT>, expected: Partial<payments.ExpectedOrder> = {}) =>
    payments.matchesOrder(payments.parseCompletion({ ...RESULT, ...given }), {
      orderId: "1001",
      amount: "100.50",
      ...expected,
    });

  it.each<[string, string | number]>([
    ["100.50", "100.50"],
    ["100.5", "100.50"],
    ["100.500", 100.5],
    ["0100.50", 100.5],
    ["100", 100],
    [" 100 ", 100],
    ["100.00", "100"],
    ["0.10", 0.1],
    ["0.0", 0],
    ["-0", "0.00"],
    ["12345678901234567890.10", "12345678901234567890.1"],
  ])("amount %s is %s", (amount, expected) => {
    expect(matches({ amount }, { amount: expected })).toBe(true);
  });

  it.each<[Partial<typeof RESULT>, Partial<payments.ExpectedOrder>]>([
    [{ orderId: "1002" }, {}],
    [{ orderId: "01001" }, {}],
    [{ orderId: "1001 " }, {}],
    [{ amount: "100.51" }, {}],
    [{ amount: "1005.0" }, {}],
    [{ amount: "-100.50" }, {}],
    [{ amount: "100.50 QAR" }, {}],
    [{ amount: "1e2" }, { amount: 100 }],
    [{ amount: "12345678901234567890.1" }, { amount: "12345678901234567890.2" }],
  ])("%j is not %j", (given, expected) => {
    expect(matches(given, expected)).toBe(false);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, "ten", ""])(
    "wants a decimal to compare with, not %s",
    (amount) => {
      expect(() => matches({}, { amount })).toThrow("expected order: amount: is not a decimal number");
    },
  );

  it("holds for every amount of cents, however its zeros are written", () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amounts, fc.nat(5), fc.nat(5), ([whole, cents], before, after) => {
        const amount = `${whole}.${String(cents).padStart(2, "0")}`;
        expect(matches({ amount: `${"0".repeat(before)}${amount}${"0".repeat(after)}` }, { amount })).toBe(
          true,
        );
        expect(matches({ amount: `${amount}1` }, { amount })).toBe(false);
      }),
    );
  });

  it.each([undefined, null, 5, {}])("refuses what is no completion, and no order: %j", (given) => {
    const [order, completion] = [{ orderId: "1", amount: 1 }, payments.parseCompletion(RESULT)];
    expect(() => payments.matchesOrder(given as never, order)).toThrow(
      /^completion: orderId: must be a string$/,
    );
    expect(() => payments.matchesOrder(completion, given as never)).toThrow(
      /^expected order: orderId: must be a string$/,
    );
    expect(() => payments.matchesOrder({ orderId: "1", amount: given as never }, order)).toThrow(
      /^completion: amount: must be a string$/,
    );
  });

  it("refuses an expected order whose id is no string, as JavaScript may pass it", () => {
    const order = { orderId: 5, amount: 1 } as never;
    expect(() => payments.matchesOrder(payments.parseCompletion(RESULT), order)).toThrow(
      "expected order: orderId: must be a string",
    );
  });
});
