import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { machineFolder } from "../../../../provider/payments/refund/machineFolder";
import { payments } from "../../../../sdk";
import { refusal } from "../../../support/refusal";
import { inProgram } from "../../../support/sdk/program";
import { GET, inShop, REFUND, Shop } from "../../../support/shop";

jest.mock("../../../../provider/payments/refund/machineFolder", () => {
  const actual = jest.requireActual<typeof import("../../../../provider/payments/refund/machineFolder")>(
    "../../../../provider/payments/refund/machineFolder",
  );
  return { machineFolder: jest.fn(actual.machineFolder) };
});

const PAID = { transactionNumber: "T-SUCCESS", confirm: "T-SUCCESS" };
const MAIL = { invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" } as const;

describe("functions for a script or a server", () => {
  let shop: Shop;
  inShop(
    (opened) => {
      shop = opened;
    },
    { merchant: { settings: { sentviaEmail: 3 } } },
  );

  describe("getSdkToken", () => {
    it("gives one token per call, with everything given in the call", async () => {
      const { url } = shop.service.emulator;
      const { serviceId, testKey, domain } = shop.keys;
      const settings = { sdkAuthUrl: url, serviceIdField: "serviceId" };
      const args = { environment: "sandbox", serviceId, secretKey: testKey, domain } as const;
      const tokens = [await payments.getSdkToken(args, settings), await payments.getSdkToken(args, settings)];
      expect((await shop.ledger()).tokens.map(({ accessToken }) => accessToken)).toEqual(tokens);
    });

    it("takes what the call does not give from the environment", async () => {
      const before = process.env;
      process.env = { ...before, ...shop.environment };
      try {
        expect(await payments.getSdkToken({ environment: "sandbox" })).toMatch(/./);
      } finally {
        process.env = before;
      }
    });

    it("says in one line what is wrong with the call, without its values", async () => {
      const wrong = { environment: "test", secretKey: "SECRET KEY", domain: "" } as never;
      const message = await refusal(payments.getSdkToken(wrong, shop.options));
      expect(message).toContain('environment: must be "sandbox" or "production"');
      expect(message).toContain("secretKey: must consist of");
      expect(message).not.toContain("SECRET");
      const typo = await refusal(
        payments.getSdkToken({ environment: "sandbox" }, { serviceid: "x" } as never),
      );
      expect(typo).toContain("serviceid: there is no such setting; the settings are profile, url");
    });
  });

  it.each([null, "https://pay.example"])("refuses settings that are %j", async (settings) => {
    const message = "payments: settings: must be an object";
    await expect(payments.refund(PAID, settings as never)).rejects.toThrow(message);
    await expect(payments.shareInvoice(MAIL, settings as never)).rejects.toThrow(message);
    await expect(payments.getProfile(settings as never)).rejects.toThrow(message);
    expect(() => payments.exportScreen({} as never, "json", settings as never)).toThrow(message);
  });

  describe("getTransaction", () => {
    it.each([
      [
        "in the settings of the call",
        (token: string, settings: payments.MerchantOptions) => {
          settings.accessToken = token;
        },
      ],
      [
        "in the environment",
        (token: string, settings: payments.MerchantOptions) => {
          delete settings.accessToken;
          process.env.MERCHANT_ACCESS_TOKEN = token;
        },
      ],
    ])("takes another access token that a server gets while it runs: %s", async (_where, give) => {
      const before = process.env;
      process.env = { ...before };
      try {
        const settings = { ...shop.options };
        const look = () => payments.getTransaction({ transactionNumber: "T-SUCCESS" }, settings);
        give("EXPIRED", settings);
        expect(await refusal(look())).toContain("the service refused the access token");
        give(shop.keys.accessToken, settings);
        expect(await look()).toMatchObject({ transactionNumber: "T-SUCCESS" });
      } finally {
        process.env = before;
      }
    });

    it("keeps what belongs to the settings that a script gives each time: its connections, its login, its limit", async () => {
      const settings = { ...shop.options, login: true, loginPath: "/api/userbusinesses/login" };
      delete settings.accessToken;
      for (const transactionNumber of ["T-SUCCESS", "T-CENTS", "T-SUCCESS"])
        await payments.getTransaction({ transactionNumber }, settings);
      expect(await shop.asked("POST /api/userbusinesses/login")).toBe(1);
    });
  });

  describe("refund", () => {
    it("refunds once, and says so when it was refunded before", async () => {
      const { outcome, reverse } = await payments.refund(PAID, shop.options);
      const [entry] = await shop.refunds();
      expect(outcome).toBe("refunded");
      expect(reverse).toMatchObject({
        transactionNumber: entry?.reverseTransactionno,
        transaction: { isRefund: true },
      });
      expect(await payments.refund(PAID, shop.options)).toEqual({ outcome: "alreadyRefunded" });
      expect(await shop.refunds()).toHaveLength(1);
    });

    it.each([
      [
        "in the settings of the call",
        (other: Shop, settings: payments.MerchantOptions) => void Object.assign(settings, other.options),
      ],
      [
        "in the environment",
        (other: Shop, settings: payments.MerchantOptions) => {
          delete settings.url;
          delete settings.accessToken;
          const { MERCHANT_URL, MERCHANT_ACCESS_TOKEN } = other.environment;
          Object.assign(process.env, { MERCHANT_URL, MERCHANT_ACCESS_TOKEN });
        },
      ],
    ])("ends where it began when another merchant's call comes meanwhile: %s", async (_where, change) => {
      const other = await Shop.open();
      const before = process.env;
      process.env = { ...before };
      try {
        await shop.admin.faults({
          match: { path: "getTransaction" },
          times: 1,
          action: { kind: "stall", ms: 300, when: "before" },
        });
        const settings = { ...shop.options };
        const first = payments.refund(PAID, settings);
        while ((await shop.asked(GET)) === 0) await setTimeout(10);
        change(other, settings);
        const second = { transactionNumber: "T-CENTS", confirm: "T-CENTS" };
        await payments.refund(second, settings);
        expect(await first).toMatchObject({ outcome: "refunded" });
        expect([await shop.asked(REFUND), await other.asked(REFUND)]).toEqual([1, 1]);
        expect(await shop.refunds()).toMatchObject([{ transactionno: "T-SUCCESS" }]);
        expect(await other.refunds()).toMatchObject([{ transactionno: "T-CENTS" }]);
      } finally {
        process.env = before;
        await other.close();
      }
    });

    it("is safe to call again where the folder of the machine's notes was removed while the server runs", async () => {
      const gone = "/nowhere/refunds";
      jest.mocked(machineFolder).mockResolvedValueOnce(gone);
      const settings = { ...shop.options };
      const error = await payments.refund(PAID, settings).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        outcome: "notRefunded",
        message: `payments.refund: refund of T-SUCCESS: not refunded: its turn cannot be recorded in ${gone} (ENOENT), so no refund was requested. Free disk space there, or make the folder writable`,
      });
      expect((await shop.admin.requests()).total).toBe(0);
      expect(await payments.refund(PAID, settings)).toMatchObject({ outcome: "refunded" });
      expect(await shop.refunds()).toHaveLength(1);
    });

    it("is not requested by a process that lost its turn while it looked, as one that was stopped for long", async () => {
      const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-turn-"));
      try {
        jest.mocked(machineFolder).mockResolvedValueOnce(folder);
        await shop.admin.faults({
          match: { path: "getTransaction" },
          times: 1,
          action: { kind: "stall", ms: 300, when: "before" },
        });
        const refunding = payments.refund(PAID, shop.options).catch((reason: unknown) => reason);
        while ((await shop.asked(GET)) === 0) await setTimeout(10);
        const [note = ""] = readdirSync(folder);
        writeFileSync(join(folder, note), `${process.pid} other`);
        expect(await refunding).toMatchObject({
          outcome: "notRefunded",
          message:
            "payments.refund: refund of T-SUCCESS: not refunded: another process on this machine is refunding it",
        });
        expect(await shop.asked(REFUND)).toBe(0);
        expect(readdirSync(folder)).toEqual([note]);
        expect(readFileSync(join(folder, note), "utf8")).toBe(`${process.pid} other`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("does nothing without the number being confirmed", async () => {
      const message = await refusal(payments.refund({ ...PAID, confirm: "yes" }, shop.options));
      expect(message).toBe("payments.refund: confirm: must repeat the transaction number");
      const { transactionNumber } = PAID;
      expect(await refusal(payments.refund({ transactionNumber } as never, shop.options))).toContain(
        "confirm",
      );
      expect((await shop.admin.requests()).total).toBe(0);
    });

    it.each([
      ["notRefunded", { kind: "status", status: 400 }],
      ["unknown", { kind: "reset" }],
    ] as const)("throws an error that tells %s", async (outcome, action) => {
      await shop.failNextRefund(action);
      const error = await payments.refund(PAID, shop.options).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(payments.RefundError);
      expect(error).toMatchObject({
        outcome,
        message: expect.stringContaining("payments.refund: refund of T-SUCCESS"),
      });
    });
  });

  describe("shareInvoice", () => {
    it("sends once", async () => {
      await payments.shareInvoice(MAIL, shop.options);
      expect((await shop.ledger()).shares).toMatchObject([{ channel: "email", receiver: "ada@example.com" }]);
    });

    it("wants a receiver that fits the channel", async () => {
      const message = await refusal(payments.shareInvoice({ ...MAIL, channel: "sms" }, shop.options));
      expect(message).toContain("payments.shareInvoice: receiver: must be a cell number");
      expect(message).not.toContain("ada");
    });

    it("does not repeat an unclear answer", async () => {
      await shop.admin.faults({
        match: { path: "share" },
        times: 1,
        action: { kind: "reset", when: "after" },
      });
      expect(await refusal(payments.shareInvoice(MAIL, shop.options))).toContain(
        "it is not known whether it was sent",
      );
      expect((await shop.ledger()).shares).toHaveLength(1);
    });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ["getSdkToken", "PaymentsConfig", () => payments.getSdkToken({ environment: "sandbox" }, shop.options)],
    ["refund", "Refund", () => payments.refund(PAID, shop.options)],
    ["shareInvoice", "InvoiceShare", () => payments.shareInvoice(MAIL, shop.options)],
  ])("%s does nothing in a Pulumi program, which runs at each preview", async (name, resource, call) => {
    for (const preview of [true, false]) {
      const message = await refusal(inProgram(shop.service, call, { preview }));
      expect(message).toContain(`payments.${name}: a Pulumi program runs at each preview`);
      expect(message).toContain(`Declare payments.${resource}`);
    }
    expect((await shop.admin.requests()).total).toBe(0);
  });
});
