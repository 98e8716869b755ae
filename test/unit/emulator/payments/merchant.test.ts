import { Clock } from "../../../../emulator/core/clock";
import { Merchant, type MerchantOptions } from "../../../../emulator/payments/merchant";
import { MerchantRefusal } from "../../../../emulator/payments/refusal";
import type { MerchantSettings } from "../../../../emulator/payments/settings";

const MERCHANT = { ServiceId: "7654321", name: "Corner Shop", cellnumber: "*****678", id: 31 };
const DAY = 86_400;

function merchant(settings: Partial<MerchantSettings> = {}, options: MerchantOptions = {}) {
  const clock = new Clock();
  clock.set(Date.UTC(2026, 4, 15, 12) / 1000);
  return { clock, merchant: new Merchant(clock, { ...options, settings }) };
}

/** What a refusal says, as status and text. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (problem) {
    if (problem instanceof MerchantRefusal) return `${problem.statusCode} ${problem.message}`;
    throw problem;
  }
  return "not refused";
}

describe("the merchant's test data", () => {
  const records = merchant().merchant.all();
  const values = (of: (record: (typeof records)[number]) => string) => new Set(records.map(of));

  it("has each status, mode and entity that the document names", () => {
    expect(values((one) => one.transactionstatus.name)).toEqual(
      new Set(["INPROGRESS", "FAILED", "SUCCESS", "REFUND", "PENDING", "ONHOLD", "REJECTED"]),
    );
    expect(values((one) => one.transactionmode.name)).toEqual(
      new Set(["CREDIT CARD", "DEBIT CARD", "WALLET"]),
    );
    expect(values((one) => one.transactionentity.name)).toEqual(
      new Set([
        "INVOICE",
        "PRODUCT INVOICE",
        "ADD FUNDS",
        "WITHDRAWAL",
        "TRANSFER",
        "ORDER",
        "WEBSITE PAYMENT",
        "QR TRANSFER",
        "SDK PAYMENT",
        "AJAX PAYMENT",
        "PRODUCT SUBSCRIPTION DETAIL",
        "CALENDER WEBCHECKOUT",
      ]),
    );
  });

  it("has the three ids that the document gives", () => {
    const { transactionstatusId, transactionmodeId, transactionentityId } =
      merchant().merchant.get("T-SUCCESS");
    expect([transactionstatusId, transactionmodeId, transactionentityId]).toEqual([3, 1, 1]);
  });

  it("has parties as numbers and as objects, guests and members, nulls and texts", () => {
    expect(values((one) => typeof one.senderId)).toEqual(new Set(["number", "object"]));
    expect(values((one) => typeof one.receiverId)).toEqual(new Set(["number", "object"]));
    expect(values((one) => String(one.guestuser?.id === one.guestuserId))).toEqual(
      new Set(["true", "false"]),
    );
    expect(values((one) => typeof one.website_ref_no)).toEqual(new Set(["string", "object"]));
    expect(values((one) => typeof one.transaction_summary)).toEqual(new Set(["string", "object"]));
  });

  it("has no number and no id twice", () => {
    expect(values((one) => one.invoicenumber).size).toBe(records.length);
    expect(values((one) => String(one.id)).size).toBe(records.length);
  });

  it("is dated by the service's clock", () => {
    const dates = ["T-SUCCESS", "T-LAST-DAY", "T-DAY-TOO-OLD"].map(
      (number) => merchant().merchant.get(number).transactiondate,
    );
    expect(dates).toEqual(["2026-05-15", "2026-02-15", "2026-02-14"]);
  });
});

describe("a refund", () => {
  it("makes a reverse transaction, marks the refunded one and is in the ledger", () => {
    const { merchant: shop } = merchant();
    shop.add({ invoicenumber: "A", amount: 12.34, website_ref_no: "order-9", transactiondate: "2026-05-01" });
    const reverse = shop.refund("A");
    expect(reverse).toMatchObject({
      amount: 12.34,
      isRefund: true,
      transactionstatus: { name: "REFUND", id: 4 },
      transactiondate: "2026-05-15",
      website_ref_no: "order-9",
      senderId: MERCHANT,
      receiverId: 0,
    });
    expect(shop.get(reverse.invoicenumber)).toEqual(reverse);
    expect(shop.get("A")).toMatchObject({ isRefund: true, transactionstatus: { name: "SUCCESS" } });
    expect(shop.get("A").id).not.toBe(reverse.id);
    expect(shop.ledger.refunds).toEqual([
      {
        transactionno: "A",
        reverseTransactionno: reverse.invoicenumber,
        amount: 12.34,
        at: expect.stringMatching(/^2026-05-15T12:00/),
      },
    ]);
  });

  it.each([
    ["T-INPROGRESS", "not a success"],
    ["T-FAILED", "not a success"],
    ["T-PENDING", "not a success"],
    ["T-ONHOLD", "not a success"],
    ["T-REJECTED", "not a success"],
    ["T-REFUND", "not a success"],
    ["T-OLD-PENDING", "not a success"],
    ["T-REFUNDED", "refunded already"],
    ["T-OLD", "older than 3 months"],
    ["T-DAY-TOO-OLD", "older than 3 months"],
  ])("of %s is refused: %s", (number, reason) => {
    const { merchant: shop } = merchant();
    const before = shop.all();
    expect(refusal(() => shop.refund(number))).toMatch(new RegExp(`^400 .*${reason}`));
    expect(shop.ledger.refunds).toEqual([]);
    expect(shop.all()).toEqual(before);
  });

  it("is refused a second time, and of its own reverse transaction", () => {
    const { merchant: shop } = merchant();
    const { invoicenumber } = shop.refund("T-SUCCESS");
    expect(refusal(() => shop.refund("T-SUCCESS"))).toMatch(/^400 .*already/);
    expect(refusal(() => shop.refund(invoicenumber))).toMatch(/^400/);
    expect(shop.ledger.refunds).toHaveLength(1);
  });

  it("is possible until the day when the months are over", () => {
    const { merchant: shop, clock } = merchant();
    shop.refund("T-LAST-DAY");
    shop.add({ invoicenumber: "B" });
    clock.advance(92 * DAY);
    expect(shop.refund("B").isRefund).toBe(true);
    clock.advance(DAY);
    expect(refusal(() => shop.refund("T-SUCCESS"))).toMatch(/older/);
  });

  it("moves money twice at a naive service, whatever status a refund leaves", () => {
    const { merchant: shop } = merchant({ doubleRefunds: true, refundedStatus: "Refund" });
    expect(shop.refund("T-CENTS").invoicenumber).not.toBe(shop.refund("T-CENTS").invoicenumber);
    expect(shop.ledger.refunds.map((one) => [one.transactionno, one.amount])).toEqual([
      ["T-CENTS", 0.07],
      ["T-CENTS", 0.07],
    ]);
    expect(refusal(() => shop.refund("T-FAILED"))).toMatch(/^400/);
  });

  it("never takes a number that somebody else has", () => {
    const { merchant: shop } = merchant();
    const first = shop.refund("T-SUCCESS").invoicenumber;
    // The added transaction has the next id; the number after it would be the next reverse's.
    const next = `R-${Number(first.slice(2)) + 2}`;
    shop.add({ invoicenumber: next });
    expect(shop.refund("T-CENTS").invoicenumber).not.toBe(next);
    expect(shop.get(next).isRefund).toBe(false);
  });
});

describe("the settings", () => {
  it("name what the document leaves open", () => {
    const { merchant: shop } = merchant({ memberIdField: "acmeId", walletMode: "Acme Pay" });
    expect(shop.get("T-WALLET").transactionmode.name).toBe("ACME PAY");
    expect(shop.get("T-SUCCESS").receiverId).toHaveProperty("acmeId", "7654321");
    expect(shop.get("T-SUCCESS").receiverId).not.toHaveProperty("ServiceId");
    expect(shop.get("T-SENDER").senderId).toEqual({ name: "Ada", id: 42 });
  });

  it("say what a refund leaves behind", () => {
    const { merchant: shop } = merchant({ refundedStatus: "Refund", reverseStatus: "Success" });
    const reverse = shop.refund("T-SUCCESS");
    expect([reverse.isRefund, reverse.transactionstatusId]).toEqual([true, 3]);
    expect(shop.get("T-SUCCESS").transactionstatusId).toBe(4);
    expect(shop.get("T-CENTS").isRefund).toBe(false);
  });

  it("can hide a refund from the refunded transaction, which is still refused a second time", () => {
    const { merchant: shop } = merchant({ marksRefunded: false, ineligibleStatus: 422 });
    const before = shop.get("T-SUCCESS");
    shop.refund("T-SUCCESS");
    expect(shop.get("T-SUCCESS")).toEqual(before);
    expect(refusal(() => shop.refund("T-SUCCESS"))).toMatch(/^422/);
  });

  it("change one by one, and come back with a reset", () => {
    const { merchant: shop } = merchant({ sentviaEmail: 3 });
    expect(shop.change({ refundField: "transactionnumber" })).toMatchObject({
      sentviaEmail: 3,
      refundField: "transactionnumber",
    });
    shop.reset();
    expect(shop.settings).toMatchObject({ sentviaEmail: 3, refundField: "either" });
  });

  it.each([{ sentviaEmail: 5 }, { refundfield: "either" }, { ineligibleStatus: 200 }, { walletMode: "" }])(
    "refuse %j",
    (wrong) => {
      const { merchant: shop } = merchant();
      const before = shop.settings;
      expect(() => shop.change(wrong as Partial<MerchantSettings>)).toThrow();
      expect(shop.settings).toEqual(before);
    },
  );
});

describe("a merchant's dump", () => {
  it("brings everything back, keys too, and goes on counting", () => {
    const { merchant: shop } = merchant();
    shop.refund("T-SUCCESS");
    shop.issueToken("sandbox");
    shop.share({ invoicenumber: "INV-1", sentvia: 3, channel: "email", receiver: "a@b.example" });
    shop.invoices.push("INV-9");
    shop.change({ refundField: "transactionno" });
    const { merchant: again } = merchant({ walletMode: "Acme Pay" }, { keys: { liveKey: "other" } });
    again.restore(JSON.parse(JSON.stringify(shop.dump())));
    expect(again.keys).toEqual(shop.keys);
    expect(again.ledger).toEqual(shop.ledger);
    expect(again.invoices).toContain("INV-9");
    expect(again.settings).toEqual({ ...shop.settings, walletMode: "Acme Pay" });
    expect(again.all().map((one) => one.id)).toEqual(shop.all().map((one) => one.id));
    expect(again.refund("T-CENTS").id).toBe(shop.refund("T-CENTS").id);
  });
});
