import { isRefunded, obstacleTo } from "../../../../../provider/payments/refund/eligibility";
import { readMerchantSettings } from "../../../../../provider/payments/settings";
import { ENTITY_NAMES, STATUS_NAMES } from "../../../../../provider/payments/transaction/namedSets";
import {
  transactionDocument,
  transactionFromWire,
} from "../../../../../provider/payments/transaction/transaction";

/** The least that a record has. */
const LEAST = {
  id: 7,
  invoicenumber: "T-1",
  isRefund: false,
  amount: 100.5,
  transactiondate: "2025-01-15",
  transactionstatusId: 3,
};
const NOW = Date.parse("2025-02-01T00:00:00Z");

const read = (record: object, config: Record<string, string> = {}) =>
  transactionFromWire(
    transactionDocument.parse({ ...LEAST, ...record }),
    readMerchantSettings((key) => config[key.replace("merchant:", "")], {}),
  );
const sadad = (record: object) => read(record, { profile: "sadad" });

describe("a transaction record", () => {
  it("may be as short as what everybody needs", () => {
    expect(read({})).toEqual({
      id: 7,
      transactionNumber: "T-1",
      entityId: null,
      isRefund: false,
      amount: 100.5,
      serviceCharge: null,
      refundCharge: null,
      websiteRefNo: null,
      transactionSummary: null,
      transactionDate: "2025-01-15",
      entity: null,
      mode: null,
      status: { id: 3, name: "Success" },
      guestUserId: null,
      sender: null,
      receiver: null,
      guestUser: null,
    });
  });

  it("does not pass on a long secret that the service repeats in any text of it; a short one may be a word by chance", () => {
    const accessToken = "tok-0123456789abcdef";
    const texts = {
      transaction_summary: `paid with ${accessToken}`,
      senderId: { name: accessToken.toUpperCase(), notes: [{ by: `test ${accessToken}`, [accessToken]: 1 }] },
    };
    const record = read(texts, { accessToken, secretKey: "test" });
    expect(record).toMatchObject({
      transactionSummary: "paid with [secret]",
      sender: { name: "[secret]", notes: [{ by: "test [secret]", "[secret]": 1 }] },
    });
  });

  it.each(["", " "])("has the name of its id where the service's own is empty: %j", (name) => {
    const record = read({
      transactionstatus: { name },
      transactionmodeId: 1,
      transactionmode: { name, id: 1 },
    });
    expect(record).toMatchObject({
      status: { id: 3, name: "Success" },
      mode: { id: 1, name: "Credit Card" },
    });
    expect(obstacleTo(record, NOW)).toBeUndefined();
  });

  it.each(["id", "invoicenumber", "isRefund", "amount", "transactiondate", "transactionstatusId"])(
    "is none without %s",
    (key) => {
      expect(transactionDocument.safeParse({ ...LEAST, [key]: undefined }).success).toBe(false);
    },
  );

  it.each([
    "entityid",
    "servicecharge",
    "refundcharge",
    "website_ref_no",
    "transaction_summary",
    "guestuserId",
  ])("may have null for %s", (key) => {
    expect(read({ [key]: null })).toEqual(read({}));
  });

  it("may have null for what its status, mode and entity are called", () => {
    const ids = { transactionmodeId: 1, transactionentityId: 1 };
    const nameless = { id: null, name: null };
    const details = {
      transactionstatus: nameless,
      transactionmode: nameless,
      transactionentity: nameless,
    };
    expect(read({ ...ids, ...details })).toEqual(read(ids));
  });

  it("names the documented ids, and those of the settings, and passes others through", () => {
    expect(read({ transactionstatusId: 3, transactionmodeId: 1, transactionentityId: 1 })).toMatchObject({
      status: { id: 3, name: "Success" },
      mode: { id: 1, name: "Credit Card" },
      entity: { id: 1, name: "Invoice" },
    });
    expect(read({ transactionstatusId: 5 }).status).toEqual({ id: 5 });
    expect(sadad({ transactionstatusId: 5 }).status).toEqual({ id: 5, name: "Pending" });
    expect(read({ transactionmodeId: 9 }, { modeIds: '{"9": "Cash"}' }).mode).toEqual({
      id: 9,
      name: "Cash",
    });
  });

  it.each(STATUS_NAMES)("takes the status %s from the record, in whatever capitals", (name) => {
    const record = { transactionstatusId: 99, transactionstatus: { name: name.toUpperCase(), id: 99 } };
    expect(read(record).status).toEqual({ id: 99, name });
  });

  it.each(ENTITY_NAMES)("takes the entity %s from the record", (name) => {
    const record = { transactionentityId: 99, transactionentity: { name: name.toUpperCase(), id: 99 } };
    expect(read(record).entity).toEqual({ id: 99, name });
  });

  it("keeps a name that nobody knows, as that of the service's own wallet", () => {
    const record = { transactionmodeId: 3, transactionmode: { name: "SADAD PAY", id: 3 } };
    expect(read(record).mode).toEqual({ id: 3, name: "SADAD PAY" });
  });

  it("passes on what the document does not show of a sender", () => {
    expect(
      read({ senderId: { SadadId: "5", cellnumber: "*1", extra: [1] } }, { memberIdField: "SadadId" }).sender,
    ).toEqual({ memberId: "5", cellNumber: "*1", extra: [1] });
  });
});

describe("whether a transaction can be refunded", () => {
  it("needs a success of the last three months", () => {
    expect(obstacleTo(read({}), NOW)).toBeUndefined();
    expect(obstacleTo(read({ transactiondate: "2024-10-01" }), NOW)).toBe(
      "it is from 2024-10-01 and could be refunded for 3 months, until 2025-01-01",
    );
    expect(obstacleTo(read({ transactiondate: "soon" }), NOW)).toBeUndefined();
  });

  it.each([1, 2, 4, 5, 6, 7, 0, 33])("is refused to the status %d", (transactionstatusId) => {
    expect(obstacleTo(read({ transactionstatusId }), NOW)).toBe(
      `its status is number ${transactionstatusId}; only a Success can be refunded`,
    );
    expect(obstacleTo(sadad({ transactionstatusId }), NOW)).toContain("only a Success can be refunded");
  });

  it("is refused when the record says success by its id and another thing in words", () => {
    expect(obstacleTo(read({ transactionstatus: { name: "FAILED", id: 2 } }), NOW)).toBe(
      "its record contradicts itself: status 3 is Success, but it is called Failed",
    );
    expect(obstacleTo(read({ transactionstatus: { name: "ناجح", id: 3 } }), NOW)).toBeUndefined();
  });

  it("is refused to an id that a setting calls Success", () => {
    const transaction = read({ transactionstatusId: 8 }, { statusIds: '{"8": "Success"}' });
    expect(obstacleTo(transaction, NOW)).toContain("only a Success can be refunded");
  });

  it("names the number where the record calls another status a success", () => {
    expect(
      obstacleTo(read({ transactionstatusId: 2, transactionstatus: { name: "SUCCESS", id: 2 } }), NOW),
    ).toBe(
      "its record or a setting calls it Success, but its status is number 2; only a Success can be refunded, which is number 3",
    );
  });

  it("ends with a refund, which the mark or the status shows", () => {
    expect(isRefunded(read({}))).toBe(false);
    expect(isRefunded(read({ isRefund: true }))).toBe(true);
    expect(isRefunded(read({ transactionstatusId: 4 }))).toBe(false);
    expect(isRefunded(sadad({ transactionstatusId: 4 }))).toBe(true);
    expect(isRefunded(read({ transactionstatus: { name: "REFUND", id: 4 } }))).toBe(true);
  });
});
