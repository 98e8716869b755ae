import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ChecksError } from "../../../../provider/core/errors";
import { RunRecord } from "../../../../provider/core/runRecord";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { invoiceShare } from "../../../../provider/payments/invoiceShare/invoiceShare";
import { merchantOf } from "../../../../provider/payments/merchant";
import { paymentsConfig } from "../../../../provider/payments/paymentsConfig/paymentsConfig";
import { refund } from "../../../../provider/payments/refund/refund";
import { refundAttempt } from "../../../../provider/payments/refund/refundAttempt";
import { itTellsSocketsApart, listening } from "../../../support/listening";
import { withoutBackOff } from "../../../support/provider/backOff";
import { PAID, RefundStack } from "../../../support/provider/refundStack";
import { refusal } from "../../../support/refusal";
import { inNaiveShop, REFUND, Shop } from "../../../support/shop";

describe("the record of a refund", () => {
  withoutBackOff();
  let shop: Shop;
  let stack: RefundStack;
  inNaiveShop((opened) => {
    shop = opened;
    stack = new RefundStack();
  });

  it.each([
    ["refund", refund],
    ["attempt", refundAttempt],
  ])("cannot become that of another transaction, which the preview says (%s)", async (_, definition) => {
    const [problem, ...others] = shop
      .run()
      .objections(definition, { ...PAID }, { transactionNumber: "T-CENTS" });
    expect(others).toEqual([]);
    expect(problem).toContain(
      "transactionNumber: this is the record of the refund of T-SUCCESS, and cannot become the record of T-CENTS. Name each Refund after its transaction",
    );
    expect(shop.run().objections(definition, { ...PAID }, { ...PAID })).toEqual([]);
    expect(shop.run().objections(definition, { ...PAID }, { transactionNumber: UNKNOWN })).toEqual([]);
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("cannot get another name without an alias, which the preview says", () => {
    const olds = { ...PAID, recordedBy: "checks:Refund::chair" };
    const news = { ...PAID, recordedBy: "checks:Refund::sofa" };
    expect(shop.run().objections(refundAttempt, olds, news)).toEqual([
      'transactionNumber: the refund of T-SUCCESS is recorded by the Refund "chair" (checks:Refund::chair). Keep that name, or declare that this one is the same with the option aliases: [{ name: "chair" }]',
    ]);
    const aliased = { ...news, formerly: ["checks:Refund::chair"] };
    expect(shop.run().objections(refundAttempt, olds, aliased)).toEqual([]);
    expect(shop.run().objections(refundAttempt, { ...PAID }, news)).toEqual([]);
  });

  it("cannot get another parent without an alias, for which its name is not enough", () => {
    const olds = { ...PAID, recordedBy: "checks:Refund::chair" };
    const news = { ...PAID, recordedBy: "shop:Corner$checks:Refund::chair", formerly: [] };
    const run = shop.run();
    run.session.stack = "jobs/dev";
    expect(run.objections(refundAttempt, olds, news)).toEqual([
      'transactionNumber: the refund of T-SUCCESS is recorded by the Refund "chair" (checks:Refund::chair), which has other parents. Keep those parents, or declare that this one is the same with the option aliases: ["urn:pulumi:dev::jobs::checks:Refund::chair"]',
    ]);
    const aliased = { ...news, formerly: ["checks:Refund::chair"] };
    expect(run.objections(refundAttempt, olds, aliased)).toEqual([]);
  });

  it("is kept in a replacement too, in which only the program knows what the state has", () => {
    const recordedBy = "checks:Refund::chair";
    const objections = (before: object) =>
      shop.run().objections(refundAttempt, {}, { ...PAID, recordedBy, formerly: [], before });
    expect(objections({ transactionNumber: "T-CENTS" }).join()).toContain(
      "this is the record of the refund of T-CENTS, and cannot become the record of T-SUCCESS",
    );
    expect(objections({ recordedBy: "checks:Refund::sofa" }).join()).toContain(
      'the refund of T-SUCCESS is recorded by the Refund "sofa"',
    );
    expect(objections({ ...PAID, recordedBy })).toEqual([]);
  });

  it("is known by its attempt where the program cannot tell its number, which is a secret", async () => {
    await stack.up(shop.run(), PAID);
    const { transactionNumber: _, ...told } = stack.refund?.state ?? {};
    const attempt = stack.attempt?.state.attempt;
    const replaced = (row: object) => {
      const run = shop.run();
      run.objections(refundAttempt, {}, { ...PAID, before: { attempt, refund: JSON.stringify(row) } });
      return run.create(refund, { ...PAID, attempt });
    };
    expect((await replaced(told)).state).toEqual(stack.refund?.state);
    const ofAnother = { ...told, attempt: { at: "2020-01-01T00:00:00.000Z" } };
    expect((await replaced(ofAnother)).problem).toContain("it is not known whether the money was given back");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("says that it leaves, also when it is only the note that the refund may have been asked for", async () => {
    await stack.note(shop.run(), PAID);
    const run = shop.run();
    await stack.forget(run);
    expect(run.said.join()).toContain(
      "refund of T-SUCCESS: removed from the state only; this was the record that it may have been requested",
    );
  });

  it("says once that it leaves, with what became of it, where its note leaves too", async () => {
    await stack.up(shop.run(), PAID);
    const run = shop.run();
    await stack.forget(run);
    expect(run.said).toEqual([
      expect.stringContaining("removed from the state only; the money stays refunded"),
    ]);
  });

  it("and its note can be removed where no folder can be written, each by itself", async () => {
    await stack.up(shop.run(), PAID);
    const withoutFolder = () => {
      const run = shop.run({}, randomUUID());
      const merchant = merchantOf(run.session);
      jest.spyOn(merchant, "machineFolder").mockRejectedValue(new ChecksError({ reason: "no folder" }));
      return run;
    };
    const { attempt, refund: made } = stack;
    if (!attempt || !made) throw new Error("nothing was made");
    await withoutFolder().delete(refundAttempt, attempt);
    await withoutFolder().delete(refund, made);
    const asking = new RefundStack();
    expect(await refusal(asking.up(withoutFolder(), PAID))).toContain("no folder");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("and its note stay where the run cannot tell its other processes that they leave, which it says", async () => {
    await stack.up(shop.run(), PAID);
    const run = shop.run({}, randomUUID());
    jest.spyOn(merchantOf(run.session), "machineFolder").mockResolvedValue("/nowhere/refunds");
    const { attempt, refund: made } = stack;
    if (!attempt || !made) throw new Error("nothing was made");
    for (const removing of [run.delete(refundAttempt, attempt), run.delete(refund, made)])
      expect(await refusal(removing)).toBe(
        "refund of T-SUCCESS: its record stays in the state, because its removal cannot be noted in /nowhere/refunds (ENOENT). Free disk space there, or make the folder writable, and run again; no refund was requested",
      );
    expect(await merchantOf(run.session).records.find("refund", "T-SUCCESS")).toMatchObject({
      isRemoved: false,
    });
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("says that no refund was requested, and that it is safe to run again, where its turn cannot be noted", async () => {
    const run = shop.run();
    jest.spyOn(merchantOf(run.session), "machineFolder").mockResolvedValue("/nowhere/refunds");
    stack.attempt = await run.create(refundAttempt, { ...PAID });
    expect(await stack.ask(run, PAID)).toContain(
      "refund of T-SUCCESS: not refunded: its turn cannot be recorded in /nowhere/refunds (ENOENT), so no refund was requested",
    );
    expect(stack.outcome).toBe("notRefunded");
    expect(await shop.asked(REFUND)).toBe(0);
    expect(await stack.up(shop.run(), PAID)).toBeUndefined();
    expect(stack.outcome).toBe("refunded");
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("does not begin where the other processes of the run cannot be told, which says that it is safe, and what to do", async () => {
    const run = shop.run({}, randomUUID());
    // Below a file nobody can make a folder, whoever runs the tests.
    const record = new RunRecord(randomUUID(), run.session.log, join(__filename, "run"));
    Object.assign(run.session, { record });
    for (let time = 0; time < 2; time += 1)
      expect(await refusal(stack.up(run, PAID))).toMatch(
        /^refund of T-SUCCESS: not refunded: the processes of this run cannot coordinate: their notes in .* cannot be written or read \(ENOTDIR\)\. Free disk space there, or set TMPDIR /,
      );
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("goes on in a replacement whose new row is made by another process than the old one was deleted by", async () => {
    await stack.up(shop.run(), PAID);
    const before = stack.refund?.state;
    const name = randomUUID();
    const [deleting, creating] = [shop.run({}, name), shop.run({}, name)];
    for (let time = 0; time < 2; time += 1) {
      const { attempt, refund: made } = stack;
      if (!attempt || !made) throw new Error("nothing was made");
      await deleting.delete(refundAttempt, attempt);
      stack.attempt = await creating.create(refundAttempt, { ...PAID });
      await deleting.delete(refund, made);
      stack.refund = await creating.create(refund, { ...PAID, attempt: stack.attempt.state.attempt });
      expect(stack.refund.state).toEqual(before);
    }
    expect(await shop.refunds()).toHaveLength(1);
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("of one run says nothing to another run", async () => {
    await stack.up(shop.run(), PAID);
    await stack.forget(shop.run({}, randomUUID()));
    const later = new RefundStack();
    await later.up(shop.run({}, randomUUID()), PAID);
    expect(await shop.refunds()).toHaveLength(2);
  });

  itTellsSocketsApart("of one run says nothing to a later run whose engine has its address", async () => {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    await stack.up(shop.run(), PAID);
    await stack.forget(shop.run({}, address));
    await engine.close();
    const laterEngine = await listening(engine.port);
    await new RefundStack().up(shop.run({}, address), PAID);
    await laterEngine.close();
    expect(await shop.refunds()).toHaveLength(2);
  });

  it("that this run has come across under another name counts before anything is asked", async () => {
    await stack.up(shop.run(), PAID);
    const run = shop.run();
    if (!stack.refund) throw new Error("nothing was made");
    run.claim(refund, stack.refund, PAID);
    const renamed = new RefundStack();
    expect(await renamed.up(run, PAID)).toBeUndefined();
    expect(renamed.refund?.state).toEqual(stack.refund.state);
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("whose note went lost is gone on with where somebody's word for its attempt still stands", async () => {
    const hurried = () => shop.run({ timeoutSeconds: "1" });
    await shop.failNextRefund({ kind: "status", status: 400 });
    await stack.up(hurried(), PAID);
    const again = { ...PAID, askAgainAfter: stack.attemptedAt };
    await stack.up(hurried(), again);
    const run = hurried();
    if (!stack.refund) throw new Error("nothing was made");
    run.claim(refund, stack.refund, again);
    const { attempt } = await run.create(refundAttempt, { ...again }).then(({ state }) => state);
    expect(attempt).toEqual(stack.refund.state.attempt);
    expect(await shop.refunds()).toHaveLength(1);
  });

  it("that nobody knows the end of is not asked for again under an attempt that nobody allowed", async () => {
    await shop.failNextRefund({ kind: "reset" });
    const run = shop.run();
    await stack.up(run, PAID);
    const { refund: unclear } = stack;
    if (!unclear) throw new Error("nothing was made");
    expect(stack.outcome).toBe("unknown");
    // The note of the attempt went lost, and another one begins before the record is come across.
    const next = shop.run();
    stack.attempt = await next.create(refundAttempt, { ...PAID });
    await next.delete(refund, unclear);
    const made = await next.create(refund, { ...PAID, attempt: stack.attempt.state.attempt });
    expect(made.problem).toContain("it is not known whether the money was given back");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("that nobody knows the end of is not asked for again under an attempt that its row does not come before", async () => {
    await shop.failNextRefund({ kind: "reset" });
    await stack.up(shop.run(), PAID);
    const { refund: unclear } = stack;
    if (!unclear) throw new Error("nothing was made");
    // The note of the attempt went lost, and the record stays in the state.
    const next = shop.run();
    stack.attempt = await next.create(refundAttempt, { ...PAID });
    const { problem } = await next.update(refund, unclear, { ...PAID, attempt: stack.attempt.state.attempt });
    expect(problem).toContain("it is not known whether the money was given back");
    expect(await shop.asked(REFUND)).toBe(1);
  });

  it("waits for the earlier attempt by the time that that one had, not by the present one", async () => {
    await stack.note(shop.run({ timeoutSeconds: "2" }), PAID);
    expect(stack.attempt?.state.attempt).toMatchObject({ timeoutSeconds: 2 });
    await stack.up(shop.run(), PAID);
    const run = shop.run({ timeoutSeconds: "1" });
    await stack.up(run, { ...PAID, askAgainAfter: stack.attemptedAt });
    const [, seconds] = /waiting (\d+) s/.exec(run.said.join()) ?? [];
    expect(Number(seconds)).toBeGreaterThan(4);
    expect(stack.outcome).toBe("refunded");
  });

  it.each([
    ["url", undefined],
    ["accessToken", undefined],
    ["refundField", undefined],
  ])("is refused in the preview while merchant:%s is not set, without a request", async (setting, value) => {
    const [problem] = shop.run({ [setting]: value }).objections(refundAttempt, {}, { ...PAID });
    expect(problem).toContain(`merchant:${setting}: is not set`);
    expect(problem).toContain(`pulumi config set`);
    expect(shop.run().objections(refundAttempt, {}, { ...PAID })).toEqual([]);
    expect((await shop.admin.requests()).total).toBe(0);
  });
});

describe("with an address to which keys would travel unencrypted", () => {
  it("what is new fails in the preview, as its up would, and what exists does not", async () => {
    const shop = await Shop.open();
    try {
      const [url, sdkAuthUrl] = ["http://shop.example.com", "http://auth.example.com"];
      const run = shop.run({ url, sdkAuthUrl });
      const sandbox = { environment: "sandbox" };
      const refused = (setting: string) =>
        `merchant:${setting}: http:// would send the API key unencrypted to another machine. Use https://, or set merchant:allowHttp to true if the network is private`;
      expect(run.objections(refundAttempt, {}, { ...PAID })).toEqual([refused("url")]);
      expect(run.objections(invoiceShare, {}, { channel: "sms" })).toEqual([refused("url")]);
      expect(run.objections(paymentsConfig, {}, sandbox)).toEqual([refused("sdkAuthUrl")]);
      expect(run.objections(paymentsConfig, sandbox, sandbox)).toEqual([]);
      const allowed = shop.run({ url, sdkAuthUrl, allowHttp: "true" });
      expect(allowed.objections(refundAttempt, {}, { ...PAID })).toEqual([]);
    } finally {
      await shop.close();
    }
  });
});

describe("without any configuration of the payment service", () => {
  const nothing = Object.fromEntries(
    ["url", "sdkAuthUrl", "accessToken", "secretKey", "serviceId", "domain", "serviceIdField"].map((key) => [
      key,
      undefined,
    ]),
  );

  it("what is new fails in the preview, and what exists does not", async () => {
    const shop = await Shop.open();
    try {
      const run = shop.run(nothing);
      const sandbox = { environment: "sandbox" };
      expect(run.objections(paymentsConfig, {}, sandbox).join()).toContain("merchant:sdkAuthUrl: is not set");
      expect(run.objections(paymentsConfig, sandbox, sandbox)).toEqual([]);
      expect(run.objections(invoiceShare, {}, { channel: "sms" }).join()).toContain(
        "merchant:url: is not set",
      );
      expect(shop.run().objections(paymentsConfig, {}, sandbox)).toEqual([]);
      const given = { ...sandbox, serviceId: "7", secretKey: UNKNOWN, domain: "shop.example.com" };
      const { sdkAuthUrl, serviceIdField } = shop.settings;
      expect(
        shop.run({ ...nothing, sdkAuthUrl, serviceIdField }).objections(paymentsConfig, {}, given),
      ).toEqual([]);
      expect((await shop.admin.requests()).total).toBe(0);
    } finally {
      await shop.close();
    }
  });
});
