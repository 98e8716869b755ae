import { type Form, formsOfRun, RefundProgram } from "../support/campaign/refundProgram";
import type { Run, Stack } from "../support/engine";
import { NAIVE, REFUND, Shop } from "../support/shop";
import { YamlStack } from "../support/yaml";

const NUMBER = "T-SUCCESS";
const DECLARED = [{ name: "chair", transactionNumber: NUMBER }];
const ERROR = '{"error":{"statusCode":400,"name":"Error","message":"no"}}';
/** Far longer than it takes to kill an engine that is seen to ask, also on a busy machine. */
const STALL_MS = 4_000;
const UNKNOWN = "it is not known whether the money was given back: an earlier run, at 20";

const match = { path: "refundTransaction" };

/** Kills the engine of a run when the service has given the money back, which it was asked for so often. */
async function killedWhileAsking(shop: Shop, stack: Stack, up: () => Promise<Run>, asked = 1): Promise<void> {
  await shop.admin.faults({ match, times: 1, action: { kind: "stall", ms: STALL_MS, when: "after" } });
  stack.ownsProcesses = true;
  const killed = up();
  await shop.admin.waitFor(asked, { route: REFUND, timeoutMs: 300_000 });
  stack.kill();
  expect((await killed).code).toBeNull();
  expect(await shop.refunds()).toHaveLength(1);
  await stack.recover();
}

/** The same of the run after one in which the service refused. */
async function killedWhileAskingAgain(shop: Shop, stack: Stack, up: () => Promise<Run>): Promise<void> {
  await shop.admin.faults({ match, times: 1, action: { kind: "status", status: 400, body: ERROR } });
  expect((await up()).text).toContain(`refund of ${NUMBER}: not refunded`);
  await killedWhileAsking(shop, stack, up, 2);
}

describe("a run that is killed while it asks for a refund, at a service that neither marks nor refuses", () => {
  let shop: Shop;
  let end: () => Promise<void>;
  afterEach(() => end());

  const begin = async (form: Form) => {
    const program = await RefundProgram.start({}, form);
    ({ shop } = program);
    end = () => program.end();
    return program;
  };

  const refusedAndKilled = async (form: Form) => {
    const program = await begin(form);
    await killedWhileAskingAgain(shop, program.stack, () => program.up(DECLARED));
    expect(program.rows()).toMatchObject([{ pendingReplacement: true, outputs: { outcome: "notRefunded" } }]);
    return program;
  };

  const givenOnce = async (asked = 2) => {
    expect(await shop.refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(asked);
  };

  it.each(formsOfRun())(
    "again after a refusal, leads to no third request, and the next run says so (%s)",
    async (form) => {
      const program = await refusedAndKilled(form);
      const next = await program.up(DECLARED);
      expect(next.code).not.toBe(0);
      expect(next.text).toContain(UNKNOWN);
      await givenOnce();
      expect((await program.up(DECLARED, "--replace", "**")).code).not.toBe(0);
      await givenOnce();
    },
  );

  it("again after a refusal, leads to no third one when the next run replaces everything, or the provider, and so deletes the record ahead", async () => {
    const everything = await refusedAndKilled("typescript, plugin");
    expect((await everything.up(DECLARED, "--replace", "**")).text).toContain(UNKNOWN);
    await givenOnce();
    await end();

    shop = await Shop.open();
    await shop.admin.merchant(NAIVE);
    const stack = new YamlStack({});
    end = async () => {
      stack.remove();
      await shop.close();
    };
    await stack.init();
    stack.program({
      resources: {
        shop: {
          type: "pulumi:providers:checks",
          properties: { merchant: shop.settings },
          options: { deleteBeforeReplace: true },
        },
        chair: {
          type: "checks:payments:Refund",
          properties: { transactionNumber: NUMBER },
          options: { provider: "${shop}" },
        },
      },
    });
    await killedWhileAskingAgain(shop, stack, () => stack.tryUp());
    const provider = "urn:pulumi:dev::jobs::pulumi:providers:checks::shop";
    const ahead = await stack.tryUp("--replace", provider);
    expect(ahead.text).toContain(
      `refund of ${NUMBER}: removed from the state only; the money was not given back`,
    );
    expect(ahead.text).toContain(UNKNOWN);
    await givenOnce();
  });

  it.each(formsOfRun())(
    "leads to no second request when its note is replaced and that is cut off (%s)",
    async (form) => {
      const program = await begin(form);
      await killedWhileAsking(shop, program.stack, () => program.up(DECLARED));
      await program.cutOff("RefundAttempt");
      expect((await program.up(DECLARED)).text).toContain(UNKNOWN);
      await givenOnce(1);
      expect((await program.up(DECLARED)).code).not.toBe(0);
      await givenOnce(1);
    },
  );
});
