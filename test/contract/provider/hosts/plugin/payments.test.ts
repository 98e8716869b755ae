import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { runNameOf } from "../../../../../provider/core/engineSocket";
import { silent } from "../../../../../provider/core/log";
import { RunRecord } from "../../../../../provider/core/runRecord";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { HalfDone } from "../../../../../provider/hosts/plugin/failures";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { service as pluginService } from "../../../../../provider/hosts/plugin/service";
import { withoutBackOff } from "../../../../support/provider/backOff";
import { PluginRun } from "../../../../support/provider/pluginRun";
import { REFUND, Shop } from "../../../../support/shop";

const type = (kind: string) => `checks:payments:${kind}`;
const CONFIG = type("PaymentsConfig");
const NOTE = { __run: { name: "chair", stack: "jobs/dev", preview: false } };

describe("the payment service on the plugin", () => {
  withoutBackOff();
  let shop: Shop;
  let run: PluginRun;

  beforeEach(async () => {
    shop = await Shop.open();
    jest.spyOn(console, "error").mockImplementation(() => {});
    run = await PluginRun.start(shop.service, { merchant: JSON.stringify(shop.settings) });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.close();
  });

  const made = async (kind: string, name: string, news: object) => {
    const { inputs, failures } = await run.check(name, news, {}, type(kind));
    expect(failures.map((one) => one.getReason())).toEqual([]);
    return { inputs, ...(await run.create(name, inputs, false, type(kind))) };
  };

  it.each([
    ["InvoiceShare", "InvoiceShare", "the service has nothing to look up"],
    ["PaymentsConfig", "PaymentsConfig", "the service has nothing to look up"],
    ["RefundRecord", "Refund", "the service has nothing to look up"],
    ["Refund", "Refund", "it is a component"],
  ])("says of an import of a %s what to do, and blames no version", async (kind, called, why) => {
    const refused = run.read("chair", "T-SUCCESS", {}, type(kind));
    await expect(refused).rejects.toThrow(
      `${called}: cannot be imported or read by an id, because ${why}. Remove the import, or the id`,
    );
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("gives a token as a secret, none in a preview or a refresh, and another one when it is asked for", async () => {
    const { inputs } = await run.check("shop", { environment: "sandbox", rotateAfter: "1h" }, {}, CONFIG);
    const foreseen = await run.create("shop", inputs, true, CONFIG);
    expect(foreseen.values).toMatchObject({ environment: "sandbox", accessToken: UNKNOWN });
    expect((await shop.ledger()).tokens).toEqual([]);

    const row = await run.create("shop", inputs, false, CONFIG);
    const [token] = (await shop.ledger()).tokens;
    expect(row.values).toMatchObject({ accessToken: token?.accessToken, rotateAfter: "1h" });
    expect([...row.secrets].sort()).toEqual(["__issuedFor", "accessToken"]);
    const seen = await run.read("shop", row.id, row.values, CONFIG);
    expect(propertiesOf(seen.getProperties()).values).toEqual(row.values);
    const same = await run.diff("shop", row.id, row.values, inputs, CONFIG);
    expect(same.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_NONE);

    const news = { ...inputs, triggers: ["leak"], keepPrevious: true };
    const other = await run.diff("shop", row.id, row.values, news, CONFIG);
    expect(other.getReplacesList()).toEqual([]);
    const after = await run.update("shop", row, news, false, CONFIG);
    const { tokens } = await shop.ledger();
    expect(tokens).toHaveLength(2);
    expect(after.values).toMatchObject({
      accessToken: tokens[1]?.accessToken,
      previousAccessToken: tokens[0]?.accessToken,
    });
    expect([...after.secrets].sort()).toEqual(["__issuedFor", "accessToken", "previousAccessToken"]);
  });

  it("shows a token that is due for a new one as changed in an up, and not in a refresh, where nothing differs", async () => {
    const row = await made("PaymentsConfig", "shop", { environment: "sandbox", rotateAfter: 1 });
    const { issuedAt, inputs } = { issuedAt: Number(row.values.issuedAt), inputs: row.inputs };
    jest.spyOn(Date, "now").mockReturnValue((issuedAt + 1) * 1000);
    const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
    const up = await run.diff("shop", row.id, row.values, inputs, CONFIG);
    expect(up.getChanges()).toBe(DIFF_SOME);
    const later = await PluginRun.start(shop.service, { merchant: JSON.stringify(shop.settings) });
    const refresh = await later.diff("shop", row.id, row.values, inputs, CONFIG);
    expect(refresh.getChanges()).toBe(DIFF_NONE);
  });

  it("refuses a key for both environments, and tells all that is wrong, without a value", async () => {
    const one = { environment: "sandbox", secretKey: "ONE-KEY" };
    expect((await run.check("test", one, {}, CONFIG)).failures).toEqual([]);
    const other = { environment: "production", secretKey: "ONE-KEY" };
    const { failures } = await run.check("live", other, {}, CONFIG);
    expect(failures.map((each) => [each.getProperty(), each.getReason()])).toEqual([
      ["", expect.stringContaining('secretKey: "test" uses the same key for sandbox')],
    ]);
    const wrong = {
      environment: "test",
      secretKey: "ONE KEY",
      colour: "red",
      screen: { packageMode: "neon" },
    };
    const reasons = (await run.check("wrong", wrong, {}, CONFIG)).failures.map((each) => each.getReason());
    expect(reasons.join()).toMatch(/colour: there is no such property/);
    expect(reasons.join()).toMatch(/secretKey: must consist of/);
    expect(reasons.join()).toMatch(/screen\.packageMode: must be/);
    expect(JSON.stringify([failures.map((each) => each.getReason()), reasons])).not.toMatch(/ONE.KEY/);
  });

  it("keeps a share whose answer is unclear as half-done, and does not send it again", async () => {
    await shop.admin.faults({ match: { path: "/invoices/share" }, times: 1, action: { kind: "reset" } });
    const { inputs } = await run.check(
      "march",
      { invoiceNumber: "INV-1", channel: "email", receiver: "customer@example.com" },
      {},
      type("InvoiceShare"),
    );
    const error: unknown = await run
      .create("march", inputs, false, type("InvoiceShare"))
      .catch((reason: unknown) => reason);
    if (!(error instanceof HalfDone)) throw error;
    expect(error.message).toContain("it is not known whether it was sent");
    expect(error.message).not.toContain("customer@example.com");
    const state = { ...inputs, outcome: "unknown", sentAt: 1 };
    const after = await run.update(
      "march",
      { id: "INV-1", values: state },
      inputs,
      false,
      type("InvoiceShare"),
    );
    expect(after.values).toMatchObject({ outcome: "unknown" });
    expect(await shop.asked("POST /api/invoices/share")).toBe(1);
  });

  it("lets no program declare the rows of a refund by themselves", async () => {
    for (const kind of ["RefundAttempt", "RefundRecord"]) {
      const { failures } = await run.check("chair", { transactionNumber: "T-SUCCESS" }, {}, type(kind));
      expect(failures.map((one) => one.getReason())).toEqual([
        expect.stringContaining("by itself; declare checks:payments:Refund"),
      ]);
    }
  });

  it("refunds once: a row asks under the note of its own process, and never under another one's", async () => {
    await shop.admin.merchant({ doubleRefunds: true, marksRefunded: false });
    const args = { transactionNumber: "T-SUCCESS", ...NOTE };
    const note = await made("RefundAttempt", "transaction T-SUCCESS", {
      ...args,
      recordedBy: "Refund::chair",
    });
    expect(Object.keys(note.values)).not.toContain("__run");
    const row = await made("RefundRecord", "chair", { ...args, attempt: note.values.attempt });
    expect(row.values).toMatchObject({ outcome: "refunded" });

    run = await PluginRun.start(shop.service, { merchant: JSON.stringify(shop.settings) });
    const again = run.create("chair", row.inputs, false, type("RefundRecord"));
    await expect(again).rejects.toThrow("it is not known whether the money was given back");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("refuses a second refund of a transaction by another process of the same run", async () => {
    // Nobody listens there; what the run says goes nowhere.
    const ENGINE = `127.0.0.1:${process.pid}`;
    run = await PluginRun.start(shop.service, { merchant: JSON.stringify(shop.settings) }, ENGINE);
    const sister = new RunRecord(runNameOf(ENGINE), silent, undefined, process.ppid);
    const fact = `attempt at a refund T-SUCCESS ${new URL(shop.service.emulator.url).href.replace(/\/+$/, "")}`;
    sister.add(fact);
    try {
      const { inputs } = await run.check(
        "transaction T-SUCCESS",
        { transactionNumber: "T-SUCCESS", ...NOTE },
        {},
        type("RefundAttempt"),
      );
      await expect(run.create("transaction T-SUCCESS", inputs, false, type("RefundAttempt"))).rejects.toThrow(
        "refund of T-SUCCESS: transactionNumber: another resource of this run refunds the same transaction. Remove one of them",
      );
    } finally {
      sister.remove(fact);
    }
    expect((await shop.ledger()).refunds).toEqual([]);
  });

  it("answers its data sources", async () => {
    expect(
      await run.invoke("checks:payments:getTransaction", { transactionNumber: "T-SUCCESS" }),
    ).toMatchObject({
      transactionNumber: "T-SUCCESS",
      status: { id: 3, name: "Success" },
    });
    await expect(
      run.invoke("checks:payments:getTransaction", { transactionNumber: "T-NONE" }),
    ).rejects.toThrow(
      'payments.getTransaction: reading the transaction: there is no transaction "T-NONE" (404)',
    );
    const { url } = shop.settings;
    run = await PluginRun.start(shop.service, { merchant: JSON.stringify({ profile: "sadad", url }) });
    expect(await run.invoke("checks:payments:getProfile", {})).toMatchObject({
      profile: "sadad",
      modeIds: { 1: "Credit Card", 2: "Debit Card" },
      entityIds: { 1: "Invoice", 12: "Calender Webcheckout" },
    });
    await expect(run.invoke("checks:payments:getTransaction", { transactionNumber: "T-1" })).rejects.toThrow(
      "merchant.accessToken: is not set; it authorizes the merchant operations. Set it as the provider's argument merchant.accessToken",
    );
  });

  it.each([
    ["the program", { secretKey: true }, {}],
    ["the settings", {}, { secretKey: true }],
  ])(
    "refuses one key for both environments, of which one use has it from the settings: first %s",
    async (_from, first, second) => {
      const keyed = ({ secretKey }: { secretKey?: boolean }) =>
        secretKey ? { secretKey: `${shop.settings.secretKey}\n` } : {};
      const test = await run.check("test", { environment: "sandbox", ...keyed(first) }, {}, CONFIG);
      expect(test.failures).toEqual([]);
      const live = await run.check("live", { environment: "production", ...keyed(second) }, {}, CONFIG);
      expect(live.failures.map((one) => one.getReason())).toEqual([
        'secretKey: "test" uses the same key for sandbox. A test key belongs to sandbox, a live key to production',
      ]);
      expect(JSON.stringify(live.failures.map((one) => one.getReason()))).not.toContain(
        shop.settings.secretKey,
      );
    },
  );

  it("takes what a program tells a default provider, which is in no input, and says where to set what is missing", async () => {
    const handlers = pluginService({ engine: undefined, version: "1.2.3" });
    const configure = new proto.ConfigureRequest();
    configure.setName("default");
    configure.setArgs(struct({}));
    await handlers.configure?.(configure as never);
    const check = async (news: object) => {
      const request = new proto.CheckRequest();
      request.setUrn(`urn:pulumi:dev::jobs::${CONFIG}::shop`);
      request.setNews(struct(news));
      return (await handlers.check?.(request as never)) as proto.CheckResponse;
    };
    const { refundField: _, url: __, ...settings } = shop.settings;
    const told = Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`merchant:${key}`, value]),
    );
    const answer = await check({ environment: "sandbox", __settings: told });
    expect(answer.getFailuresList()).toEqual([]);
    expect(Object.keys(propertiesOf(answer.getInputs()).values)).not.toContain("__settings");

    const share = new proto.CheckRequest();
    share.setUrn(`urn:pulumi:dev::jobs::${type("InvoiceShare")}::march`);
    share.setNews(struct({ invoiceNumber: "INV-1", channel: "sms", receiver: "+974 5555 1234" }));
    const missing = (await handlers.check?.(share as never)) as proto.CheckResponse;
    expect(missing.getFailuresList().map((one) => one.getReason())).toEqual([
      "checks:merchant.url: is not set; it is the address of the merchant operations. Set it with `pulumi config set --path checks:merchant.url` or MERCHANT_URL",
    ]);
  });

  it("takes what a program tells after a refresh, in the same run, has looked for the settings", async () => {
    const handlers = pluginService({ engine: undefined, version: "1.2.3" });
    const configure = new proto.ConfigureRequest();
    configure.setName("default");
    configure.setArgs(struct({}));
    await handlers.configure?.(configure as never);
    const step = new proto.DiffRequest();
    step.setUrn(`urn:pulumi:dev::jobs::${CONFIG}::shop`);
    step.setId("x");
    const inputs = { environment: "sandbox", triggers: [], keepPrevious: false };
    step.setOlds(struct({ ...inputs, accessToken: "T", issuedAt: 1, __issuedFor: "abc" }));
    step.setNews(struct(inputs));
    await handlers.diff?.(step as never);

    const told = Object.entries(shop.settings).map(([key, value]) => [`merchant:${key}`, value]);
    const check = new proto.CheckRequest();
    check.setUrn(`urn:pulumi:dev::jobs::${type("InvoiceShare")}::march`);
    const march = { invoiceNumber: "INV-1", channel: "sms", receiver: "+974 5555 1234" };
    check.setNews(struct({ ...march, __settings: Object.fromEntries(told) }));
    const answer = (await handlers.check?.(check as never)) as proto.CheckResponse;
    expect(answer.getFailuresList().map((one) => one.getReason())).toEqual([]);
  });

  it("refuses wrong settings of a provider without a value of them", async () => {
    const request = new proto.CheckRequest();
    request.setNews(struct({ merchant: { accessToken: "S3 CRET", colour: "S3CRET" } }));
    const answer = await run.call<proto.CheckResponse>("checkConfig", request);
    const reasons = answer.getFailuresList().map((one) => one.getReason());
    expect(reasons.join()).toMatch(
      /checks:merchant\.accessToken: must consist.*checks:merchant\.colour: there is no/s,
    );
    expect(reasons.join()).not.toMatch(/S3/);
    expect(propertiesOf(answer.getInputs()).secrets).toContain("merchant");
  });

  it("refuses a provider with the name and not the settings of the default one", async () => {
    const request = new proto.CheckRequest();
    request.setUrn("urn:pulumi:dev::jobs::pulumi:providers:checks::default");
    request.setNews(struct({ apiKey: "S3CRET" }));
    process.env.PULUMI_CONFIG = JSON.stringify({ apiKey: "of the stack" });
    try {
      const answer = await run.call<proto.CheckResponse>("checkConfig", request);
      expect(answer.getFailuresList().map((one) => one.getReason())).toEqual([
        expect.stringMatching(/^the provider "default": .*Give this provider another name$/),
      ]);
    } finally {
      delete process.env.PULUMI_CONFIG;
    }
  });
});
