import { Stack, succeeded } from "../support/engine";
import { eventsOf } from "../support/eventLog";
import { withPlugin } from "../support/hosts";
import { Shop } from "../support/shop";
import { type YamlResource, YamlStack } from "../support/yaml";

const NUMBER = "T-SUCCESS";
const REFUND_ROW = "urn:pulumi:dev::jobs::checks:payments:RefundRecord::chair";
const refund = (properties: object, options?: Record<string, unknown>): YamlResource => ({
  type: "checks:payments:Refund",
  properties: { ...properties },
  ...(options && { options }),
});

describe("payments in a program in YAML on the native plugin", () => {
  let shop: Shop;
  let stack: YamlStack;

  beforeEach(async () => {
    shop = await Shop.open();
    stack = new YamlStack({});
    await stack.init();
  });

  afterEach(async () => {
    stack.remove();
    await shop.close();
  });

  /** The merchant's settings where the engine hands them to a plugin. */
  async function configure(): Promise<void> {
    const { accessToken, secretKey, ...plain } = shop.settings;
    const values = Object.entries(plain).flatMap(([key, value]) => [
      "--plaintext",
      `checks:merchant.${key}=${value}`,
    ]);
    const keys = Object.entries({ accessToken, secretKey }).flatMap(([key, value]) => [
      "--secret",
      `checks:merchant.${key}=${value}`,
    ]);
    succeeded(await stack.pulumi(["config", "set-all", "--path", ...values, ...keys]));
  }

  const counts = async () => {
    const { tokens, refunds, shares } = await shop.ledger();
    return { tokens: tokens.length, refunds: refunds.length, shares: shares.length };
  };

  const ONCE = { tokens: 1, refunds: 1, shares: 1 };

  it("refunds for the merchant of an explicit provider, one transaction that another resource gives", async () => {
    const { accessToken, ...settings } = shop.settings;
    stack.program({
      resources: {
        shop: {
          type: "pulumi:providers:checks",
          properties: { merchant: { ...settings, accessToken: { "fn::secret": accessToken } } },
        },
        first: refund({ transactionNumber: NUMBER }, { provider: "${shop}" }),
        second: refund({ transactionNumber: "T-CENTS" }, { provider: "${shop}", dependsOn: ["${first}"] }),
      },
      outputs: { outcomes: ["${first.outcome}", "${second.outcome}"] },
    });
    const wrong = { MERCHANT_ACCESS_TOKEN: "of-another-merchant" };
    const events = await eventsOf(stack, ["up", "--yes"], wrong);
    expect(events).toContain(NUMBER);
    expect(await stack.outputs()).toEqual({ outcomes: ["refunded", "refunded"] });
    expect((await stack.pulumi(["preview", "--expect-no-changes"], wrong)).code).toBe(0);
    const everything = [await stack.exported(), events, ...stack.output].join("\n");
    for (const secret of await shop.secrets()) expect(everything).not.toContain(secret);
    succeeded(await stack.pulumi(["destroy", "--yes", "--skip-preview"], wrong));
    expect(await counts()).toEqual({ tokens: 0, refunds: 2, shares: 0 });
  });

  it("makes a token, a refund and a share, each once, whatever is repeated, replaced, renamed or refreshed", async () => {
    await shop.admin.merchant({ doubleRefunds: true, marksRefunded: false });
    await configure();
    const program = (refunds: Record<string, YamlResource>) =>
      stack.program({
        resources: {
          app: {
            type: "checks:payments:PaymentsConfig",
            properties: { environment: "sandbox", rotateAfter: "30d", screen: { titleText: "Corner Shop" } },
          },
          march: {
            type: "checks:payments:InvoiceShare",
            properties: { invoiceNumber: "INV-1", channel: "email", receiver: "customer@example.com" },
          },
          ...refunds,
        },
        variables: {
          paid: {
            "fn::invoke": {
              function: "checks:payments:getTransaction",
              arguments: { transactionNumber: NUMBER },
            },
          },
          profile: { "fn::invoke": { function: "checks:payments:getProfile", arguments: {} } },
        },
        outputs: {
          token: "${app.accessToken}",
          mode: "${paid.mode.name}",
          modeIds: "${profile.modeIds}",
          ...Object.fromEntries(Object.keys(refunds).map((name) => [name, `\${${name}.outcome}`])),
        },
      });
    program({ chair: refund({ transactionNumber: NUMBER }) });
    succeeded(await stack.preview());
    expect(await counts()).toEqual({ tokens: 0, refunds: 0, shares: 0 });

    const first = await stack.up();
    expect(first.text).not.toMatch(/exited prematurely|warning: (?!using pulumi-language)/);
    expect(await counts()).toEqual(ONCE);
    const [token] = (await shop.ledger()).tokens;
    expect(await stack.outputs()).toMatchObject({
      token: token?.accessToken,
      chair: "refunded",
      mode: "Credit Card",
      modeIds: { 1: "Credit Card" },
    });

    const repeated = await stack.preview("--expect-no-changes");
    expect(repeated.text).toContain("6 unchanged");
    expect(repeated.code).toBe(0);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]));
    // Two processes, one of which deletes and one of which makes anew; a token too many does no harm.
    const events = await eventsOf(stack, ["up", "--yes", "--skip-preview", "--replace", "**"]);
    expect(events).toContain(NUMBER);
    expect(await counts()).toEqual({ ...ONCE, tokens: 2, shares: 2 });
    expect((await stack.outputs()).chair).toBe("refunded");

    program({ sofa: refund({ transactionNumber: NUMBER }) });
    const renamed = await stack.preview();
    expect(renamed.code).not.toBe(0);
    expect(renamed.text).toContain(`the refund of ${NUMBER} is recorded by the Refund "chair"`);
    program({ sofa: refund({ transactionNumber: NUMBER }, { aliases: [{ name: "chair" }] }) });
    await stack.up();
    expect((await stack.outputs()).sofa).toBe("refunded");
    expect(await counts()).toMatchObject({ refunds: 1 });

    program({
      sofa: refund({ transactionNumber: NUMBER }),
      table: refund({ transactionNumber: NUMBER }),
    });
    const twice = await stack.preview();
    expect(twice.code).not.toBe(0);
    expect(twice.text).toMatch(
      /Refund "(sofa|table)": transactionNumber: the Refund "(sofa|table)" of this program has the same/,
    );

    const printed = stack.output.filter((text) => !text.includes('"token"'));
    const everything = [await stack.exported(), events, ...printed].join("\n");
    for (const secret of await shop.secrets()) expect(everything).not.toContain(secret);
    program({ sofa: refund({ transactionNumber: NUMBER }) });
    const ended = await stack.destroy();
    expect(ended.text).toContain(
      `refund of ${NUMBER}: removed from the state only; the money stays refunded`,
    );
    expect(await counts()).toMatchObject({ refunds: 1 });
  });
});

