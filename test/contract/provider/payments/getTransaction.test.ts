import * as pulumi from "@pulumi/pulumi";
import type { TransactionRecord } from "../../../../emulator";
import { payments } from "../../../../sdk";
import { withoutBackOff } from "../../../support/provider/backOff";
import { deathOf, inProgram, insideOf } from "../../../support/sdk/program";
import { GET, inShop, Shop } from "../../../support/shop";

/** Names as the document writes them, by those in capitals. */
const titled = (name: string) =>
  ["QR Transfer", "SDK Payment", "AJAX Payment"].find((one) => one.toUpperCase() === name) ??
  name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const NEW = { invoicenumber: "T-REPEATS", amount: 1000 };

describe("getTransaction", () => {
  withoutBackOff();
  let shop: Shop;
  inShop((opened) => {
    shop = opened;
    jest.spyOn(console, "log").mockImplementation();
  }, {});

  const get = (transactionNumber: string, settings = {}) =>
    inProgram(shop.service, () =>
      payments.getTransaction({ transactionNumber }, { ...shop.options, ...settings }),
    );

  it("gives each transaction of the service with its ids named and every field", async () => {
    const records = await shop.admin.transactions();
    const expected = (record: TransactionRecord) => ({
      id: record.id,
      transactionNumber: record.invoicenumber,
      entityId: record.entityid,
      isRefund: record.isRefund,
      amount: record.amount,
      serviceCharge: record.servicecharge,
      refundCharge: record.refundcharge,
      websiteRefNo: record.website_ref_no,
      transactionSummary: record.transaction_summary,
      transactionDate: record.transactiondate,
      entity: { id: record.transactionentityId, name: titled(record.transactionentity.name) },
      mode: {
        id: record.transactionmodeId,
        name: expect.stringMatching(new RegExp(record.transactionmode.name, "i")),
      },
      status: { id: record.transactionstatusId, name: titled(record.transactionstatus.name) },
      guestUserId: record.guestuserId,
    });
    await inProgram(shop.service, async () => {
      for (const record of records) {
        const found = await payments.getTransaction(
          { transactionNumber: record.invoicenumber },
          shop.options,
        );
        expect(found).toMatchObject(expected(record));
      }
    });
    expect(records.length).toBeGreaterThan(25);
  });

  it("shows a sender and a receiver as objects or as numbers, and a guest", async () => {
    expect(await get("T-SUCCESS")).toMatchObject({
      sender: 0,
      receiver: { memberId: "7654321", name: "Corner Shop", cellNumber: "*****678", id: 31 },
      guestUser: null,
    });
    expect(await get("T-SENDER")).toMatchObject({ sender: { name: "Ada", id: 42 } });
    expect(await get("T-RECEIVER-NUMBER")).toMatchObject({ receiver: 31 });
    expect(await get("T-GUEST")).toMatchObject({
      guestUserId: 88,
      guestUser: { cellNumber: "*****901", id: 88 },
    });
    await shop.admin.merchant({ memberIdField: "ShopId" });
    expect(await get("T-SUCCESS")).toMatchObject({ receiver: { ShopId: "7654321" } });
    expect(await get("T-SUCCESS", { memberIdField: "ShopId" })).toMatchObject({
      receiver: { memberId: "7654321" },
    });
  });

  it.each(["body", "query"] as const)(
    "carries the number in the %s, where the service reads it",
    async (place) => {
      await shop.admin.merchant({ transactionNumberIn: place });
      expect(await get("T-SUCCESS", { transactionNumberIn: place })).toMatchObject({
        transactionNumber: "T-SUCCESS",
      });
    },
  );

  it.each([
    [
      "body",
      "query",
      "If the number did not reach it, as the body of a GET does not through every proxy, set merchant:transactionNumberIn to query",
    ],
    ["query", "body", "If it expects the number in the body, set merchant:transactionNumberIn to body"],
  ] as const)(
    "says what to set where the service does not find the number in the %s",
    async (place, other, advice) => {
      await shop.admin.merchant({ transactionNumberIn: other });
      const message = await deathOf(get("T-SUCCESS", { transactionNumberIn: place }));
      expect(message).toContain("reading the transaction: the service answered 400 (the service said: ");
      expect(message).toContain(`). ${advice}`);
    },
  );

  it("sends the token without a scheme word, an Origin and a User-Agent", async () => {
    expect(
      await get("T-SUCCESS", { origin: "https://shop.example.com", userAgent: "shop/1.0" }),
    ).toBeDefined();
    expect(await deathOf(get("T-SUCCESS", { accessToken: "Bearer" }))).toBe(
      "payments.getTransaction: reading the transaction: the service refused the access token (the service said: Authorization Required). It is wrong, has expired, or its user lacks the permission Merchant; set another one in settings.accessToken of the call",
    );
  });

  it("keeps each of two merchants' tokens out of all texts of their own transactions, asked at the same time", async () => {
    const other = await Shop.open();
    try {
      const [mine, theirs] = [shop, other].map(({ keys }) => keys.accessToken) as [string, string];
      expect(mine).not.toBe(theirs);
      const words = `of ${mine} and ${mine.toUpperCase()}, of ${theirs}`;
      for (const { admin } of [shop, other]) {
        const texts = { website_ref_no: words, transaction_summary: `twice ${words}` };
        await admin.addTransaction({ ...NEW, ...texts });
      }
      const [first, second] = await inProgram(shop.service, () =>
        Promise.all(
          [shop, other].map(({ options }) =>
            payments.getTransaction({ transactionNumber: NEW.invoicenumber }, options),
          ),
        ),
      );
      expect(first).toMatchObject({
        websiteRefNo: `of [secret] and [secret], of ${theirs}`,
        transactionSummary: `twice of [secret] and [secret], of ${theirs}`,
      });
      expect(second).toMatchObject({
        websiteRefNo: `of ${mine} and ${mine.toUpperCase()}, of [secret]`,
        transactionSummary: `twice of ${mine} and ${mine.toUpperCase()}, of [secret]`,
      });
    } finally {
      await other.close();
    }
  });

  it("is configured by the stack as well as by the call", async () => {
    const config = Object.fromEntries(
      Object.entries(shop.settings).map(([key, value]) => [`merchant:${key}`, value]),
    );
    const found = await inProgram(
      shop.service,
      () => payments.getTransaction({ transactionNumber: "T-SUCCESS" }),
      { config },
    );
    expect(found.status).toEqual({ id: 3, name: "Success" });
  });

  it("waits for a number that is an output", async () => {
    const status = await inProgram(shop.service, () =>
      insideOf(
        payments.getTransactionOutput({ transactionNumber: pulumi.output("T-PENDING") }, shop.options).status,
      ),
    );
    expect(status).toEqual({ value: { id: 5, name: "Pending" }, isKnown: true, isSecret: false });
  });

  it("is unknown in the preview of the refund whose number it is given, asks nothing there, and an up waits for the refund", async () => {
    const program = () => {
      const refund = new payments.Refund("chair", { transactionNumber: "T-SUCCESS" });
      const { transactionNumber } = refund;
      return insideOf(payments.getTransactionOutput({ transactionNumber }, shop.options).isRefund);
    };
    expect(await inProgram(shop.service, program, { preview: true })).toMatchObject({ isKnown: false });
    expect(await shop.asked(GET)).toBe(0);
    expect(await inProgram(shop.service, program)).toMatchObject({ value: false, isKnown: true });
  });

  it("says in one line that there is no such transaction, that the number is missing, or that it is an output", async () => {
    expect(await deathOf(get("T-NOWHERE"))).toBe(
      'payments.getTransaction: reading the transaction: there is no transaction "T-NOWHERE" (404) (the service said: Transaction not found)',
    );
    expect(await deathOf(get(" "))).toBe("payments.getTransaction: transactionNumber: must not be empty");
    expect(await deathOf(get(pulumi.output("T-SUCCESS") as never))).toContain(
      "payments.getTransaction: transactionNumber: is an Output",
    );
    expect(await shop.asked(GET)).toBe(1);
  });

  it("asks again after passing failures, as reading does no harm", async () => {
    await shop.admin.faults(
      { match: { path: "getTransaction" }, nth: 1, action: { kind: "reset" } },
      { match: { path: "getTransaction" }, nth: 2, action: { kind: "status", status: 503 } },
      { match: { path: "getTransaction" }, nth: 2, action: { kind: "half" } },
    );
    expect(await get("T-SUCCESS")).toMatchObject({ transactionNumber: "T-SUCCESS" });
  });

  it.each([
    ["a page", "<html>", "empty, cut short or a page"],
    ["a list", "[]", "JSON, but not what the service's API promises. Check"],
    ["null", "null", "JSON, but not what the service's API promises. Check"],
    ["a text", '"SECRET"', "JSON, but not what the service's API promises. Check"],
    ["no number", '{"id": 1}', "JSON, but not what the service's API promises in invoicenumber. Check"],
    [
      "a number that is no text",
      '{"id": 1, "invoicenumber": 5}',
      "JSON, but not what the service's API promises in invoicenumber. Check",
    ],
    [
      "an error in its place",
      '{"error": {"message": "closed for the night"}}',
      "JSON, but not what the service's API promises (the service said: closed for the night). Check",
    ],
    ["no JSON", "soon", "empty, cut short or a page"],
  ])("says in one line that the answer is not understood: %s", async (_, body, reason) => {
    await shop.admin.faults({
      match: { path: "getTransaction" },
      action: { kind: "status", status: 200, body },
    });
    expect(await deathOf(get("T-SUCCESS", { deadlineSeconds: 1 }))).toContain(
      `payments.getTransaction: reading the transaction: the answer was ${reason}`,
    );
  });

  it.each([
    [
      400,
      '{"error": {"statusCode": 400, "name": "Error", "message": "Invalid data"}}',
      "(the service said: Invalid data)",
    ],
    [404, '{"error": {"statusCode": 404, "name": "Error", "message": "gone"}}', "(the service said: gone)"],
    [501, '{"error": {"statusCode": 501}}', '(the service said: {"statusCode":501})'],
    [501, '{"error": null}', "the service answered 501. Run again later"],
    [501, "<html>", "the service answered 501. Run again later"],
    [500, "soon", "the service answered 500"],
    [418, "", "the service answered 418"],
  ])("says in one line what a %d with %j means", async (status, body, words) => {
    await shop.admin.faults({ match: { path: "getTransaction" }, action: { kind: "status", status, body } });
    expect(await deathOf(get("T-SUCCESS", { deadlineSeconds: 1 }))).toContain(words);
  });
});
