import * as pulumi from "@pulumi/pulumi";
import { payments } from "../../../../sdk";
import { inProgram, insideOf } from "../../../support/sdk/program";
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

  it("that leaves the key of both environments to the settings is refused: it would be one key for both", async () => {
    // What an output throws ends a program, and jest with it: here the rule is taken out of its output.
    const rules: ((values: unknown[]) => void)[] = [];
    await inProgram(shop.service, async () => {
      const apply = (rule: (values: unknown[]) => void) => void rules.push(rule);
      const all = jest.spyOn(pulumi, "all").mockReturnValue({ apply } as never);
      new payments.PaymentsConfig("test", { environment: "sandbox" });
      new payments.PaymentsConfig("live", { environment: "production" });
      all.mockRestore();
    });
    const [test, live] = rules;
    expect(() => test?.(["sandbox", undefined])).not.toThrow();
    expect(() => live?.(["production", undefined])).toThrow(
      'PaymentsConfig "live": secretKey: "test" uses the same key for sandbox',
    );
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
});
