import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MerchantClient } from "../../../support/emulator/merchantClient";

describe("the admin's hold on the merchant service", () => {
  let client: MerchantClient;
  beforeAll(async () => {
    client = await MerchantClient.start({
      merchant: { keys: { liveKey: "a-live-key" }, settings: { sentviaEmail: 3 } },
    });
  });
  beforeEach(() => client.admin.reset());
  afterAll(() => client.close());

  it("has the keys and settings that it was started with", async () => {
    expect(client.keys).toMatchObject({ liveKey: "a-live-key", testKey: expect.stringMatching(/.{12}/) });
    expect(await client.admin.merchant({})).toMatchObject({ sentviaEmail: 3, refundField: "either" });
    const greeting = await fetch(client.service.emulator.adminUrl);
    expect(await greeting.json()).toMatchObject({ merchant: client.keys });
  });

  it("adds transactions of any kind, each number once", async () => {
    const added = await client.admin.addTransaction({
      invoicenumber: "N-1",
      status: "Onhold",
      transactiondate: "2024-02-29T10:00:00Z",
    });
    expect(added.transactionstatus.name).toBe("ONHOLD");
    expect(await client.record("N-1")).toEqual(added);
    expect((await client.admin.transactions()).at(-1)).toEqual(added);
    await expect(client.admin.addTransaction({ invoicenumber: "N-1" })).rejects.toThrow(/409/);
    const wrong = { invoicenumber: "N-2", transactiondate: "yesterday" };
    await expect(client.admin.addTransaction(wrong)).rejects.toThrow(/400.*transactiondate/s);
  });

  it("refuses settings that do not exist", async () => {
    const wrong: Record<string, unknown> = { refundfield: "either" };
    await expect(client.admin.merchant(wrong)).rejects.toThrow(/400.*refundfield/s);
  });

  it("resets everything but keys", async () => {
    const { keys } = client;
    const before = await client.admin.transactions();
    await client.refund({ transactionno: "T-SUCCESS" });
    await client.admin.merchant({ sentviaEmail: 4, doubleRefunds: true });
    await client.admin.addInvoice("INV-9");
    await client.admin.advance(40 * 86_400);
    await client.admin.reset();
    expect(await client.admin.merchantLedger()).toEqual({ refunds: [], shares: [], tokens: [] });
    expect(await client.admin.transactions()).toEqual(before);
    expect(await client.admin.merchant({})).toMatchObject({ sentviaEmail: 3, doubleRefunds: false });
    const share = { sentvia: 3, invoicenumber: "INV-9", receiverEmail: "a@b.example" };
    expect((await client.share(share)).status).toBe(404);
    expect((await client.get("T-SUCCESS", { Authorization: keys.accessToken })).status).toBe(200);
  });
});

describe("a merchant service with a state file", () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-merchant-"));
  const stateFile = join(folder, "state.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A start that has written its first state, so that only what changes afterwards makes it write again. */
  async function started(file: string): Promise<MerchantClient> {
    const client = await MerchantClient.start({ stateFile: file });
    while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
    return client;
  }

  it("goes on where it stopped, and still refuses the second refund", async () => {
    const first = await started(stateFile);
    await first.refund({ transactionno: "T-SUCCESS" });
    const [ledger, keys] = [await first.admin.merchantLedger(), first.keys];
    await first.close();

    const second = await MerchantClient.start({
      stateFile,
      merchant: { keys: { domain: "ignored.example.com" } },
    });
    try {
      expect(second.keys).toEqual(keys);
      expect(await second.admin.merchantLedger()).toEqual(ledger);
      expect((await second.refund({ transactionno: "T-SUCCESS" })).status).toBe(400);
      expect((await second.refund({ transactionno: "T-CENTS" })).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it.each<[string, (client: MerchantClient) => Promise<unknown>, RegExp]>([
    ["settings", ({ admin }) => admin.merchant({ walletMode: "Acme Pay" }), /Acme Pay/],
    ["added transactions", ({ admin }) => admin.addTransaction({ invoicenumber: "N-1" }), /"N-1"/],
    ["added invoices", ({ admin }) => admin.addInvoice("INV-9"), /"INV-9"/],
  ])("keeps %s", async (what, act, trace) => {
    const file = join(folder, `${what}.json`);
    const client = await started(file);
    await act(client);
    await client.close();
    expect(readFileSync(file, "utf8")).toMatch(trace);
  });

  it("begins with its test data beside checks of an earlier version's file", async () => {
    const state = JSON.parse(readFileSync(stateFile, "utf8"));
    delete state.services.merchant;
    const older = join(folder, "older.json");
    writeFileSync(older, JSON.stringify(state));
    const client = await MerchantClient.start({ stateFile: older });
    try {
      expect((await client.record("T-SUCCESS")).isRefund).toBe(false);
    } finally {
      await client.close();
    }
  });
});
