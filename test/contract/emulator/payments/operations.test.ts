import { errorOf, MerchantClient } from "../../../support/emulator/merchantClient";

let client: MerchantClient;
beforeAll(async () => {
  client = await MerchantClient.start();
});
beforeEach(() => client.admin.reset());
afterAll(() => client.close());

describe("fetching a transaction", () => {
  it("answers a GET with the number in its body", async () => {
    const answer = await client.get("T-GUEST");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      invoicenumber: "T-GUEST",
      entityid: expect.any(Number),
      isRefund: false,
      amount: 100,
      servicecharge: 2.5,
      refundcharge: 0,
      website_ref_no: null,
      transaction_summary: null,
      transactiondate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      transactionentityId: 1,
      transactionmodeId: 1,
      transactionstatusId: 3,
      guestuserId: 88,
      senderId: 0,
      receiverId: { ServiceId: "7654321", name: "Corner Shop", cellnumber: "*****678", id: 31 },
      transactionentity: { name: "INVOICE", id: 1 },
      transactionstatus: { name: "SUCCESS", id: 3 },
      transactionmode: { name: "CREDIT CARD", id: 1 },
      guestuser: { cellnumber: "*****901", id: 88 },
    });
  });

  const query = (text: string) =>
    client.call("GET", `/api/transactions/getTransaction${text}`, {
      headers: { "User-Agent": "test", Origin: "http://127.0.0.1" },
    });

  it("takes the number from the query too, or from one of the two alone", async () => {
    await client.admin.addTransaction({ invoicenumber: "a/b & c" });
    expect((await query("?transactionno=a%2Fb%20%26%20c")).json().invoicenumber).toBe("a/b & c");
    await client.admin.merchant({ transactionNumberIn: "query" });
    expect((await client.get("T-SUCCESS")).status).toBe(400);
    expect((await query("?transactionno=T-SUCCESS")).status).toBe(200);
    await client.admin.merchant({ transactionNumberIn: "body" });
    expect((await client.get("T-SUCCESS")).status).toBe(200);
    expect((await query("?transactionno=T-SUCCESS")).status).toBe(400);
  });

  it("keeps a number of digits as it is", async () => {
    expect((await client.record("00012345678901234567890")).invoicenumber).toBe("00012345678901234567890");
  });

  it("answers 404 when there is no such transaction", async () => {
    expect(errorOf(await client.get("nobody"))).toEqual([404, "Transaction not found"]);
  });

  it.each([["Origin"], ["User-Agent"]])("answers 400 without %s", async (missing) => {
    const headers = { Origin: "http://127.0.0.1", "User-Agent": "test" };
    const answer = await client.call("GET", "/api/transactions/getTransaction", {
      json: { transactionno: "T-SUCCESS" },
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== missing)),
    });
    expect(errorOf(answer)[0]).toBe(400);
    expect(errorOf(answer)[1]).toContain(missing.toLowerCase());
  });

  it.each([[undefined], [""], [7], [null], [["T-SUCCESS"]]])(
    "answers 400 for the number %j",
    async (number) => {
      expect(errorOf(await client.get(number))[0]).toBe(400);
    },
  );

  it("answers 400 for a body that is not JSON, not an object or not labelled as JSON", async () => {
    const headers = { Origin: "http://127.0.0.1", "User-Agent": "test" };
    const get = (raw: string, type = "application/json") =>
      client.call("GET", "/api/transactions/getTransaction", {
        raw,
        headers: { ...headers, "Content-Type": type },
      });
    expect((await get('{"transactionno":"T-SUCCESS"}', "application/json; charset=utf-8")).status).toBe(200);
    expect(errorOf(await get('{"transactionno"'))).toEqual([400, expect.stringContaining("not JSON")]);
    expect(errorOf(await get("[]"))).toEqual([400, expect.stringContaining("not a JSON object")]);
    expect(errorOf(await get('{"transactionno":"T-SUCCESS"}', "text/plain"))[0]).toBe(400);
  });
});

describe("the access token", () => {
  const operations: [string, (headers: Record<string, string>) => ReturnType<MerchantClient["get"]>][] = [
    ["getTransaction", (headers) => client.get("T-SUCCESS", headers)],
    ["refundTransaction", (headers) => client.refund({ transactionno: "T-SUCCESS" }, headers)],
    ["share", (headers) => client.share({ sentvia: 3 }, headers)],
  ];

  it.each(operations)("is wanted by %s, as it is and without a scheme word", async (_, operation) => {
    const { accessToken, liveKey } = client.keys;
    for (const Authorization of ["", `Bearer ${accessToken}`, liveKey, accessToken.slice(1)]) {
      expect(errorOf(await operation({ Authorization }))).toEqual([401, "Authorization Required"]);
    }
    expect((await client.admin.merchantLedger()).refunds).toEqual([]);
  });
});