/** The merchant's settings and the host are the environment's or the stack's. */
const PROGRAM = `
const { payments } = require("pulumi-checks");
const app = new payments.PaymentsConfig("app", { environment: "sandbox", screen: { titleText: "Corner Shop" } });
new payments.InvoiceShare("march", { invoiceNumber: "INV-1", channel: "email", receiver: "customer@example.com" });
const chair = new payments.Refund("chair", { transactionNumber: "T-SUCCESS" });
exports.token = app.accessToken;
exports.outcome = chair.outcome;
`;

const EXPLICIT = `
const pulumi = require("@pulumi/pulumi");
const { Provider, payments } = require("pulumi-checks");
const { accessToken, secretKey, ...settings } = JSON.parse(process.env.SHOP);
const merchant = { ...settings, accessToken: pulumi.secret(accessToken), secretKey };
const provider = new Provider("shop", { merchant });
const app = new payments.PaymentsConfig("app", { environment: "sandbox" }, { provider });
new payments.Refund("chair", { transactionNumber: "T-SUCCESS" }, { provider });
`;

describe("payments in a program in TypeScript on the native plugin", () => {
  let shop: Shop;
  let stack: Stack;

  beforeEach(async () => {
    shop = await Shop.open();
    await shop.admin.merchant({ doubleRefunds: true, marksRefunded: false });
  });

  afterEach(async () => {
    stack.remove();
    await shop.close();
  });

  const counts = async () => {
    const { tokens, refunds, shares } = await shop.ledger();
    return { tokens: tokens.length, refunds: refunds.length, shares: shares.length };
  };

  const noSecretIn = async (text: string) => {
    for (const secret of await shop.secrets()) expect(text).not.toContain(secret);
  };

  it("move there from the dynamic host without a write or a second refund, by settings under merchant:, and not back", async () => {
    stack = new Stack({ CHECKS_HOST: "dynamic" }, { "index.js": PROGRAM });
    stack.drop("Pulumi.yaml");
    stack.write("Pulumi.yaml", withPlugin("name: jobs\nruntime: nodejs\n"));
    await stack.init();
    const { accessToken, secretKey, ...plain } = shop.settings;
    const values = Object.entries(plain).flatMap(([key, value]) => [
      "--plaintext",
      `merchant:${key}=${value}`,
    ]);
    const keys = Object.entries({ accessToken, secretKey }).flatMap(([key, value]) => [
      "--secret",
      `merchant:${key}=${value}`,
    ]);
    succeeded(await stack.pulumi(["config", "set-all", ...values, ...keys]));
    await stack.up();
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 1 });

    const onPlugin = { CHECKS_HOST: "plugin" };
    await shop.admin.clearRequests();
    const preview = await stack.pulumi(["preview", "--diff", "--expect-no-changes"], onPlugin);
    expect(preview.text).toContain("5 unchanged");
    expect(preview.code).toBe(0);
    succeeded(await stack.pulumi(["up", "--yes", "--skip-preview", "--expect-no-changes"], onPlugin));
    expect((await shop.admin.requests()).total).toBe(0);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"], onPlugin));
    const state = await stack.exported();
    expect(state).not.toContain("__provider");
    for (const type of ["PaymentsConfig", "InvoiceShare", "RefundRecord", "RefundAttempt"])
      expect(state).toContain(`checks:payments:${type}`);

    const back = await stack.pulumi(["preview"]);
    expect(back.code).not.toBe(0);
    expect(back.text).toContain("there is no way back to the dynamic host");
    expect((await stack.tryUp()).code).not.toBe(0);

    // A new token by the settings that only the program can tell.
    stack.write("index.js", PROGRAM.replace('"sandbox",', '"sandbox", triggers: ["leak"],'));
    succeeded(await stack.pulumi(["up", "--yes", "--skip-preview", "--replace", REFUND_ROW], onPlugin));
    expect(await counts()).toEqual({ tokens: 2, refunds: 1, shares: 1 });
    succeeded(await stack.pulumi(["destroy", "--yes", "--skip-preview"], onPlugin));
    expect(await counts()).toEqual({ tokens: 2, refunds: 1, shares: 1 });
    await noSecretIn([state, ...stack.output].join("\n"));
  });

  it("have a merchant of their own in an explicit provider, whose keys are in no state or output", async () => {
    stack = new Stack(
      {
        CHECKS_HOST: "plugin",
        SHOP: JSON.stringify(shop.settings),
        MERCHANT_ACCESS_TOKEN: "of-another-merchant",
      },
      { "index.js": EXPLICIT },
    );
    await stack.init();
    const events = await eventsOf(stack, ["up", "--yes", "--skip-preview"]);
    expect(events).toContain("T-SUCCESS");
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 0 });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]));
    await noSecretIn([await stack.exported(), events, ...stack.output].join("\n"));
    await stack.destroy();
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 0 });
  });
});
