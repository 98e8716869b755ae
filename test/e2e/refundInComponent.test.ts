import { Stack, succeeded } from "../support/engine";
import { type HostName, onEachHost, withPlugin } from "../support/hosts";
import { Shop } from "../support/shop";

/** A component of the program's own, with the providers that the program gives it. */
const COMPONENT = `
const pulumi = require("@pulumi/pulumi");
const { Provider, payments } = require("pulumi-checks");
class Corner extends pulumi.ComponentResource {
  constructor(name, options) {
    super("shop:index:Corner", name, {}, options);
    const refund = new payments.Refund("chair", { transactionNumber: "T-SUCCESS" }, { parent: this });
    this.outcome = refund.outcome;
    this.registerOutputs({ outcome: this.outcome });
  }
}
`;

const PLAIN = `${COMPONENT}
exports.outcome = new Corner("corner").outcome;
`;

const WITH_PROVIDER = `${COMPONENT}
const { accessToken, ...settings } = JSON.parse(process.env.SHOP);
const shop = new Provider("shop", { merchant: { ...settings, accessToken: pulumi.secret(accessToken) } });
exports.outcome = new Corner("corner", { providers: { checks: shop } }).outcome;
`;

describe("a refund within a component", () => {
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

  const start = async (environment: Record<string, string>, program: string) => {
    const project = withPlugin("name: jobs\nruntime: nodejs\n");
    stack = new Stack(environment, { "index.js": program, "Pulumi.yaml": project });
    await stack.init();
  };

  const isDoneOnce = async () => {
    await stack.up();
    expect((await stack.pulumi(["stack", "output", "outcome"])).text.trim()).toBe("refunded");
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    succeeded(await stack.up("--expect-no-changes"));
    expect((await shop.ledger()).refunds).toHaveLength(1);
  };

  onEachHost("that the settings of the stack serve", (on: { CHECKS_HOST: HostName }) => {
    it("is asked for, once", async () => {
      await start({ ...shop.environment, ...on }, PLAIN);
      await isDoneOnce();
    });
  });

  it("is asked for, once, with the component's own provider, which has its note too", async () => {
    const wrong = { MERCHANT_ACCESS_TOKEN: "of-another-merchant" };
    await start({ CHECKS_HOST: "dynamic", SHOP: JSON.stringify(shop.settings), ...wrong }, WITH_PROVIDER);
    await isDoneOnce();
    expect(await stack.exported()).not.toContain("pulumi:providers:pulumi-nodejs");
  });
});
