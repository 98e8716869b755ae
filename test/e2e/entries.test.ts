import { Stack } from "../support/engine";
import { Service } from "../support/service";
import { Shop } from "../support/shop";
import { checkRowsOf } from "../support/stateFile";

/** An ES module with resources of two entries, of which one needs the other's. */
const PROGRAM = `
import { ChannelAssignment, Check, withDefaults } from "pulumi-checks";
import { PaymentsConfig } from "pulumi-checks/payments";
withDefaults({ tags: ["prod"] });
const backup = new Check("backup", { slug: process.env.SLUG });
export const shop = new PaymentsConfig("shop", { environment: "sandbox", secretKey: process.env.KEY }, { dependsOn: backup }).environment;
new ChannelAssignment("pager", { check: backup, channels: ["Pager"] }, { dependsOn: backup });
`;

describe("two stacks at the same time, whose programs import two entries of the package", () => {
  it("keep their defaults, and have one check each, also when the merchant fails between", async () => {
    const [service, shop] = [await Service.start(), await Shop.open()];
    const stacks = ["one", "two"].map(
      (SLUG) =>
        new Stack(
          {
            ...service.environment,
            ...shop.environment,
            SLUG,
            KEY: shop.keys.testKey,
            MERCHANT_DEADLINE_SECONDS: "2",
          },
          { "index.js": PROGRAM },
        ),
    );
    try {
      for (const stack of stacks) {
        stack.patchPackage({ type: "module" });
        await stack.init();
      }
      await shop.admin.faults({ match: {}, action: { kind: "status", status: 503 } });
      for (const { code, text } of await Promise.all(stacks.map((stack) => stack.tryUp()))) {
        expect(code).not.toBe(0);
        expect(text).toMatch(/PaymentsConfig shop \*\*creating failed\*\* error: .*the service answered 503/);
        expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
        expect(text).not.toContain("is loaded from");
      }
      const made = await service.checks();
      expect(made.map(({ slug, tags }) => [slug, tags]).sort()).toEqual([
        ["one", "prod"],
        ["two", "prod"],
      ]);
      await shop.admin.clearFaults();
      await Promise.all(stacks.map((stack) => stack.up()));
      expect((await service.checks()).map(({ uuid }) => uuid).sort()).toEqual(
        made.map(({ uuid }) => uuid).sort(),
      );
      for (const stack of stacks) {
        expect(checkRowsOf(stack)).toHaveLength(1);
        expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
        expect(await stack.exported()).not.toContain(shop.keys.accessToken);
      }
      await Promise.all(stacks.map((stack) => stack.destroy()));
      expect(await service.checks()).toEqual([]);
    } finally {
      for (const stack of stacks) stack.remove();
      await Promise.all([service.stop(), shop.close()]);
    }
  });
});
