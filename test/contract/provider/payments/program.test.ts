import * as pulumi from "@pulumi/pulumi";
import { Provider, payments } from "../../../../sdk";
import { deathOf, inProgram, insideOf } from "../../../support/sdk/program";
import { Shop } from "../../../support/shop";

describe("a program with payments", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open();
  });
  afterAll(() => shop.close());

  it("gives its key to the engine as a secret", async () => {
    const secret = jest.spyOn(pulumi, "secret");
    await inProgram(shop.service, async () => {
      const config = new payments.PaymentsConfig("test", { environment: "sandbox", secretKey: "KEY" });
      await insideOf(config.urn);
    });
    expect(secret.mock.calls.map(([value]) => value)).toEqual(["KEY"]);
    secret.mockRestore();
  });

  // What an output throws ends a program, and jest with it: here the rule is taken out of its output.
  const rulesOf = async (ofItsOwn: boolean) => {
    const rules: ((values: unknown[]) => void)[] = [];
    await inProgram(shop.service, async () => {
      const apply = (rule: (values: unknown[]) => void) => void rules.push(rule);
      const options = ["test", "live"].map((name) =>
        ofItsOwn ? { provider: new Provider(name, { merchant: { serviceId: name } }) } : {},
      );
      const all = jest.spyOn(pulumi, "all").mockReturnValue({ apply } as never);
      new payments.PaymentsConfig("test", { environment: "sandbox" }, options[0]);
      new payments.PaymentsConfig("live", { environment: "production" }, options[1]);
      all.mockRestore();
    });
    return rules;
  };

  it("that leaves the key of both environments to the settings is refused: it would be one key for both", async () => {
    const [test, live] = await rulesOf(false);
    expect(() => test?.(["sandbox", undefined])).not.toThrow();
    expect(() => live?.(["production", undefined])).toThrow(
      'PaymentsConfig "live": secretKey: "test" uses the same key for sandbox',
    );
  });

  it("that leaves it to two merchants, each with a provider of its own, is not refused, but with one key of its own it is", async () => {
    const [test, live] = await rulesOf(true);
    for (const [rule, environment] of [
      [test, "sandbox"],
      [live, "production"],
    ] as const)
      expect(() => rule?.([environment, undefined])).not.toThrow();
    expect(() => test?.(["sandbox", "ONE-KEY"])).not.toThrow();
    expect(() => live?.(["production", "ONE-KEY"])).toThrow('"test" uses the same key for sandbox');
  });

  it("exports the screen as files, in the words of the settings", async () => {
    const program = async () => {
      const screen = { titleText: "Corner Shop" };
      const made = new payments.PaymentsConfig("test", { environment: "sandbox", screen });
      return (await insideOf(made.exportScreen("json"))).value;
    };
    const config = { "merchant:packageModeSandbox": "debug" };
    expect(JSON.parse(await inProgram(shop.service, program, { config }))).toMatchObject({
      titleText: "Corner Shop",
    });
  });

  it("exports no screen in a preview that does not know the environment", async () => {
    const shown = (environment: pulumi.Output<"production">) =>
      inProgram(
        shop.service,
        () => {
          const screen = { walletMerchantName: "Corner Shop" };
          const made = new payments.PaymentsConfig("live", { environment, screen });
          return insideOf(made.exportScreen("json"));
        },
        { preview: true, config: { "merchant:packageModeLive": "release" } },
      );
    const unknown = pulumi.output(pulumi.unknown) as pulumi.Output<"production">;
    expect(await shown(unknown)).toMatchObject({ isKnown: false });
    const { value } = await shown(pulumi.output("production" as const));
    expect(JSON.parse(value)).toMatchObject({ packageMode: "release", walletMerchantName: "Corner Shop" });
  });

  describe("whose PaymentsConfig has a provider of its own", () => {
    const exported = (settings?: payments.MerchantOptions) =>
      inProgram(
        shop.service,
        async () => {
          const provider = new Provider("second", { merchant: { packageModeSandbox: "release" } });
          const screen: payments.PaymentsConfigArgs["screen"] = {
            packageMode: "sandbox",
            paymentTypes: ["servicePay"],
          };
          const made = new payments.PaymentsConfig("test", { environment: "sandbox", screen }, { provider });
          return (await insideOf(made.exportScreen("json", settings))).value;
        },
        { config: { "merchant:packageModeSandbox": "debug", "merchant:walletPaymentType": "stackPay" } },
      );

    it("exports the screen in that one's words, and in none of the stack's", async () => {
      expect(JSON.parse(await exported({ packageModeSandbox: "release" }))).toMatchObject({
        packageMode: "release",
        paymentTypes: ["servicePay"],
      });
    });

    it("is refused to export it without them", async () => {
      expect(await deathOf(exported())).toBe(
        'exportScreen: this PaymentsConfig has a provider of its own, whose settings are not the stack\'s. Give those, as in exportScreen("json", { profile: "sadad" })',
      );
    });
  });
});
