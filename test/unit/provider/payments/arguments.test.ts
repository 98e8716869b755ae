import { lookUp } from "../../../../provider/core/function";
import { silent } from "../../../../provider/core/log";
import { Session } from "../../../../provider/core/session";
import { validate } from "../../../../provider/core/validation";
import { getProfile } from "../../../../provider/payments/getProfile";
import { shareInvoice } from "../../../../provider/payments/invoiceShare/shareFunction";
import { getSdkToken } from "../../../../provider/payments/paymentsConfig/getSdkToken";
import { paymentsConfig } from "../../../../provider/payments/paymentsConfig/paymentsConfig";
import { getTransaction } from "../../../../provider/payments/transaction/getTransaction";

/** Nothing is configured: what gets as far as the service fails with that. */
const nowhere = new Session(() => undefined, silent);

const messageOf = (definition: Parameters<typeof lookUp>[0], given: unknown) =>
  lookUp(definition, given, nowhere).then(
    () => "no error",
    (error: unknown) => (error as Error).message,
  );

describe("arguments of payments of another form are refused in words, without the value", () => {
  it.each([
    ["a text", "T-1001"],
    ["a list", ["T-1001"]],
    ["nothing", undefined],
  ])("%s in place of all of them", async (_, given) => {
    const transaction =
      "payments.getTransaction: must be given an object; the arguments are transactionNumber";
    expect(await messageOf(getTransaction(), given)).toBe(transaction);
    const share =
      "payments.shareInvoice: must be given an object; the arguments are invoiceNumber, channel, receiver";
    expect(await messageOf(shareInvoice(), given)).toBe(share);
  });

  it("one of a function that has none", async () => {
    expect(await messageOf(getProfile(), { profile: "sadad" })).toBe(
      "payments.getProfile: there is no argument profile; it has no arguments",
    );
  });

  it("a key that is a number, as YAML makes it of digits", async () => {
    const { problems } = validate(paymentsConfig, { environment: "sandbox", secretKey: 12345678 });
    expect(problems).toEqual([{ property: "secretKey", reason: "must be a string" }]);
    expect(await messageOf(getSdkToken(), { environment: "sandbox", secretKey: 12345678 })).toBe(
      "payments.getSdkToken: secretKey: must be a string",
    );
  });
});
