import { Stack } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { Shop } from "../support/shop";

onEachHost("what a program in JavaScript gets wrong with payments", (on) => {
  let shop: Shop;
  let stack: Stack;
  beforeEach(async () => {
    shop = await Shop.open();
    stack = new Stack({ ...shop.environment, ...on });
    await stack.init();
  });
  afterEach(async () => {
    stack.remove();
    await shop.close();
  });

  it.each([
    [
      "a property that a Refund does not have",
      'new payments.Refund("chair", { transactionNumber: "T-SUCCESS", amount: 5 })',
      'Refund "chair": amount: there is no such property; the properties are transactionNumber, askAgainAfter.',
    ],
    [
      "a time that is none, beside a number that is not known yet",
      'new payments.Refund("chair", { transactionNumber: pulumi.output("T-SUCCESS"), askAgainAfter: "today" })',
      'Refund "chair": askAgainAfter: must be the time from the error message, such as 2025-01-31T12:00:00.000Z.',
    ],
    [
      "a function that acts",
      'payments.refund({ transactionNumber: "T-SUCCESS", confirm: "T-SUCCESS" })',
      "payments.refund: a Pulumi program runs at each preview, up and refresh, and would do this each time. Declare payments.Refund, which does it once; this function is for scripts and servers",
    ],
  ])("is told in one line of its own name, before any request: %s", async (_, code, words) => {
    const program = `const pulumi = require("@pulumi/pulumi"); const { payments } = require("pulumi-checks"); ${code};`;
    stack.write("index.js", program);
    const { code: exit, text } = await stack.preview();
    expect(exit).not.toBe(0);
    expect(text.split("\n").map((line) => line.trim())).toContain(`error: ${words}`);
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+|unhandled exception|RefundAttempt|recordedBy/m);
    expect((await shop.admin.requests()).total).toBe(0);
  });
});
