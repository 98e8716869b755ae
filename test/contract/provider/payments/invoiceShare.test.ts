import { invoiceShare } from "../../../../provider/payments/invoiceShare/invoiceShare";
import { refusal } from "../../../support/refusal";
import { HURRIED, inShop, SHARE, type Shop } from "../../../support/shop";

const MAIL = { invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" };
const SMS = { invoiceNumber: "INV-2", channel: "sms", receiver: "+974 5555-1234" };

describe("an invoice share", () => {
  let shop: Shop;
  inShop(
    (opened) => {
      shop = opened;
    },
    { merchant: { settings: { sentviaEmail: 3 } } },
  );

  const shares = async () => (await shop.ledger()).shares;
  const create = (args: object, settings = {}) => shop.run(settings).create(invoiceShare, { ...args });

  it.each([
    ["e-mail, which is 3 here", MAIL, { channel: "email", sentvia: 3 }],
    ["SMS, which is 4 here", SMS, { channel: "sms", sentvia: 4 }],
  ])("goes out by %s", async (_, args, entry) => {
    const { id, state } = await create(args);
    expect(id).toBe(args.invoiceNumber);
    expect(state).toMatchObject({ ...args, outcome: "sent", sentAt: expect.any(Number) });
    const { invoiceNumber, receiver } = args;
    expect(await shares()).toEqual([
      { invoicenumber: invoiceNumber, receiver, ...entry, at: expect.any(String) },
    ]);
  });

  it("uses the numbers the other way round where the service does", async () => {
    await shop.admin.merchant({ sentviaEmail: 4 });
    await create(MAIL, { sentViaEmail: "4", sentViaSms: "3" });
    await create(SMS, { sentViaEmail: "4", sentViaSms: "3" });
    expect(await shares()).toMatchObject([
      { channel: "email", sentvia: 4 },
      { channel: "sms", sentvia: 3 },
    ]);
  });

  it("uses the numbers of a profile", async () => {
    await create(MAIL, { sentViaEmail: undefined, sentViaSms: undefined, profile: "sadad" });
    expect(await shares()).toMatchObject([{ channel: "email", sentvia: 3 }]);
  });

  it.each([
    ["sentViaEmail", MAIL],
    ["sentViaSms", SMS],
    ["accessToken", MAIL],
    ["url", MAIL],
  ])("without %s fails before any request and names the setting", async (key, args) => {
    expect(await refusal(create(args, { [key]: undefined }))).toContain(`merchant:${key}: is not set`);
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("is sent once: not by a read, an update without a change, or its end", async () => {
    const made = await create(MAIL);
    expect(await shop.run().read(invoiceShare, made)).toEqual(made);
    expect(await shop.run().update(invoiceShare, made, MAIL)).toEqual(made);
    await shop.run().delete(invoiceShare, made);
    expect(await shop.asked(SHARE)).toBe(1);
  });

  it.each([
    { receiver: "bob@example.com" },
    { channel: "sms", receiver: "55551234" },
    { triggers: ["reminder"] },
  ])("is sent again when the program changes %j", async (change) => {
    const made = await create(MAIL);
    await shop.run().update(invoiceShare, made, { ...MAIL, ...change });
    expect(await shares()).toHaveLength(2);
  });

  it.each([
    ["that the service refuses", { kind: "status", status: 400, body: '{"error":{"message":"no"}}' }],
    ["that the service says it did not do", { kind: "status", status: 200, body: '{"result": false}' }],
  ] as const)("%s is told as not sent", async (_, action) => {
    await shop.admin.faults({ match: { path: "share" }, action });
    expect(await refusal(create(MAIL))).toMatch(/not sent|answered that it did not/);
  });

  it.each(["+974 5555 1234", "00974-5555-1234"])(
    "keeps the number that it goes to (%s) out of the service's words, however those spell it",
    async (receiver) => {
      const message = `receiver 97455551234 (+97455551234, 0097455551234, (974) 555.51.234, 05555-1234, ${receiver}) is not reachable`;
      const body = JSON.stringify({ error: { statusCode: 400, message } });
      await shop.admin.faults({ match: { path: "share" }, action: { kind: "status", status: 400, body } });
      const told = await refusal(create({ ...SMS, receiver }));
      expect(told).toContain("is not reachable");
      expect(told.replaceAll(/\D/g, "")).not.toContain("55551234");
    },
  );

  it("that the service says it did not do is told with its invoice, and is none", async () => {
    const action = { kind: "status", status: 200, body: '{"result": false}' } as const;
    await shop.admin.faults({ match: { path: "share" }, times: 1, action });
    expect(await refusal(create(MAIL))).toBe(
      "sharing invoice INV-1 by e-mail: not sent: the service answered that it did not send it",
    );
  });

  it.each([
    [{ result: false, error: { message: "too many today" } }, "not sent: "],
    [{ error: { message: "too many today" } }, "it is not known whether it was sent: "],
  ])("is told with the reason that the service gives in an answer of 200: %j", async (answer, told) => {
    const action = { kind: "status", status: 200, body: JSON.stringify(answer) } as const;
    await shop.admin.faults({ match: { path: "share" }, times: 1, action });
    const problem = await create(MAIL).then(
      (made) => String(made.problem),
      (error: Error) => error.message,
    );
    expect(problem).toContain(told);
    expect(problem).toContain("(the service said: too many today)");
  });

  it("keeps its receiver and the keys out of the reason in an answer of 200, too", async () => {
    const { accessToken } = shop.keys;
    const message = `${SMS.receiver} (05555-1234) is blocked for ${accessToken}`;
    const body = JSON.stringify({ result: false, error: { message } });
    await shop.admin.faults({
      match: { path: "share" },
      times: 1,
      action: { kind: "status", status: 200, body },
    });
    const told = await refusal(create(SMS));
    expect(told).toContain("is blocked for [secret])");
    expect(told.replaceAll(/\D/g, "")).not.toContain("55551234");
  });

  it("of an invoice that does not exist is told in the service's words", async () => {
    expect(await refusal(create({ ...MAIL, invoiceNumber: "INV-9" }))).toBe(
      "sharing invoice INV-9 by e-mail: not sent: the service answered 404 (the service said: Invoice not found)",
    );
  });

  it.each([
    ["a reset before the effect", { kind: "reset" }, 0],
    ["a reset after the effect", { kind: "reset", when: "after" }, 1],
    ["503 after the effect", { kind: "status", status: 503, when: "after" }, 1],
    ["a timeout", { kind: "stall", ms: 1500, when: "after" }, 1],
    ["half an answer", { kind: "half" }, 1],
  ] as const)("with an unclear answer (%s) is not repeated, and says so", async (_, action, sent) => {
    await shop.admin.faults({ match: { path: "share" }, times: 1, action });
    const made = await create(MAIL, action.kind === "stall" ? HURRIED : {});
    expect(made.problem).toContain("sharing invoice INV-1 by e-mail: it is not known whether it was sent: ");
    expect(made.problem).toContain(
      "it is not sent again automatically. Ask the receiver before you send it again (by changing `triggers`)",
    );
    expect(made.state.outcome).toBe("unknown");
    const run = shop.run();
    const after = await run.update(invoiceShare, made, MAIL);
    expect(run.said.join()).toContain("it is still not known whether it was sent");
    expect(await shares()).toHaveLength(sent);
    await shop.run().update(invoiceShare, after, { ...MAIL, triggers: ["again"] });
    expect(await shares()).toHaveLength(sent + 1);
  });
});