describe("refunding a transaction", () => {
  it("answers the reverse transaction, and the refunded one shows it", async () => {
    const answer = await client.refund({ transactionno: "T-LARGE" });
    expect(answer.status).toBe(200);
    const reverse = answer.json();
    expect(reverse).toMatchObject({
      isRefund: true,
      amount: 1_234_567.89,
      transactionstatus: { name: "REFUND" },
    });
    expect(await client.record(String(reverse.invoicenumber))).toEqual(reverse);
    expect((await client.record("T-LARGE")).isRefund).toBe(true);
    expect((await client.admin.merchantLedger()).refunds).toEqual([
      {
        transactionno: "T-LARGE",
        reverseTransactionno: reverse.invoicenumber,
        amount: 1_234_567.89,
        at: expect.any(String),
      },
    ]);
  });

  it("is refused with 400 the second time; many at once move money once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.refund({ transactionnumber: "T-SUCCESS" })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect((await client.admin.merchantLedger()).refunds).toHaveLength(1);
  });

  it("takes the number in either field, or in the one that is set", async () => {
    expect((await client.refund({ transactionno: "T-INVOICE" })).status).toBe(200);
    expect((await client.refund({ transactionnumber: "T-ORDER" })).status).toBe(200);
    expect((await client.refund({ transactionno: "T-CENTS", transactionnumber: "T-GUEST" })).status).toBe(
      400,
    );
    await client.admin.merchant({ refundField: "transactionnumber" });
    expect(errorOf(await client.refund({ transactionno: "T-CENTS" }))).toEqual([
      400,
      expect.stringContaining("transactionnumber"),
    ]);
    expect((await client.refund({ transactionnumber: "T-CENTS" })).status).toBe(200);
    const { refunds } = await client.admin.merchantLedger();
    expect(refunds.map((one) => one.transactionno)).toEqual(["T-INVOICE", "T-ORDER", "T-CENTS"]);
  });

  it("answers 404 when there is no such transaction, and what is set when it is not eligible", async () => {
    expect(errorOf(await client.refund({ transactionno: "nobody" }))[0]).toBe(404);
    expect(errorOf(await client.refund({ transactionno: "T-OLD" }))[0]).toBe(400);
    await client.admin.merchant({ ineligibleStatus: 422, ineligibleName: "NotEligible" });
    const answer = await client.refund({ transactionno: "T-PENDING" });
    expect(answer.json().error).toMatchObject({ statusCode: 422, name: "NotEligible" });
  });

  it("is over when the clock has moved past the three months", async () => {
    await client.admin.advance(100 * 86_400);
    expect(errorOf(await client.refund({ transactionno: "T-SUCCESS" }))).toEqual([
      400,
      expect.stringContaining("3 months"),
    ]);
    await client.admin.reset();
    expect((await client.refund({ transactionno: "T-SUCCESS" })).status).toBe(200);
  });

  it("moves money twice at a naive service", async () => {
    await client.admin.merchant({ doubleRefunds: true });
    expect((await client.refund({ transactionno: "T-CENTS" })).status).toBe(200);
    expect((await client.refund({ transactionno: "T-CENTS" })).status).toBe(200);
    expect((await client.admin.merchantLedger()).refunds).toHaveLength(2);
  });
});

