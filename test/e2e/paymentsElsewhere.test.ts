/** A refund that one service made, where `merchant:url` leads to another one, on the real engine. */

import { refundUrn } from "../support/campaign/refundProgram";
import { Stack, succeeded } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { REFUND, Shop } from "../support/shop";

const PROGRAM = `
const { payments } = require("pulumi-checks");
exports.outcome = new payments.Refund("chair", { transactionNumber: "T-SUCCESS" }).outcome;
`;

onEachHost("a refund that the sandbox made, beside the live service", (on) => {
  let sandbox: Shop;
  let live: Shop;
  let stack: Stack;

  beforeEach(async () => {
    [sandbox, live] = [await Shop.open(), await Shop.open()];
    for (const shop of [sandbox, live]) await shop.admin.merchant({ doubleRefunds: true });
    stack = new Stack({ ...sandbox.environment, ...on }, { "index.js": PROGRAM });
    await stack.init();
    await stack.up();
    expect(await sandbox.asked(REFUND)).toBe(1);
  });
  afterEach(async () => {
    stack.remove();
    for (const shop of [sandbox, live]) await shop.close();
  });

  /** A command of a program whose settings are the live service's. */
  const there = (args: string[], more: Record<string, string> = {}) =>
    stack.pulumi(args, { ...live.environment, ...more });

  it("is refused there by preview, up and replacement, and nothing is asked", async () => {
    const replaced = ["--replace", refundUrn(stack.host, "Refund", "chair")];
    for (const args of [
      ["preview"],
      ["up", "--yes", "--skip-preview"],
      ["up", "--yes", "--skip-preview", ...replaced],
    ]) {
      const { code, text } = await there(args);
      expect(code).not.toBe(0);
      expect(text).toContain(
        `the refund of T-SUCCESS was recorded on ${sandbox.settings.url}, but the configured service is ${live.settings.url}`,
      );
      expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    }
    expect((await live.admin.requests()).total).toBe(0);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(await sandbox.asked(REFUND)).toBe(1);
  });

  it("counts there when that is said to be the same service, and goes from the state without a request", async () => {
    const same = { MERCHANT_FORMER_URL: `${sandbox.settings.url}/` };
    expect((await there(["preview", "--expect-no-changes"], same)).code).toBe(0);
    succeeded(await there(["up", "--yes", "--skip-preview", "--expect-no-changes"], same));
    succeeded(await there(["destroy", "--yes", "--skip-preview"]));
    expect((await live.admin.requests()).total).toBe(0);
    expect(await sandbox.asked(REFUND)).toBe(1);
  });
});
