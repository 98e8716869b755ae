import { interrupt } from "../../../../provider/core/interruption";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { GET, inShop, REFUND, type Shop } from "../../../support/shop";

describe("a refund that begins after the end of the run was announced", () => {
  let shop: Shop;
  inShop((opened) => {
    shop = opened;
  });

  it("is not asked for, and its transaction is not looked at", async () => {
    const stack = new RefundStack();
    const run = shop.run();
    await stack.note(run, PAID);
    const looks = await shop.asked(GET);
    interrupt(true);
    expect(await stack.ask(run, PAID)).toContain("interrupted while waiting. Run again to continue");
    expect(stack.outcome).toBe("notRefunded");
    expect(await shop.asked(GET)).toBe(looks);
    expect(await shop.asked(REFUND)).toBe(0);
  });
});