describe("sharing an invoice", () => {
  const byMail = { invoicenumber: "INV-1", receiverEmail: "a@b.example" };
  const bySms = { invoicenumber: "INV-2", receivercellno: "+974 5000 1234" };

  it("answers true, and the ledger says to whom", async () => {
    expect((await client.share({ sentvia: 3, ...byMail })).json()).toEqual({ result: true });
    expect((await client.share({ sentvia: 3, ...bySms })).json()).toEqual({ result: true });
    expect((await client.admin.merchantLedger()).shares).toMatchObject([
      { invoicenumber: "INV-1", sentvia: 3, channel: "email", receiver: "a@b.example" },
      { invoicenumber: "INV-2", sentvia: 3, channel: "sms", receiver: "+974 5000 1234" },
    ]);
  });

  it.each([3, 4] as const)("wants the right receiver when %d means e-mail", async (sentviaEmail) => {
    await client.admin.merchant({ sentviaEmail });
    const sms = 7 - sentviaEmail;
    expect((await client.share({ sentvia: sentviaEmail, ...byMail })).status).toBe(200);
    expect((await client.share({ sentvia: sms, ...bySms })).status).toBe(200);
    expect(errorOf(await client.share({ sentvia: sms, ...byMail }))).toEqual([
      400,
      expect.stringContaining("receivercellno"),
    ]);
    expect(errorOf(await client.share({ sentvia: sentviaEmail, ...bySms }))).toEqual([
      400,
      expect.stringContaining("receiverEmail"),
    ]);
    await client.share({ sentvia: sms, ...byMail, ...bySms });
    const { shares } = await client.admin.merchantLedger();
    expect(shares.map((one) => one.channel)).toEqual(["email", "sms", "sms"]);
  });

  it.each([
    [{ sentvia: 3, invoicenumber: "INV-1" }, 400],
    [{ sentvia: 5, ...byMail }, 400],
    [{ sentvia: "3", ...byMail }, 400],
    [{ ...byMail }, 400],
    [{ sentvia: 3, receiverEmail: "a@b.example" }, 400],
    [{ sentvia: 3, ...byMail, receiverEmail: "nobody" }, 400],
    [{ sentvia: 4, ...bySms, receivercellno: "call me" }, 400],
    [{ sentvia: 3, ...byMail, invoicenumber: "INV-404" }, 404],
  ])("refuses %j with %d", async (body, status) => {
    expect(errorOf(await client.share(body))[0]).toBe(status);
    expect((await client.admin.merchantLedger()).shares).toEqual([]);
  });

  it("knows invoices that were added", async () => {
    await client.admin.addInvoice("2026/7");
    expect((await client.share({ sentvia: 4, ...byMail, invoicenumber: "2026/7" })).status).toBe(200);
  });
});

describe("a token for the mobile SDK", () => {
  const sandbox = () => {
    const { serviceId, testKey, domain } = client.keys;
    return { serviceId, secretKey: testKey, domain, isTest: true as unknown };
  };
  const live = () => {
    const { serviceId, liveKey, domain } = client.keys;
    return { serviceId, secretKey: liveKey, domain };
  };

  it("is another one each time, and is in the ledger with its kind", async () => {
    const answers = [
      await client.token(5, sandbox()),
      await client.token(5, sandbox()),
      await client.token(4, live()),
    ];
    const tokens = answers.map((one) => one.json().accessToken);
    expect(new Set(tokens).size).toBe(3);
    expect((await client.admin.merchantLedger()).tokens).toMatchObject([
      { kind: "sandbox", accessToken: tokens[0] },
      { kind: "sandbox", accessToken: tokens[1] },
      { kind: "production", accessToken: tokens[2] },
    ]);
  });

  it.each([
    [5, "the live key", () => ({ ...live(), isTest: true }), 401],
    [4, "the test key", () => ({ ...live(), secretKey: client.keys.testKey }), 401],
    [5, "another domain", () => ({ ...sandbox(), domain: "elsewhere.example.com" }), 401],
    [4, "another id", () => ({ ...live(), serviceId: "1" }), 401],
    [5, "no isTest", () => ({ ...sandbox(), isTest: undefined }), 400],
    [5, "isTest as a text", () => ({ ...sandbox(), isTest: "true" }), 400],
    [4, "isTest false", () => ({ ...live(), isTest: false }), 400],
    [4, "no domain", () => ({ ...live(), domain: undefined }), 400],
  ] as const)("is not given by api-v%d for %s", async (version, _, body, status) => {
    expect(errorOf(await client.token(version, body()))[0]).toBe(status);
    expect((await client.admin.merchantLedger()).tokens).toEqual([]);
  });

  it("wants the id in the field that is set", async () => {
    await client.admin.merchant({ serviceIdField: "acmeId" });
    expect(errorOf(await client.token(4, live()))).toEqual([400, expect.stringContaining("acmeId")]);
    const { serviceId, ...rest } = live();
    expect((await client.token(4, { ...rest, acmeId: serviceId })).status).toBe(200);
  });
});

describe("other addresses of the merchant service", () => {
  it.each([
    ["POST", "/api/transactions/getTransaction"],
    ["GET", "/api/transactions/"],
    ["GET", "/api/invoices"],
    ["POST", "/api-v5/userbusinesses/other"],
  ])("answer %s %s with 404 in its own shape", async (method, path) => {
    expect(errorOf(await client.call(method, path))[0]).toBe(404);
  });

  it("leave those of the check service alone", async () => {
    const answer = await client.service.call("GET", "/api/v3/checks/");
    expect(answer.json()).toEqual({ checks: [] });
  });
});
