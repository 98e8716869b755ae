import { formsOfRun, RefundProgram } from "../support/campaign/refundProgram";
import { succeeded } from "../support/engine";
import { NAIVE, REFUND, Shop } from "../support/shop";
import { YamlStack } from "../support/yaml";

const NUMBER = "T-SUCCESS";
const DECLARED = [{ name: "chair", transactionNumber: NUMBER }];

const IN_TYPESCRIPT = `
const { payments } = require("pulumi-checks");
new payments.Refund("chair", { transactionNumber: "${NUMBER}" });
`;

describe("the record of a refund, at a service that neither marks nor refuses what is refunded", () => {
  let shop: Shop;
  let end: () => Promise<void>;
  afterEach(() => end());

  const refundedOnce = async () => {
    expect(await shop.refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(1);
  };

  it("of a program in TypeScript on the dynamic host holds where that is rewritten in YAML, which the preview refuses without the alias that it tells", async () => {
    shop = await Shop.open();
    await shop.admin.merchant(NAIVE);
    const stack = new YamlStack({ ...shop.environment, CHECKS_HOST: "dynamic" });
    end = async () => {
      stack.remove();
      await shop.close();
    };
    await stack.init();
    for (const name of ["Pulumi.yaml", "index.js"]) stack.drop(name);
    stack.write("Pulumi.yaml", "name: jobs\nruntime: nodejs\n");
    stack.write("index.js", IN_TYPESCRIPT);
    await stack.up();
    await refundedOnce();

    const inYaml = (aliases: string[]) =>
      stack.program({
        resources: {
          chair: {
            type: "checks:payments:Refund",
            properties: { transactionNumber: NUMBER },
            options: { aliases },
          },
        },
        outputs: { outcome: "${chair.outcome}", reverse: "${chair.reverseTransactionNumber}" },
      });
    inYaml([]);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    const [, told = "none"] = /with the option aliases: (\["urn:[^\]]+"\])/.exec(preview.text) ?? [];
    expect(told).toContain("Refund::chair");
    expect((await stack.tryUp()).code).not.toBe(0);
    await refundedOnce();

    inYaml(JSON.parse(told) as string[]);
    await stack.up();
    expect(await stack.outputs()).toEqual({ outcome: "refunded", reverse: expect.any(String) });
    succeeded(await stack.preview("--expect-no-changes"));
    await refundedOnce();
  });

  it.each(formsOfRun())(
    "that is tainted outlives a run that is killed while it replaces it (%s)",
    async (form) => {
      const program = await RefundProgram.start({}, form);
      ({ shop } = program);
      end = () => program.end();
      succeeded(await program.up(DECLARED));
      const known = program.rows()[0]?.outputs;
      expect(known).toMatchObject({ outcome: "refunded", reverseTransactionNumber: expect.any(String) });
      await program.cutOff("Refund");
      succeeded(await program.up(DECLARED));
      expect(program.rows()).toMatchObject([{ outputs: known }]);
      expect(program.rows()[0]).not.toHaveProperty("pendingReplacement");
      await refundedOnce();
    },
  );
});
