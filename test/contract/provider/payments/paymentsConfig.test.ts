import { paymentsConfig } from "../../../../provider/payments/paymentsConfig/paymentsConfig";
import { withoutBackOff } from "../../../support/provider/backOff";
import { refusal } from "../../../support/refusal";
import { inputsOf, inShop, type Remembered, type Shop, TEST_TOKEN } from "../../../support/shop";

const LIVE_TOKEN = "POST /api-v4/userbusinesses/getsdktoken";
const SANDBOX = { environment: "sandbox" };

describe("a payments configuration", () => {
  withoutBackOff();
  let shop: Shop;
  inShop((opened) => {
    shop = opened;
  }, {});
  afterEach(() => jest.useRealTimers());

  const tokens = async () => (await shop.ledger()).tokens;
  const create = (args: object, settings = {}) => shop.run(settings).create(paymentsConfig, { ...args });
  const update = (made: Remembered, args: object, settings = {}) =>
    shop.run(settings).update(paymentsConfig, made, { ...args });
  const due = (made: Remembered, args: object, settings = {}) =>
    shop.run(settings).due(paymentsConfig, made, { ...args })?.reason;

  it("of the sandbox has a token from the test key, by api-v5", async () => {
    const { state } = await create(SANDBOX);
    expect(await tokens()).toMatchObject([{ kind: "sandbox", accessToken: state.accessToken }]);
    expect(await shop.asked(TEST_TOKEN)).toBe(1);
    expect(state).toMatchObject({ ...SANDBOX, issuedAt: expect.any(Number) });
    expect(Math.abs(Number(state.issuedAt) - Date.now() / 1000)).toBeLessThan(5);
    expect(state.rotateAt).toBeUndefined();
  });

  it("of production has a token from the live key, by api-v4 and without isTest", async () => {
    const { state } = await create({ environment: "production", secretKey: shop.keys.liveKey });
    expect(await tokens()).toMatchObject([{ kind: "production", accessToken: state.accessToken }]);
    expect(await shop.asked(LIVE_TOKEN)).toBe(1);
  });

  it("takes id, key and domain from the program before the settings", async () => {
    const { serviceId, testKey, domain } = shop.keys;
    const wrong = { serviceId: "0", secretKey: "wrong", domain: "wrong.example.com" };
    await create({ ...SANDBOX, serviceId, secretKey: testKey, domain }, wrong);
    expect(await tokens()).toHaveLength(1);
  });

  it("shows nothing of its tokens and inputs in what the service says when it refuses", async () => {
    const { serviceId, testKey, domain } = shop.keys;
    const args = { ...SANDBOX, serviceId, secretKey: testKey, domain, keepPrevious: true };
    const made = await create(args);
    const again = await update(made, { ...args, triggers: [1] });
    const { accessToken, previousAccessToken } = again.state;
    const shown = [serviceId, testKey, domain, accessToken, previousAccessToken, shop.settings.accessToken];
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      times: 1,
      action: {
        kind: "status",
        status: 400,
        body: JSON.stringify({ error: { statusCode: 400, message: `no more than ${shown.join(" and ")}` } }),
        contentType: "application/json",
      },
    });
    // The key in the state has been rotated, in the program and in the settings.
    const rotated = { secretKey: "ANOTHER-KEY" };
    const message = await refusal(update(again, { ...args, ...rotated }, rotated));
    expect(message).toContain("the service said: no more than [secret] and [secret] and [secret]");
    for (const secret of shown) expect(message).not.toContain(secret);
  });

  it("takes a key with a line break at its end, as files and pipes give it", async () => {
    const args = { ...SANDBOX, secretKey: `${shop.keys.testKey}\n` };
    const made = await create(args);
    expect(due(made, args)).toBeUndefined();
    expect(due(made, { ...SANDBOX, secretKey: shop.keys.testKey })).toBeUndefined();
  });

  it("takes an id and a domain with a line break at their end in the same way, and no blanks", async () => {
    const { serviceId, domain } = shop.keys;
    const args = { ...SANDBOX, serviceId: `${serviceId}\n`, domain: `${domain}\n` };
    const made = await create(args);
    expect(due(made, args)).toBeUndefined();
    expect(due(made, SANDBOX)).toBeUndefined();
    expect(() => inputsOf(paymentsConfig, { ...SANDBOX, serviceId: " ", domain: " " })).toThrow(
      "serviceId: must not be empty; leave it out to use merchant:serviceId; domain: must not be empty",
    );
  });

  it("uses the field that carries the merchant's id at this service", async () => {
    await shop.admin.merchant({ serviceIdField: "sadadId" });
    await create(SANDBOX, { serviceIdField: undefined, profile: "sadad" });
    expect(await tokens()).toHaveLength(1);
  });

  it.each([
    [
      "serviceIdField",
      "merchant:serviceIdField: is not set; the service's documentation does not show which field",
    ],
    ["serviceId", "merchant:serviceId: is not set"],
    ["secretKey", "merchant:secretKey: is not set"],
    ["domain", "merchant:domain: is not set"],
    ["sdkAuthUrl", "merchant:sdkAuthUrl: is not set"],
  ])("without %s fails before any request and names the setting", async (key, message) => {
    expect(await refusal(create(SANDBOX, { [key]: undefined }))).toContain(message);
    expect((await shop.admin.requests()).total).toBe(0);
  });

  it("says one line when the service refuses, without the key, even if the service repeats it", async () => {
    const message = await refusal(create(SANDBOX, { secretKey: "WRONG-KEY" }));
    expect(message).toContain(
      "getting an SDK token: the service refused the service id, the secret key or the domain",
    );
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      action: { kind: "status", status: 400, body: '{"error": {"message": "no such key: WRONG-KEY\\nx"}}' },
    });
    const told = await refusal(create({ ...SANDBOX, secretKey: "WRONG-KEY" }));
    expect(told).toBe(
      "getting an SDK token: the service answered 400 (the service said: no such key: [secret] x)",
    );
  });

  it.each([
    ["a page", { kind: "html" }],
    ["no token", { kind: "status", status: 200, body: '{"token": "x"}' }],
    ["an empty token", { kind: "status", status: 200, body: '{"accessToken": ""}' }],
    ["nothing", { kind: "empty" }],
  ] as const)("says one line when the answer is %s", async (_, action) => {
    await shop.admin.faults({ match: { path: "getsdktoken" }, action });
    const message = await refusal(create(SANDBOX, { deadlineSeconds: "1" }));
    expect(message).toMatch(/^getting an SDK token: the answer was (empty|JSON, but not)/);
  });

  it("has no token where the service gives nothing but blanks", async () => {
    const body = JSON.stringify({ accessToken: "   " });
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      action: { kind: "status", status: 200, body },
    });
    expect(await refusal(create(SANDBOX))).toContain(
      "getting an SDK token: the answer was JSON, but not what the service's API promises in accessToken",
    );
  });

  it("says nothing of a token that comes with a failure", async () => {
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      action: { kind: "status", status: 500, body: '{"accessToken": "LEAKED"}' },
    });
    const run = shop.run({ deadlineSeconds: "1" });
    const message = await refusal(run.create(paymentsConfig, SANDBOX));
    expect([message, ...run.said].join("\n")).not.toContain("LEAKED");
  });

  it("asks again after a passing failure, since a token more does no harm", async () => {
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      times: 2,
      action: { kind: "status", status: 503 },
    });
    const { state } = await create(SANDBOX);
    expect(await tokens()).toMatchObject([{ accessToken: state.accessToken }]);
  });

  describe("gets a new token", () => {
    it.each([
      ["triggers", { triggers: ["leak"] }],
      ["the service id", { serviceId: "x" }],
      ["the domain", { domain: "x.example.com" }],
      ["the key", { secretKey: "x" }],
      ["the environment", { environment: "production" }],
    ])("when %s changes", async (_, change) => {
      const made = await create(SANDBOX);
      expect(due(made, { ...SANDBOX, ...change })).toContain("an up gets a new token");
      await update(made, { ...SANDBOX, ...change }).catch(() => undefined);
      const { byRoute } = await shop.admin.requests();
      expect((byRoute[TEST_TOKEN] ?? 0) + (byRoute[LIVE_TOKEN] ?? 0)).toBe(2);
    });

    it("when the key in the settings is another, as after a rotation of the key", async () => {
      const made = await create(SANDBOX);
      expect(due(made, SANDBOX, { secretKey: "rotated" })).toContain(
        "secretKey or domain is not what the token was issued for",
      );
    });

    it("when another service gives tokens, and not where that one is spelled otherwise, is not known, or nobody noted it", async () => {
      const made = await create(SANDBOX);
      const url = String(shop.settings.sdkAuthUrl);
      const elsewhere = { sdkAuthUrl: "https://user:pass@other.example.com/auth" };
      expect(due(made, SANDBOX, elsewhere)).toBe(
        `payments configuration: the token was issued by ${url}, and merchant:sdkAuthUrl is now https://other.example.com/auth; an up gets a new token`,
      );
      for (const sdkAuthUrl of [`${url.toUpperCase()}/`, undefined])
        expect(due(made, SANDBOX, { sdkAuthUrl })).toBeUndefined();
      const { __issuedBy: _, ...ofEarlierVersion } = made.state;
      expect(due({ ...made, state: ofEarlierVersion }, SANDBOX, elsewhere)).toBeUndefined();
      const kept = await update(made, { ...SANDBOX, screen: { titleText: "Corner Shop" } });
      expect(kept.state).toMatchObject({ __issuedBy: url, accessToken: made.state.accessToken });
      const secret = url.replace("//", "//user:pass@");
      expect((await create(SANDBOX, { sdkAuthUrl: secret })).state.__issuedBy).toBe(url);
    });

    it("when rotateAfter has passed, once, and keeps the old one if asked to", async () => {
      const args = { ...SANDBOX, rotateAfter: "1d", keepPrevious: true };
      const made = await create(args);
      expect(made.state.rotateAt).toBe(Number(made.state.issuedAt) + 86_400);
      expect(due(made, args)).toBeUndefined();
      jest.spyOn(Date, "now").mockReturnValue(Number(made.state.rotateAt) * 1000);
      expect(due(made, args)).toBe(
        "payments configuration: the token is 86400 s old, and rotateAfter is 86400 s; an up gets a new token",
      );
      const renewed = await update(made, args);
      const [first, second] = await tokens();
      expect(renewed.state).toMatchObject({
        accessToken: second?.accessToken,
        previousAccessToken: first?.accessToken,
        rotateAt: Number(made.state.rotateAt) + 86_400,
      });
      expect(due(renewed, args)).toBeUndefined();
      await update(renewed, args);
      expect(await tokens()).toHaveLength(2);
    });

    it("when a shorter rotateAfter has passed already", async () => {
      const made = await create({ ...SANDBOX, rotateAfter: 3600 });
      jest.spyOn(Date, "now").mockReturnValue((Number(made.state.issuedAt) + 600) * 1000);
      expect(due(made, { ...SANDBOX, rotateAfter: 3600 })).toBeUndefined();
      expect(due(made, { ...SANDBOX, rotateAfter: "5m" })).toContain("the token is 600 s old");
    });
  });

  it("asks for no token when something else changes, when it is read, or deleted", async () => {
    const made = await create({ ...SANDBOX, rotateAfter: "30d", keepPrevious: true });
    const args = { ...SANDBOX, rotateAfter: "60d", screen: { titleText: "Corner Shop" } };
    expect(due(made, args)).toBeUndefined();
    const changed = await update(made, args);
    expect(changed.state).toMatchObject({
      accessToken: made.state.accessToken,
      issuedAt: made.state.issuedAt,
      rotateAt: Number(made.state.issuedAt) + 60 * 86_400,
      screen: { titleText: "Corner Shop", walletMerchantID: "123456789" },
    });
    expect(await shop.run().read(paymentsConfig, changed)).toEqual(changed);
    await shop.run().delete(paymentsConfig, changed);
    expect(await tokens()).toHaveLength(1);
    expect((await shop.admin.requests()).total).toBe(1);
  });

  it("forgets the token before when it is not to be kept any more", async () => {
    const made = await create({ ...SANDBOX, keepPrevious: true });
    const rotated = await update(made, { ...SANDBOX, keepPrevious: true, triggers: ["x"] });
    expect(rotated.state.previousAccessToken).toBe(made.state.accessToken);
    const kept = await update(rotated, { ...SANDBOX, keepPrevious: true, triggers: ["x"] });
    expect(kept.state.previousAccessToken).toBe(made.state.accessToken);
    const forgotten = await update(rotated, { ...SANDBOX, triggers: ["x"] });
    expect(forgotten.state).not.toHaveProperty("previousAccessToken");
  });

  it("keeps the token before also where the service gives the present one once more", async () => {
    const args = { ...SANDBOX, keepPrevious: true };
    const made = await create(args);
    const rotated = await update(made, { ...args, triggers: ["x"] });
    const body = JSON.stringify({ accessToken: rotated.state.accessToken });
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      times: 1,
      action: { kind: "status", status: 200, body, contentType: "application/json" },
    });
    const same = await update(rotated, { ...args, triggers: ["y"] });
    expect(same.state).toMatchObject({
      accessToken: rotated.state.accessToken,
      previousAccessToken: made.state.accessToken,
    });
  });

  it("is shown as unchanged in a preview that may not see the keys", async () => {
    const made = await create(SANDBOX);
    expect(due(made, SANDBOX, { secretKey: undefined })).toBeUndefined();
  });
});
