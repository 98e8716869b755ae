import { PluginRun } from "../../../../support/provider/pluginRun";
import { SHARE, Shop } from "../../../../support/shop";

const SHARED = "checks:payments:InvoiceShare";
const MAIL = { invoiceNumber: "INV-1", channel: "email", receiver: "customer@example.com" };
const LOGIN = "POST /api/userbusinesses/login";

describe("an access token by login, on the plugin", () => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await Shop.open();
    jest.spyOn(console, "error").mockImplementation(() => {});
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.close();
  });

  /** A run whose provider has no access token, and these settings in its argument `merchant`. */
  const runWith = (settings: object) => {
    const { accessToken: _, ...merchant } = shop.settings;
    return PluginRun.start(shop.service, { merchant: JSON.stringify({ ...merchant, ...settings }) });
  };

  it("is asked for once, where the provider's merchant.login allows it, and stands in no row", async () => {
    const run = await runWith({ login: true, loginPath: "/api/userbusinesses/login" });
    const { inputs, failures } = await run.check("march", MAIL, {}, SHARED);
    expect(failures).toEqual([]);
    await run.create("march", inputs, true, SHARED);
    expect(await shop.asked(LOGIN)).toBe(0);
    const row = await run.create("march", inputs, false, SHARED);
    expect(row.values).toMatchObject({ outcome: "sent" });
    const paid = { transactionNumber: "T-SUCCESS" };
    const looked = await run.invoke("checks:payments:getTransaction", paid);
    expect(looked).toMatchObject(paid);
    expect(await shop.asked(LOGIN)).toBe(1);
    expect(await shop.asked(SHARE)).toBe(1);
    expect(JSON.stringify([inputs, row, looked])).not.toContain(shop.keys.accessToken);
  });

  it.each([
    [{}, "accessToken"],
    [{ login: true }, "loginPath"],
  ])("is missed in the preview where the merchant has %j: merchant.%s is not set", async (settings, name) => {
    const run = await runWith(settings);
    const { failures } = await run.check("march", MAIL, {}, SHARED);
    expect(failures.map((one) => one.getReason())).toEqual([
      expect.stringMatching(
        `merchant.${name}: is not set; .* Set it as the provider's argument merchant.${name}$`,
      ),
    ]);
    expect((await shop.admin.requests()).total).toBe(0);
  });
});
