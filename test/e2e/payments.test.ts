import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { compiled } from "../support/compiledProgram";
import { Stack, succeeded } from "../support/engine";
import { eventsOf } from "../support/eventLog";
import { Shop } from "../support/shop";

const EXAMPLE = join(__dirname, "..", "..", "examples", "payments");

/** A program whose configuration stands in `config.json`. */
const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const { payments } = require("pulumi-checks");
const config = new payments.PaymentsConfig("shop", JSON.parse(require("fs").readFileSync("config.json", "utf8")));
exports.token = config.accessToken;
exports.previous = config.previousAccessToken;
exports.issuedAt = config.issuedAt;
exports.rotateAt = config.rotateAt;
`;

const TWICE = `
const { payments } = require("pulumi-checks");
for (const name of ["chair", "table"]) new payments.Refund(name, { transactionNumber: "T-SUCCESS" });
`;

const ONE_KEY = `
const { payments } = require("pulumi-checks");
new payments.PaymentsConfig("test", { environment: "sandbox", secretKey: "ONE-KEY" });
new payments.PaymentsConfig("live", { environment: "production", secretKey: "ONE-KEY" });
`;

describe("payments on the real engine", () => {
  let shop: Shop;
  let stack: Stack;
  beforeEach(async () => {
    shop = await Shop.open();
  });
  afterEach(async () => {
    stack.remove();
    await shop.close();
  });

  const counts = async () => {
    const { tokens, refunds, shares } = await shop.ledger();
    return { tokens: tokens.length, refunds: refunds.length, shares: shares.length };
  };
  const outputs = async () =>
    JSON.parse((await stack.pulumi(["stack", "output", "--json", "--show-secrets"])).text) as Record<
      string,
      unknown
    >;

  it("examples/payments: a token in a secret, constants of the screen, a refund and a share, each once", async () => {
    const [project = "", program = ""] = ["Pulumi.yaml", "index.ts"].map((file) =>
      readFileSync(join(EXAMPLE, file), "utf8"),
    );
    // Its types are checked by `test/unit/docs/examples.test.ts`.
    stack = new Stack({}, { "Pulumi.yaml": project, "index.js": compiled(program) });
    await stack.init();
    const { accessToken, secretKey, ...plain } = shop.settings;
    const configured = Object.entries(plain).flatMap(([key, value]) => [
      "--plaintext",
      `merchant:${key}=${value}`,
    ]);
    succeeded(
      await stack.pulumi([
        ...["config", "set-all", ...configured],
        ...["--secret", `merchant:accessToken=${accessToken}`, "--secret", `merchant:secretKey=${secretKey}`],
      ]),
    );

    expect((await stack.pulumi(["preview"])).code).toBe(0);
    expect(await counts()).toEqual({ tokens: 0, refunds: 0, shares: 0 });

    const events = await eventsOf(stack, ["up", "--yes"]);
    expect(events).toContain("T-SUCCESS");
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 1 });
    const [token] = (await shop.ledger()).tokens;
    expect(token?.kind).toBe("sandbox");

    for (const args of [
      ["preview", "--expect-no-changes"],
      ["up", "--yes", "--skip-preview", "--expect-no-changes"],
      ["refresh", "--yes", "--expect-no-changes"],
    ]) {
      expect(await stack.pulumi(args)).toMatchObject({ code: 0 });
    }
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 1 });
    const shown = (await stack.pulumi(["stack", "output", "--json"])).text;
    expect(JSON.parse(shown)).toMatchObject({
      accessToken: "[secret]",
      refunded: "refunded",
      reverseTransaction: (await shop.ledger()).refunds[0]?.reverseTransactionno,
      tableIsPaid: true,
    });

    const app = ["payment_screen.json", "payment_screen.dart", "paymentScreen.ts"].map((file) =>
      readFileSync(join(stack.folder, "app", file), "utf8"),
    );
    for (const text of app) expect(text).toContain("Merchant_Name");
    const everything = [await stack.exported(), events, ...app, ...stack.output].join("\n");
    for (const secret of await shop.secrets()) expect(everything).not.toContain(secret);

    const destroyed = await stack.destroy();
    expect(destroyed.text).toContain("refund of T-SUCCESS: removed from the state only");
    expect(await counts()).toEqual({ tokens: 1, refunds: 1, shares: 1 });
  });

  it("a token is renewed by an update when triggers or the key change or its time is over, and only then", async () => {
    const { liveKey, testKey } = shop.keys;
    const args = { environment: "sandbox", secretKey: testKey, keepPrevious: true };
    stack = new Stack(
      { ...shop.environment, MERCHANT_SECRET_KEY: "" },
      { "index.js": PROGRAM, "config.json": JSON.stringify(args) },
    );
    await stack.init();
    await stack.up();
    const first = await outputs();
    expect(first).toMatchObject({ token: (await shop.ledger()).tokens[0]?.accessToken });
    expect(first.rotateAt).toBeUndefined();

    const changed = { ...args, triggers: ["leak of 21 November"], rotateAfter: 1 };
    stack.write("config.json", JSON.stringify(changed));
    const update = await stack.up();
    expect(update.text).toMatch(/PaymentsConfig shop updated/);
    expect(update.text).not.toContain("replaced");
    const second = await outputs();
    expect(second).toMatchObject({ previous: first.token, rotateAt: Number(second.issuedAt) + 1 });
    expect(second.token).not.toBe(first.token);
    expect(await counts()).toMatchObject({ tokens: 2 });

    await setTimeout(Math.max(0, Number(second.rotateAt) * 1000 - Date.now()));
    const overdue = await stack.preview();
    expect(overdue.text).toMatch(/the token is \d+ s old, and rotateAfter is 1 s; an up gets a new token/);
    expect(overdue.text).toContain("1 to update");
    const refresh = await stack.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(succeeded(refresh).text).toContain("an up gets a new token");
    const refreshed = await stack.exported();
    expect(await counts()).toMatchObject({ tokens: 2 });
    stack.write("config.json", JSON.stringify({ ...changed, rotateAfter: "30d" }));
    await stack.up();
    expect(await outputs()).toMatchObject({ token: second.token, previous: first.token });
    expect(await counts()).toMatchObject({ tokens: 2 });

    stack.write("config.json", JSON.stringify({ environment: "production", secretKey: liveKey }));
    await stack.up();
    const { tokens } = await shop.ledger();
    expect(tokens.map(({ kind }) => kind)).toEqual(["sandbox", "sandbox", "production"]);
    expect(await outputs()).toMatchObject({ token: tokens[2]?.accessToken });

    stack.write(
      "config.json",
      JSON.stringify({ environment: "sandbox", secretKey: liveKey, triggers: ["x"] }),
    );
    const refused = await stack.tryUp();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain("the service refused the service id, the secret key or the domain");
    expect(refused.text).not.toMatch(/^\s+at .*:\d+:\d+/m);

    const printed = stack.output.filter((text) => !text.includes('"token"'));
    const everything = [await stack.exported(), refreshed, ...printed].join("\n");
    for (const secret of await shop.secrets()) expect(everything).not.toContain(secret);
  });

  it("what a program gets wrong is told in the preview, before any request, without a stack or a value", async () => {
    const wrong = {
      environment: "sandbox",
      secretKey: "SECRET KEY",
      domian: "shop.example.com",
      screen: { packageMode: "live", walletMerchantID: "42", themeColor: "blue" },
    };
    stack = new Stack(shop.environment, { "index.js": PROGRAM, "config.json": JSON.stringify(wrong) });
    await stack.init();
    const { code, text } = await stack.preview();
    expect(code).not.toBe(0);
    expect(text).toContain("secretKey: must consist of one or more visible ASCII characters");
    expect(text).toContain("domian: there is no such property; the properties are");
    expect(text).toContain("screen.themeColor: must be a colour as #RRGGBB");
    expect(text).not.toContain("SECRET KEY");
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("a program that refunds a transaction twice, or uses one key for sandbox and production, is refused", async () => {
    stack = new Stack(shop.environment, { "index.js": TWICE });
    await stack.init();
    const { code, text } = await stack.preview();
    expect(code).not.toBe(0);
    expect(text).toMatch(
      /Refund "(chair|table)": transactionNumber: the Refund "(chair|table)" of this program has the same/,
    );
    stack.write("index.js", ONE_KEY);
    const oneKey = await stack.preview();
    expect(oneKey.code).not.toBe(0);
    // The program says it, or the provider where the engine hears that one first; it also hears "live" first at times.
    expect(oneKey.text).toMatch(
      /(PaymentsConfig "live": secretKey: "test" uses the same key for sandbox|resource 'live' has a problem: secretKey: "test" uses the same key for sandbox|resource 'test' has a problem: secretKey: "live" uses the same key for production)\. A test key belongs to sandbox/,
    );
    expect(oneKey.text).not.toContain("ONE-KEY");
    expect((await shop.admin.requests()).total).toBe(0);
  });
});
