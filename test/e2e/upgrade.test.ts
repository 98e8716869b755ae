import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Stack, succeeded } from "../support/engine";
import { GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { copyName, RECORDED, RECORDED_ASSIGNMENT, recordedState } from "../support/recordedState";
import { eachWithScene } from "../support/scene";
import { REFUND, SHARE, Shop, TEST_TOKEN } from "../support/shop";
import { rowsOf } from "../support/stateFile";

/** What made the recorded state. */
const PROGRAM = `
const { Check, ChannelAssignment } = require("pulumi-checks");
const nightly = new Check("nightly", { slug: "nightly", name: process.env.NIGHTLY ?? "Nightly backup", tags: ["prod", "db"], schedule: "30 2 * * *", tz: "Europe/Kiev" });
const plain = new Check("plain", { slug: "plain" });
new Check("named", { slug: "named", timeout: "1h", grace: 3600, methods: "POST", channels: ["Ops mail"], startKw: ["go"] });
new ChannelAssignment("nightly-pager", { check: nightly, channels: ["Pager"] });
exports.pingUrl = nightly.pingUrl;
exports.plain = { uuid: plain.uuid, grace: plain.grace, updateUrl: plain.updateUrl, pauseUrl: plain.pauseUrl, uniqueKey: plain.uniqueKey, timeout: plain.timeout };
`;

async function outputsOf(stack: Stack): Promise<string> {
  return succeeded(await stack.pulumi(["stack", "output", "--show-secrets", "--json"])).text;
}

describe("a state that the version before has written", () => {
  const scene = eachWithScene({ "index.js": PROGRAM });

  it("previews, refreshes and is applied without a change, is updated into the lighter form, and is destroyed", async () => {
    const { stack, service } = scene;
    stack.write("before.json", await recordedState(service));
    succeeded(await stack.pulumi(["stack", "import", "--file", "before.json"]));
    const outputs = await outputsOf(stack);
    for (const args of [
      ["preview", "--diff", "--expect-no-changes"],
      ["preview", "--refresh", "--diff", "--expect-no-changes"],
      ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
      ["up", "--yes", "--skip-preview", "--expect-no-changes"],
    ]) {
      const run = await stack.pulumi(args);
      expect(run.text).toContain("5 unchanged");
      expect(run).toMatchObject({ code: 0 });
    }
    expect(await outputsOf(stack)).toBe(outputs);

    const heavy = JSON.stringify(stack.state().nightly).length;
    const run = succeeded(
      await stack.pulumi(["up", "--yes", "--skip-preview", "--diff"], { NIGHTLY: "Another name" }),
    );
    expect(run.text).toMatch(/1 updated\s+4 unchanged/);
    expect(await service.check("nightly")).toMatchObject({ name: "Another name", grace: 3600 });
    expect(JSON.stringify(stack.state().nightly).length).toBeLessThan(heavy - 400);
    expect(await outputsOf(stack)).toBe(outputs);
    expect(
      await stack.pulumi(["preview", "--refresh", "--diff", "--expect-no-changes"], {
        NIGHTLY: "Another name",
      }),
    ).toMatchObject({ code: 0 });

    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });
});

/** What made the recorded state of payments, and the keys that it was made with. */
const PAYMENTS = `
const { payments } = require("pulumi-checks");
const shop = new payments.PaymentsConfig("shop", { environment: "sandbox", rotateAfter: "36500d", keepPrevious: true, screen: { titleText: process.env.TITLE ?? "Corner Shop", paymentTypes: ["creditCard", "debitCard"], themeColor: "#0F4C81" } });
const chair = new payments.Refund("chair", { transactionNumber: "T-SUCCESS" });
new payments.InvoiceShare("march", { invoiceNumber: "INV-1", channel: "email", receiver: "customer@example.com", triggers: ["first invoice"] });
exports.token = shop.accessToken;
exports.issuedAt = shop.issuedAt;
exports.rotateAt = shop.rotateAt;
exports.outcome = chair.outcome;
exports.reverse = chair.reverseTransactionNumber;
exports.knownAt = chair.knownAt;
`;
const KEYS = {
  serviceId: "recorded-service",
  testKey: "recorded-test-key-000000000000001",
  domain: "shop.example",
};

describe("payments that the version before has written", () => {
  it.each(["dynamic", "plugin"])(
    "are neither asked for again nor changed (%s), whatever is run",
    async (host) => {
      const shop = await Shop.open({ merchant: { keys: KEYS } });
      const stack = new Stack({ ...shop.environment, CHECKS_HOST: host }, { "index.js": PAYMENTS });
      try {
        await stack.init();
        stack.write("before.json", readFileSync(join(__dirname, "states", "paymentsBefore.json"), "utf8"));
        succeeded(await stack.pulumi(["stack", "import", "--file", "before.json"]));
        const outputs = await outputsOf(stack);
        for (const args of [
          ["preview", "--diff"],
          ["up", "--yes", "--skip-preview"],
          ["refresh", "--yes", "--skip-preview"],
        ]) {
          const run = await stack.pulumi([...args, "--expect-no-changes"]);
          expect(run.text).toContain("5 unchanged");
          expect(run).toMatchObject({ code: 0 });
        }
        expect(await outputsOf(stack)).toBe(outputs);
        const run = succeeded(
          await stack.pulumi(["up", "--yes", "--skip-preview"], { TITLE: "Another shop" }),
        );
        expect(run.text).toMatch(/1 updated\s+4 unchanged/);
        expect(await outputsOf(stack)).toBe(outputs);
        const { total, byRoute } = await shop.admin.requests();
        expect({ total, byRoute }).toEqual({ total: 0, byRoute: {} });

        // A replacement gets a new token and shares anew; money goes back once.
        await stack.up("--replace", "**");
        expect((await shop.admin.requests()).byRoute).toEqual({ [TEST_TOKEN]: 1, [SHARE]: 1 });
        expect(JSON.parse(await outputsOf(stack))).toMatchObject({ outcome: "refunded", reverse: "R-36" });

        await stack.destroy();
        expect(await shop.asked(REFUND)).toBe(0);
      } finally {
        stack.remove();
        await shop.close();
      }
    },
  );
});

describe("a large stack that the version before has written", () => {
  /** 201 checks, and assignments of 20. */
  const [COPIES, ASSIGNMENTS] = [67, 20];
  const scene = eachWithScene(GRAPH, { ...ONE_WRITE, CHECKS_HOST: "plugin" });

  it("moves to the plugin without a change or a write; then one change of one field is one write", async () => {
    const { stack, service } = scene;
    stack.write("before.json", await recordedState(service, COPIES, ASSIGNMENTS));
    succeeded(await stack.pulumi(["stack", "import", "--file", "before.json"]));
    const numbers = Array.from({ length: COPIES }, (_, copy) => copy);
    const program: Graph = {
      checks: Object.fromEntries(
        numbers.flatMap((copy) =>
          Object.entries(RECORDED).map(([name, args]) => [
            copyName(name, copy),
            { ...args, slug: copyName(args.slug, copy) },
          ]),
        ),
      ),
      assignments: Object.fromEntries(
        numbers
          .slice(0, ASSIGNMENTS)
          .map((copy) => [
            copyName(RECORDED_ASSIGNMENT.name, copy),
            { of: copyName("nightly", copy), channels: RECORDED_ASSIGNMENT.channels },
          ]),
      ),
    };
    stack.declare(program);
    const before = await service.checks();
    expect(before).toHaveLength(3 * COPIES);
    const ids = () =>
      rowsOf(stack)
        .map(({ id }) => id)
        .sort();
    const recorded = ids();
    expect(recorded).toHaveLength(3 * COPIES + ASSIGNMENTS);

    await service.admin.clearRequests();
    for (const args of [
      ["preview", "--diff"],
      ["up", "--yes", "--skip-preview"],
    ]) {
      const run = await stack.pulumi([...args, "--expect-no-changes"]);
      expect(run.text).toContain(`${3 * COPIES + ASSIGNMENTS + 1} unchanged`);
      expect(run).toMatchObject({ code: 0 });
    }
    expect((await service.admin.requests()).total).toBe(0);
    expect(ids()).toEqual(recorded);
    expect(rowsOf(stack).filter(({ type }) => !type.startsWith("checks:index:"))).toEqual([]);

    const [name] = Object.keys(program.checks).slice(-1) as [string];
    stack.declare({
      ...program,
      checks: { ...program.checks, [name]: { ...RECORDED.nightly, slug: name, desc: "new" } },
    });
    await stack.up();
    const { log } = await service.admin.requestLog();
    expect(log.map(({ method }) => method)).toEqual(["POST"]);
    const changed = before.map((check) => (check.slug === name ? { ...check, desc: "new" } : check));
    expect(await service.checks()).toEqual(changed);
    expect(await stack.refreshPreview("--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
