import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { silent } from "../../../../provider/core/log";
import { MerchantApi } from "../../../../provider/payments/api";
import { type MerchantOptions, readMerchantSettings } from "../../../../provider/payments/settings";

interface Received {
  line: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** Which connection it came by, counted from 1. */
  connection: number;
}

const RECORD = {
  id: 1,
  invoicenumber: "R-1",
  isRefund: true,
  amount: 1,
  transactiondate: "2025-01-15",
  transactionstatusId: 3,
};
const ANSWERS: Record<string, object> = {
  "/api/transactions/getTransaction": RECORD,
  "/api/transactions/refundTransaction": RECORD,
  "/api/invoices/share": { result: true },
  "/login": { accessToken: "OWN" },
  "/api-v5/userbusinesses/getsdktoken": { accessToken: "TEST" },
  "/api-v4/userbusinesses/getsdktoken": { accessToken: "LIVE" },
};

/** The document's own words on what goes over the wire, held against what does. */
describe("a request to the payment service", () => {
  let server: Server;
  let received: Received[];
  let connections: number;

  beforeEach(async () => {
    received = [];
    connections = 0;
    const numbers = new WeakMap<object, number>();
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on("end", () => {
        const { method, url = "", headers, socket } = request;
        const connection = numbers.get(socket) ?? 0;
        received.push({ line: `${method} ${url}`, headers, body: text && JSON.parse(text), connection });
        response.setHeader("Content-Type", "application/json");
        const asked = url.includes("?") ? new URL(url, "http://shop").searchParams : undefined;
        const { transactionno = asked?.get("transactionno") } = text ? JSON.parse(text) : {};
        const own = transactionno && method === "GET" ? { invoicenumber: transactionno } : {};
        response.end(JSON.stringify({ ...ANSWERS[url.replace(/\?.*/, "")], ...own }));
      });
    });
    server.on("connection", (socket) => numbers.set(socket, ++connections));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const api = (more: MerchantOptions = {}) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings: MerchantOptions = {
      url,
      sdkAuthUrl: url,
      accessToken: "ACCESS",
      userAgent: "shop/1.0",
      serviceIdField: "shopId",
      refundField: "transactionno",
      sentViaEmail: 4,
      sentViaSms: 3,
      ...more,
    };
    return new MerchantApi(
      readMerchantSettings(() => undefined, {}, settings),
      silent,
    );
  };
  const only = () => {
    const [request, ...others] = received;
    expect(others).toEqual([]);
    return request;
  };

  it("for a transaction is a GET with a JSON body", async () => {
    await api({ origin: "https://shop.example.com" }).getTransaction("0042");
    expect(only()).toMatchObject({
      line: "GET /api/transactions/getTransaction",
      headers: {
        authorization: "ACCESS",
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": "shop/1.0",
        origin: "https://shop.example.com",
      },
      body: { transactionno: "0042" },
    });
  });

  it("for a transaction has its number in the query where a setting says so, and an Origin in any case", async () => {
    await api({ transactionNumberIn: "query" }).getTransaction("a b&c");
    expect(only()).toMatchObject({
      line: "GET /api/transactions/getTransaction?transactionno=a+b%26c",
      headers: {
        "content-type": "application/json",
        origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      },
      body: "",
    });
  });

  it.each(["transactionno", "transactionnumber"] as const)(
    "for a refund has the number in %s",
    async (refundField) => {
      await api({ refundField }).refundTransaction("0042");
      expect(only()).toMatchObject({
        line: "POST /api/transactions/refundTransaction",
        headers: { authorization: "ACCESS", "content-type": "application/json" },
        body: { [refundField]: "0042" },
      });
    },
  );

  it.each([
    ["email", "ada@example.com", { sentvia: 4, receiverEmail: "ada@example.com" }],
    ["sms", "+97455551234", { sentvia: 3, receivercellno: "+97455551234" }],
  ] as const)("for a share by %s has one receiver, in its field", async (channel, receiver, fields) => {
    await api().shareInvoice("INV-1", channel, receiver);
    const request = only();
    expect(request).toMatchObject({
      line: "POST /api/invoices/share",
      headers: { authorization: "ACCESS", "content-type": "application/json" },
    });
    expect(request?.body).toEqual({ invoicenumber: "INV-1", ...fields });
  });

  it.each([
    ["sandbox", "v5", { isTest: true }, "TEST"],
    ["production", "v4", {}, "LIVE"],
  ] as const)(
    "for a token of %s goes to api-%s, without an Authorization",
    async (environment, version, more, token) => {
      const request = { environment, serviceId: "7", secretKey: "KEY", domain: "shop.example.com" };
      expect(await api().sdkToken(request)).toBe(token);
      const { line, headers, body } = only() ?? {};
      expect(line).toBe(`POST /api-${version}/userbusinesses/getsdktoken`);
      expect(headers).toMatchObject({ "content-type": "application/json" });
      expect(headers).not.toHaveProperty("authorization");
      expect(body).toEqual({ shopId: "7", secretKey: "KEY", domain: "shop.example.com", ...more });
    },
  );

  it.each([
    ["7654321", 7654321],
    ["0765432", "0765432"],
    ["9007199254740993", "9007199254740993"],
    ["shop-7", "shop-7"],
  ])("for a login has the id %s as a number only where that says the same", async (serviceId, sent) => {
    const keys = { secretKey: "KEY", domain: "shop.example.com" };
    await api({
      login: true,
      loginPath: "/login",
      accessToken: undefined,
      serviceId,
      ...keys,
    }).getTransaction("1");
    const [login, look, ...others] = received;
    expect(others).toEqual([]);
    expect(login).toMatchObject({ line: "POST /login", body: { shopId: sent, ...keys } });
    expect(login?.headers).not.toHaveProperty("authorization");
    expect(look?.headers).toMatchObject({ authorization: "OWN", "user-agent": "shop/1.0" });
  });

  it("that must not be repeated has a connection of its own: a kept one may be dead already", async () => {
    const client = api();
    await client.getTransaction("1");
    await client.getTransaction("1");
    await client.refundTransaction("1");
    await client.shareInvoice("INV-1", "sms", "12345");
    expect(received.map(({ connection }) => connection)).toEqual([1, 1, 2, 3]);
  });
});
