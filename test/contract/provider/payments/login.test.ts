import { invoiceShare } from "../../../../provider/payments/invoiceShare/invoiceShare";
import { merchantOf } from "../../../../provider/payments/merchant";
import { withoutBackOff } from "../../../support/provider/backOff";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { refusal } from "../../../support/refusal";
import { GET, REFUND, SHARE, Shop } from "../../../support/shop";

const LOGIN = "POST /api/userbusinesses/login";
const MAIL = { invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" };

describe("an access token by login", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open();
  });
  beforeEach(async () => {
    await shop.admin.reset();
    await shop.admin.clearRequests();
  });
  afterAll(() => shop.close());

  const byLogin = { login: "true", loginPath: "/api/userbusinesses/login", accessToken: undefined };
  const apiWith = (settings: Record<string, string | undefined>) =>
    merchantOf(shop.run(settings).session).api;

  it("is asked for once in a run, by whoever needs it first", async () => {
    const api = apiWith(byLogin);
    const looked = await Promise.all([api.getTransaction("T-SUCCESS"), api.getTransaction("T-CENTS")]);
    expect(looked.map(({ transactionNumber }) => transactionNumber)).toEqual(["T-SUCCESS", "T-CENTS"]);
    await api.getTransaction("T-SUCCESS");
    expect(await shop.asked(LOGIN)).toBe(1);
  });

  it("is asked for once more when the service does not take it any more, also for what is sent once", async () => {
    const api = apiWith(byLogin);
    await api.getTransaction("T-SUCCESS");
    for (const path of ["getTransaction", "/invoices/share"])
      await shop.admin.faults({ match: { path }, times: 1, action: { kind: "status", status: 401 } });
    const looked = await Promise.all([api.getTransaction("T-SUCCESS"), api.getTransaction("T-CENTS")]);
    expect(looked.map(({ transactionNumber }) => transactionNumber)).toEqual(["T-SUCCESS", "T-CENTS"]);
    expect(await shop.asked(LOGIN)).toBe(2);
    await api.shareInvoice("INV-1", "email", "ada@example.com");
    expect(await shop.asked(LOGIN)).toBe(3);
    expect((await shop.ledger()).shares).toHaveLength(1);
  });

  it("is asked for once more for calls that have waited since before the first one, which expired meanwhile", async () => {
    const api = apiWith({ ...byLogin, concurrency: "1" });
    const status = { kind: "status", status: 401 } as const;
    await shop.admin.faults({ match: { path: "getTransaction" }, nth: 2, action: status });
    const numbers = ["T-SUCCESS", "T-CENTS", "T-PENDING"];
    const looked = await Promise.all(numbers.map((number) => api.getTransaction(number)));
    expect(looked.map(({ transactionNumber }) => transactionNumber)).toEqual(numbers);
    expect(await shop.asked(LOGIN)).toBe(2);
  });

  it("that the service does not take any more ends a refund, which is asked for once; the next call asks for another token", async () => {
    const api = apiWith(byLogin);
    await shop.admin.faults({
      match: { path: "refundTransaction" },
      times: 1,
      action: { kind: "status", status: 401 },
    });
    const message = await refusal(api.refundTransaction("T-SUCCESS"));
    expect(message).toContain("the service refused the access token that it issued");
    expect(message).not.toContain("set another");
    expect(await shop.asked(REFUND)).toBe(1);
    await api.refundTransaction("T-SUCCESS");
    expect(await shop.asked(LOGIN)).toBe(2);
  });

  it("is not asked for where one is set, or where nobody allowed it", async () => {
    await apiWith({ ...byLogin, accessToken: shop.keys.accessToken }).getTransaction("T-SUCCESS");
    const message = await refusal(apiWith({ ...byLogin, login: undefined }).getTransaction("T-SUCCESS"));
    expect(message).toContain("merchant:accessToken: is not set");
    expect(await shop.asked(LOGIN)).toBe(0);
  });

  it("that the service refused is told no more than the one after it, whatever repeats it", async () => {
    const api = apiWith(byLogin);
    const refused = ["first-token-of-this-process", "second-token-of-this-process"];
    const answer = (path: string, body: object, status = 200) =>
      shop.admin.faults({
        match: { path },
        times: 1,
        action: { kind: "status", status, body: JSON.stringify(body) },
      });
    for (const accessToken of refused) {
      await answer("login", { accessToken });
      expect(await refusal(api.getTransaction("T-SUCCESS"))).toContain(
        "the service refused the access token",
      );
    }
    await answer("getTransaction", { error: `not ${refused.join(" nor ")}` }, 400);
    const message = await refusal(api.getTransaction("T-SUCCESS"));
    expect(message).toContain("(the service said: not [secret] nor [secret])");
    await answer("getTransaction", {
      id: 1,
      invoicenumber: "T-SUCCESS",
      isRefund: false,
      amount: 1,
      transactiondate: "2026-01-01",
      transactionstatusId: 1,
      transaction_summary: `by ${refused.join(" and ")}`,
    });
    const { transactionSummary } = await api.getTransaction("T-SUCCESS");
    expect(transactionSummary).toBe("by [secret] and [secret]");
    expect(await shop.asked(LOGIN)).toBe(3);
  });

  it("is forgotten once it was refused long ago: looking for each in every message would stop a server for seconds", async () => {
    const { api, settings } = merchantOf(shop.run(byLogin).session);
    const refused = ["TOKEN-1", "TOKEN-2", "TOKEN-3", "TOKEN-4", "TOKEN-5", "TOKEN-3"];
    for (const accessToken of refused) {
      await shop.admin.faults({
        match: { path: "login" },
        times: 1,
        action: { kind: "status", status: 200, body: JSON.stringify({ accessToken }) },
      });
      expect(await refusal(api.getTransaction("T-SUCCESS"))).toContain(
        "the service refused the access token",
      );
    }
    expect(settings.refusedTokens).toEqual(["TOKEN-2", "TOKEN-4", "TOKEN-5", "TOKEN-3"]);
  });

  it("does not let a share be sent once more that may have been sent", async () => {
    const run = shop.run(byLogin);
    await merchantOf(run.session).api.getTransaction("T-SUCCESS");
    await shop.admin.faults({
      match: { path: "/invoices/share" },
      times: 1,
      action: {
        kind: "status",
        status: 503,
        when: "after",
        body: JSON.stringify({ error: { message: `slow today for ${MAIL.receiver}` } }),
      },
    });
    const { problem } = await run.create(invoiceShare, MAIL);
    expect(problem).toContain("it is not known whether it was sent");
    expect(problem).toContain("(the service said: slow today for [secret])");
    expect(await shop.asked(SHARE)).toBe(1);
  });

  it("is no matter of a preview where one is set, nor where something else is missing", () => {
    const missed = (settings: Record<string, string | undefined>) =>
      shop.run({ ...byLogin, ...settings }).objections(invoiceShare, {}, MAIL);
    const { accessToken } = shop.keys;
    expect(missed({ loginPath: undefined, accessToken })).toEqual([]);
    expect(missed({ loginPath: undefined })).toEqual([
      expect.stringMatching(/^merchant:loginPath: is not set/),
    ]);
    expect(missed({ sentViaEmail: undefined })).toEqual([
      expect.stringMatching(/^merchant:sentViaEmail: is not set/),
    ]);
  });

  it.each([
    ["of blanks", "   "],
    ["with a line break within", "first-token\nof-this-process"],
    ["that is not ASCII", "tøken-of-this-process"],
  ])("%s, which no header can carry, is not sent in part", async (_, accessToken) => {
    const body = JSON.stringify({ accessToken });
    await shop.admin.faults({ match: { path: "login" }, action: { kind: "status", status: 200, body } });
    const message = await refusal(apiWith(byLogin).getTransaction("T-SUCCESS"));
    expect(message).toContain(
      "logging in: the answer was JSON, but not what the service's API promises in accessToken",
    );
    expect(message).not.toContain("expired");
    expect(await shop.asked(GET)).toBe(0);
  });

  it("is refused in one line without the key; the next call asks again", async () => {
    const api = apiWith({ ...byLogin, secretKey: "WRONG-KEY" });
    for (const _ of [1, 2]) {
      const message = await refusal(api.getTransaction("T-SUCCESS"));
      expect(message).toMatch(/logging in: the service refused the service id, the secret key or the domain/);
      expect(message).not.toContain("WRONG-KEY");
    }
    expect(await shop.asked(LOGIN)).toBe(2);
  });

  describe("that fails", () => {
    withoutBackOff();
    const NO_LOGIN = "logging in: the service answered 503";
    const failLogins = (times?: number) =>
      shop.admin.faults({
        match: { path: "login" },
        ...(times !== undefined && { times }),
        action: { kind: "status", status: 503 },
      });
    const briefly = { ...byLogin, deadlineSeconds: "2" };

    it("leaves an invoice unsent, which the next run sends", async () => {
      await failLogins();
      const message = await refusal(shop.run(briefly).create(invoiceShare, MAIL));
      expect(message).toContain(`sharing invoice INV-1 by e-mail: not sent: ${NO_LOGIN}`);
      expect(await shop.asked(SHARE)).toBe(0);
      await shop.admin.reset();
      await shop.run(briefly).create(invoiceShare, MAIL);
      expect((await shop.ledger()).shares).toHaveLength(1);
    });

    it("leaves a refund unasked for, which the next run asks for", async () => {
      const run = shop.run(briefly);
      const stack = new RefundStack();
      await stack.note(run, PAID);
      // Between the look and the request another one found the token expired.
      const { api } = merchantOf(run.session);
      const look = api.getTransaction.bind(api);
      jest.spyOn(api, "getTransaction").mockImplementationOnce(async (number) => {
        const looked = await look(number);
        await shop.admin.faults({
          match: { path: "getTransaction" },
          times: 1,
          action: { kind: "status", status: 401 },
        });
        await failLogins();
        await look("T-CENTS").catch(() => undefined);
        return looked;
      });
      const problem = await stack.ask(run, PAID);
      expect(problem).toContain(`refund of T-SUCCESS: not refunded: ${NO_LOGIN}`);
      expect(stack.outcome).toBe("notRefunded");
      expect(await shop.asked(REFUND)).toBe(0);
      await shop.admin.reset();
      expect(await stack.up(shop.run(briefly), PAID)).toBeUndefined();
      expect(await shop.refunds()).toHaveLength(1);
    });
  });

  it("names the setting that is missing before any request", async () => {
    const message = await refusal(apiWith({ ...byLogin, loginPath: undefined }).getTransaction("T-SUCCESS"));
    expect(message).toContain(
      "merchant:loginPath: is not set; the service's documentation does not show how to log in",
    );
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("hides the token in the service's words, as one that is set", async () => {
    const { accessToken } = shop.keys;
    await shop.admin.faults({
      match: { path: "getTransaction" },
      action: {
        kind: "status",
        status: 400,
        body: JSON.stringify({ error: { statusCode: 400, message: `no ${accessToken}` } }),
      },
    });
    const message = await refusal(apiWith(byLogin).getTransaction("T-SUCCESS"));
    expect(message).toContain("the service said: no ");
    expect(message).not.toContain(accessToken);
  });
});
