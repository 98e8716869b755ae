import { ChecksError } from "../../../../provider/core/errors";
import type { ConfigReader } from "../../../../provider/core/settings";
import { environmentName } from "../../../../provider/core/settings";
import { merchantSettingFields } from "../../../../provider/payments/settingFields";
import {
  type MerchantOptions,
  type NeededSetting,
  readMerchantSettings,
  requireSetting,
} from "../../../../provider/payments/settings";
import { ENTITY_NAMES } from "../../../../provider/payments/transaction/namedSets";

const read = (
  config: Record<string, string> = {},
  environment: NodeJS.ProcessEnv = {},
  given?: MerchantOptions,
) => readMerchantSettings((key) => config[key.replace("merchant:", "")], environment, given);

/** The message of a refusal. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ChecksError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

const NAMED_BY_NOBODY: NeededSetting[] = [
  "serviceIdField",
  "refundField",
  "sentViaEmail",
  "sentViaSms",
  "packageModeSandbox",
  "packageModeLive",
];

describe("the neutral profile", () => {
  it("has the document's own words, and guesses nothing", () => {
    expect(read()).toEqual({
      profile: "neutral",
      userAgent: "pulumi-checks",
      transactionNumberIn: "body",
      memberIdField: "ServiceId",
      walletPaymentType: "servicePay",
      walletMerchantIdParameter: "walletMerchantID",
      walletMerchantNameParameter: "walletMerchantName",
      statusIds: { 3: "Success" },
      modeIds: { 1: "Credit Card" },
      entityIds: { 1: "Invoice" },
      refundShows: false,
      login: false,
      allowHttp: false,
      concurrency: 8,
      timeoutSeconds: 30,
      deadlineSeconds: 180,
    });
  });

  it.each(NAMED_BY_NOBODY)("knows no %s, and what needs it says which setting is missing", (key) => {
    const message = refusal(() => requireSetting(read(), key));
    expect(message).toMatch(
      `configuration: merchant:${key}: is not set; the service's documentation does not show`,
    );
    expect(message).toContain(`\`pulumi config set merchant:${key}\` or ${environmentName(key, "merchant")}`);
  });

  it.each(["url", "sdkAuthUrl", "accessToken", "serviceId", "secretKey", "domain"] as const)(
    "has no %s, which nobody could know",
    (key) => {
      const secret = key === "accessToken" || key === "secretKey" ? "--secret " : "";
      expect(refusal(() => requireSetting(read(), key))).toContain(
        `\`pulumi config set ${secret}merchant:${key}\``,
      );
    },
  );
});

describe("the profile of a service", () => {
  const sadad = (config: Record<string, string> = {}) => read({ profile: "sadad", ...config });

  it("has what is public about it", () => {
    expect(sadad()).toMatchObject({
      sdkAuthUrl: "https://api.sadadqatar.com",
      serviceIdField: "sadadId",
      refundField: "transactionnumber",
      sentViaEmail: 3,
      sentViaSms: 4,
      packageModeSandbox: "debug",
      packageModeLive: "release",
      walletPaymentType: "sadadPay",
      walletMerchantIdParameter: "googleMerchantID",
      walletMerchantNameParameter: "googleMerchantName",
      statusIds: {
        1: "Inprogress",
        2: "Failed",
        3: "Success",
        4: "Refund",
        5: "Pending",
        6: "Onhold",
        7: "Rejected",
      },
      loginPath: "/api/userbusinesses/login",
      modeIds: { 1: "Credit Card", 2: "Debit Card", 3: "Sadad" },
    });
    expect(Object.values(sadad().entityIds)).toEqual(ENTITY_NAMES);
    for (const key of NAMED_BY_NOBODY) expect(requireSetting(sadad(), key)).toBeDefined();
  });

  it("has no address of the merchant operations: live and sandbox are two", () => {
    expect(sadad().url).toBeUndefined();
  });

  it("is overridden by each setting, ids one by one", () => {
    expect(
      sadad({ refundField: "transactionno", statusIds: '{"4": "Returned", "9": "Chargeback"}' }),
    ).toMatchObject({
      refundField: "transactionno",
      serviceIdField: "sadadId",
      statusIds: { 3: "Success", 4: "Returned", 5: "Pending", 9: "Chargeback" },
    });
  });

  it("is refused when half of a pair is overridden and both then mean the same", () => {
    expect(refusal(() => sadad({ sentViaEmail: "4" }))).toBe(
      "configuration: merchant:sentViaEmail: must not mean the same as merchant:sentViaSms. Set both, or neither to use the profile's",
    );
    expect(refusal(() => sadad({ packageModeLive: "debug" }))).toContain(
      "merchant:packageModeSandbox: must not mean the same",
    );
    expect(sadad({ sentViaEmail: "4", sentViaSms: "3" })).toMatchObject({ sentViaEmail: 4, sentViaSms: 3 });
  });
});

describe("a merchant setting", () => {
  it.each([
    ["profile", "sadad"],
    ["url", "https://api.example.com"],
    ["formerUrl", "https://old.example.com"],
    ["sdkAuthUrl", "https://auth.example.com"],
    ["accessToken", "TOKEN"],
    ["login", "true", true],
    ["loginPath", "/api/login"],
    ["serviceId", "42"],
    ["secretKey", "KEY"],
    ["domain", "shop.example.com"],
    ["origin", "https://shop.example.com"],
    ["userAgent", "shop 1.0"],
    ["serviceIdField", "shopId"],
    ["refundField", "transactionno"],
    ["sentViaEmail", "3", 3],
    ["sentViaSms", "4", 4],
    ["packageModeSandbox", "release"],
    ["packageModeLive", "debug"],
    ["transactionNumberIn", "query"],
    ["memberIdField", "ShopId"],
    ["walletPaymentType", "shopPay"],
    ["walletMerchantIdParameter", "vendorMerchantID"],
    ["walletMerchantNameParameter", "vendorMerchantName"],
    ["statusIds", '{"2": "Failed"}', { 2: "Failed", 3: "Success" }],
    ["modeIds", '{"2": "Debit Card"}', { 1: "Credit Card", 2: "Debit Card" }],
    ["entityIds", '{"6": "Order"}', { 1: "Invoice", 6: "Order" }],
    ["refundShows", "true", true],
    ["allowHttp", "true", true],
    ["requestsPerMinute", "7", 7],
    ["concurrency", "7", 7],
    ["timeoutSeconds", "7", 7],
    ["deadlineSeconds", "7", 7],
  ])("%s comes from the call, the environment, or the stack's configuration, in this order", (...row) => {
    const [key, text, value = text] = row;
    const variable = environmentName(key, "merchant");
    expect(variable).toMatch(/^MERCHANT_[A-Z_]+$/);
    const before = read();
    expect(read({ [key]: text })).toMatchObject({ [key]: value });
    expect(read({}, { [variable]: text })).toMatchObject({ [key]: value });
    expect(read({}, {}, { [key]: text })).toMatchObject({ [key]: value });
    expect(read({ [key]: text }, {})).not.toEqual(before);
    tested.add(key);
  });
  const tested = new Set<string>();
  afterAll(() => expect([...tested].toSorted()).toEqual(Object.keys(merchantSettingFields).toSorted()));

  it("of the call goes before the environment, and that before the configuration", () => {
    const [call, environment, config] = [
      "https://a.example.com",
      "https://b.example.com",
      "https://c.example.com",
    ];
    expect(read({ url: config }, { MERCHANT_URL: environment }, { url: call }).url).toBe(call);
    expect(read({ url: config }, { MERCHANT_URL: environment }).url).toBe(environment);
    expect(read({ url: config }, { MERCHANT_URL: "" }).url).toBe(config);
  });

  it.each([
    ["profile", "SECRET", "must be one of neutral, sadad"],
    ["url", "SECRET", "must be an http(s) address"],
    ["url", "https://bob:SECRET@api.example.com", "must not contain a user or password"],
    ["url", "https://SECRET@api.example.com", "must not contain a user or password"],
    ["accessToken", "SECRET TOKEN", "must consist of one or more visible ASCII characters"],
    ["secretKey", "SECRET\nKEY", "must consist of one or more visible ASCII characters"],
    ["serviceIdField", "SECRET-ID", "must be a name of letters, digits and underscores"],
    ["refundField", "SECRET", 'must be "transactionno" or "transactionnumber"'],
    ["sentViaEmail", "5", "must be 3 or 4"],
    ["packageModeLive", "SECRET", 'must be "debug" or "release"'],
    ["transactionNumberIn", "SECRET", 'must be "body" or "query"'],
    ["statusIds", "SECRET", 'must be a map such as {"5": "Pending"}'],
    ["refundShows", "SECRET", "must be true or false"],
    ["userAgent", "SÉCRET", "must consist of one or more visible ASCII characters"],
  ])("%s that is wrong is named, and its value never said", (key, value, reason) => {
    const configured = refusal(() => read({ [key]: value }));
    expect(configured).toContain(`configuration: merchant:${key}: ${reason}`);
    const secret = key === "accessToken" || key === "secretKey" ? "--secret " : "";
    expect(configured).toContain(`Correct it with \`pulumi config set ${secret}merchant:${key}\``);
    const variable = environmentName(key, "merchant");
    expect(refusal(() => read({}, { [variable]: value }))).toContain(`configuration: ${variable}: ${reason}`);
    const given = refusal(() => read({}, {}, { [key]: value } as MerchantOptions));
    expect(given).toContain("Correct it in the call");
    for (const message of [configured, given]) expect(message).not.toMatch(/SECRET|\n/);
  });

  it.each([
    ["url", 5, "must be an http(s) address"],
    ["accessToken", 5, "must be a string"],
    ["serviceId", 7654321, "must be a string"],
    ["loginPath", 5, "must be a path such as /api/userbusinesses/login"],
    ["statusIds", { 5: 5 }, "5: must be the name of this id"],
    ["statusIds", { 5: "" }, "5: must be the name of this id"],
  ])("%s of a call that has another type is refused in words: %j", (key, value, reason) => {
    expect(refusal(() => read({}, {}, { [key]: value } as MerchantOptions))).toBe(
      `configuration: settings.${key}: ${reason}. Correct it in the call`,
    );
  });

  it("are told as what the call names, also where two of them, or another setting, contradict each other", () => {
    const given = { sentViaEmail: 3, sentViaSms: 3 } as const;
    const remedy = "Set both, or neither to use the profile's";
    expect(refusal(() => read({}, {}, given))).toBe(
      `configuration: settings.sentViaEmail of the call: must not mean the same as settings.sentViaSms of the call. ${remedy}`,
    );
    expect(refusal(() => read({ sentViaEmail: "3" }, {}, { sentViaSms: 3 }))).toBe(
      `configuration: merchant:sentViaEmail: must not mean the same as settings.sentViaSms of the call. ${remedy}`,
    );
    const typo = { urll: "https://api.example.com" } as MerchantOptions;
    expect(refusal(() => read({}, {}, typo))).toContain(
      "configuration: settings.urll: there is no such setting",
    );
  });

  it("may have a user and a password in the address for SDK tokens, where no other header is in their place", () => {
    const sdkAuthUrl = "https://bob:pw@auth.example.com";
    expect(read({ sdkAuthUrl }).sdkAuthUrl).toBe(sdkAuthUrl);
  });

  it("that names the documented ids otherwise does not change them", () => {
    expect(read({ statusIds: '{"3": "Failed"}' }).statusIds).toEqual({ 3: "Success" });
  });
});

describe("settings that are nested under checks:merchant", () => {
  const reader = (nested: unknown, bag: Record<string, string> = {}): ConfigReader => {
    const values: Record<string, string> = { ...bag, "checks:merchant": JSON.stringify(nested) };
    return (key) => values[key];
  };

  it("are refused where a number has lost digits of an id, and taken where they are in quotes", () => {
    const id = "1234567890123456789";
    const given = (text: string) =>
      readMerchantSettings((key) => (key === "checks:merchant" ? text : undefined), {});
    expect(given(`{"serviceId":"${id}"}`).serviceId).toBe(id);
    expect(given('{"serviceId":7654321,"timeoutSeconds":5}')).toMatchObject({
      serviceId: "7654321",
      timeoutSeconds: 5,
    });
    expect(refusal(() => given(`{"serviceId":${id}}`))).toBe(
      "configuration: checks:merchant.serviceId: has more digits than a number can hold. Put it in quotes, for example in Pulumi.<stack>.yaml",
    );
  });

  it("go before those of a bag of their own, and after the environment; what has parts needs no JSON in JSON", () => {
    const config = reader(
      { url: "https://nested.example.com", concurrency: 2, modeIds: { 9: "Cash" } },
      { "merchant:url": "https://bag.example.com", "merchant:domain": "shop.example.com" },
    );
    expect(readMerchantSettings(config, {})).toMatchObject({
      url: "https://nested.example.com",
      domain: "shop.example.com",
      concurrency: 2,
      modeIds: { 1: "Credit Card", 9: "Cash" },
    });
    const environment = { MERCHANT_URL: "https://environment.example.com" };
    expect(readMerchantSettings(config, environment).url).toBe(environment.MERCHANT_URL);
  });

  it("are told by their places when they are wrong or missing, without their values", () => {
    const wrong = refusal(() => readMerchantSettings(reader({ accessToken: "SECRET TOKEN" }), {}));
    expect(wrong).toContain("configuration: checks:merchant.accessToken: must consist of");
    expect(wrong).toContain("`pulumi config set --path --secret checks:merchant.accessToken`");
    expect(wrong).not.toContain("SECRET");
    expect(refusal(() => readMerchantSettings(reader({ colour: "red" }), {}))).toContain(
      "configuration: checks:merchant.colour: there is no such setting; the settings are profile, url",
    );
    expect(refusal(() => readMerchantSettings(reader("SECRET"), {}))).toMatch(
      /^configuration: checks:merchant: must be a map(?!.*SECRET)/,
    );
    const plugin = Object.assign(() => undefined, { nestedIn: "configuration" as const });
    expect(refusal(() => requireSetting(readMerchantSettings(plugin, {}), "refundField"))).toContain(
      "`pulumi config set --path checks:merchant.refundField` or MERCHANT_REFUND_FIELD",
    );
    const explicit = Object.assign(() => undefined, { nestedIn: "arguments" as const });
    const text = Object.assign(reader("SECRET"), { nestedIn: "arguments" as const });
    expect(refusal(() => readMerchantSettings(text, {}))).toBe(
      "configuration: merchant: must be a map of the settings of the payment service. Set them one by one, for example as the provider's argument merchant.url",
    );
    expect(refusal(() => requireSetting(readMerchantSettings(explicit, {}), "refundField"))).toMatch(
      /merchant\.refundField: is not set.*Set it as the provider's argument merchant\.refundField$/,
    );
  });

  it("are told in the bag of their own where a program of TypeScript has told the plugin of that", () => {
    const bag: Record<string, string> = {
      "merchant:url": "SECRET",
      "merchant:accessToken": '{"a": "SECRET"}',
    };
    const config = Object.assign((key: string) => bag[key], { nestedIn: "configuration" as const });
    const url =
      "configuration: merchant:url: must be an http(s) address. Correct it with `pulumi config set merchant:url`";
    expect(refusal(() => readMerchantSettings(config, {}))).toBe(url);
    bag["merchant:url"] = "https://api.example.com";
    expect(refusal(() => readMerchantSettings(config, {}))).toBe(
      "configuration: merchant:accessToken: must be one key, not a map or a list. Correct it with `pulumi config set --secret merchant:accessToken`",
    );
  });

  it("are told with the profile where the run has it: a plugin does not see what stands beside `checks:`", () => {
    const told = (nestedIn?: "configuration" | "arguments") =>
      refusal(() =>
        requireSetting(
          readMerchantSettings(
            Object.assign(() => undefined, nestedIn && { nestedIn }),
            {},
          ),
          "loginPath",
        ),
      );
    expect(told("configuration")).toContain("how to log in, and neither does checks:merchant.profile.");
    expect(told("arguments")).toContain("how to log in, and neither does merchant.profile.");
    expect(told()).toContain("how to log in, and neither does merchant:profile.");
  });
});
