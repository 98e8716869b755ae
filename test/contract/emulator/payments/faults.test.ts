import { MerchantClient } from "../../../support/emulator/merchantClient";

const REFUND = "POST /api/transactions/refundTransaction";

describe("faults of the merchant service", () => {
  let client: MerchantClient;
  beforeAll(async () => {
    client = await MerchantClient.start();
  });
  beforeEach(() => client.admin.reset());
  afterAll(() => client.close());

  const refund = () => client.refund({ transactionno: "T-SUCCESS" });
  const moved = async () => (await client.admin.merchantLedger()).refunds.length;
  const shown = async () => (await client.record("T-SUCCESS")).isRefund;

  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)(
    "cut the connection %s the refund: money moved %d times, and a read shows it",
    async (when, times) => {
      await client.admin.faults({ match: { path: "refund" }, times: 1, action: { kind: "reset", when } });
      await expect(refund()).rejects.toThrow();
      expect([await moved(), await shown()]).toEqual([times, times === 1]);
    },
  );

  it.each([
    ["before", 503, 0],
    ["after", 503, 1],
    ["before", 429, 0],
    ["after", 502, 1],
  ] as const)("answer %s the refund with %d: money moved %d times", async (when, status, times) => {
    await client.admin.faults({
      match: { method: "POST", project: "merchant" },
      times: 1,
      action: { kind: "status", status, retryAfter: 3, when },
    });
    const answer = await refund();
    expect([answer.status, answer.headers["retry-after"]]).toEqual([status, "3"]);
    expect([await moved(), await shown()]).toEqual([times, times === 1]);
  });

  it.each(["truncate", "half"] as const)("cut the answer short (%s) after the money moved", async (kind) => {
    await client.admin.faults({ match: { path: "refund" }, times: 1, action: { kind } });
    const reading = refund().then((answer) => answer.json());
    await expect(reading).rejects.toThrow();
    expect([await moved(), await shown()]).toEqual([1, true]);
  });

  it("hold an answer back for as long as they say", async () => {
    await client.admin.faults({ times: 1, action: { kind: "stall", ms: 60, when: "after" } });
    const began = performance.now();
    expect((await refund()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
  });

  it("come to a GET with a body as to anything else", async () => {
    await client.admin.faults(
      { times: 1, action: { kind: "status", status: 503 } },
      { times: 1, action: { kind: "stall", ms: 1 } },
    );
    const answers = [await client.get("T-SUCCESS"), await client.get("T-SUCCESS")];
    expect(answers.map((one) => one.status)).toEqual([503, 200]);
  });

  it("make a client that posts twice move money twice at a naive service", async () => {
    await client.admin.merchant({ doubleRefunds: true });
    await client.admin.faults({
      match: { path: "refund" },
      times: 1,
      action: { kind: "reset", when: "after" },
    });
    await expect(refund()).rejects.toThrow();
    expect((await refund()).status).toBe(200);
    expect(await moved()).toBe(2);
  });

  it("and limits are in the same log as those of checks, by route and by key", async () => {
    await client.admin.limits({ requestsPerMinute: 3 });
    const { serviceId, testKey, liveKey, domain } = client.keys;
    await client.get("T-SUCCESS", { Authorization: "wrong" });
    await client.token(4, { serviceId, secretKey: liveKey, domain });
    await client.token(5, { serviceId, secretKey: testKey, domain, isTest: true });
    await client.service.call("GET", "/api/transactions/getTransaction?transactionno=a", { key: null });
    await refund();
    expect((await refund()).status).toBe(429);
    expect((await client.service.call("GET", "/api/v3/checks/")).status).toBe(200);
    const { log, byRoute } = await client.admin.requestLog();
    expect(log.map(({ project, keyKind, status }) => [project, keyKind, status])).toEqual([
      [null, "unknown", 401],
      ["merchant", "liveKey", 200],
      ["merchant", "testKey", 200],
      [null, "none", 401],
      ["merchant", "accessToken", 200],
      ["merchant", "accessToken", 429],
      ["alpha", "readWrite", 200],
    ]);
    expect(byRoute).toMatchObject({ [REFUND]: 2, "GET /api/transactions/getTransaction": 2 });
    expect(await moved()).toBe(1);
  });
});
