import { isUnknown, UNKNOWN } from "../../../../../provider/core/unknown";
import {
  configurationOf,
  configurationProblems,
  nameProblems,
} from "../../../../../provider/hosts/plugin/configuration";
import { readSettings } from "../../../../../provider/monitor/settings";
import { merchantSettingFields } from "../../../../../provider/payments/settingFields";
import { readMerchantSettings } from "../../../../../provider/payments/settings";

const settings = (name: string, args: Record<string, unknown>, environment: NodeJS.ProcessEnv = {}) => {
  const { read, environment: rest } = configurationOf(name, args, environment);
  return readSettings(read, rest);
};

const today = (values: object) => ({ PULUMI_CONFIG: JSON.stringify(values) });

describe("the settings of a provider of the plugin", () => {
  it("an explicit provider's arguments beat the environment, which has the rest", () => {
    const environment = { CHECKS_API_KEY: "environment", CHECKS_URL: "https://environment.example.com" };
    const { apiKey, url } = settings("eu", { apiKey: "argument" }, environment);
    expect([apiKey, url]).toEqual(["argument", "https://environment.example.com"]);
  });

  it("an explicit provider's arguments beat what the environment has of the same projects and payment service", () => {
    const environment = {
      CHECKS_PROJECTS_EU_API_KEY: "environment",
      CHECKS_URL: "https://environment.example.com",
      MERCHANT_URL: "https://pay.example.com",
    };
    const left = (args: Record<string, unknown>) =>
      Object.keys(configurationOf("eu", args, environment).environment);
    expect(left({ projects: { eu: { apiKey: "argument" } } })).toEqual(["CHECKS_URL", "MERCHANT_URL"]);
    expect(left({ merchant: { accessToken: "argument" } })).toEqual([
      "CHECKS_PROJECTS_EU_API_KEY",
      "CHECKS_URL",
    ]);
    expect(left({ apiKey: "argument" })).toEqual(Object.keys(environment));
  });

  it("an explicit provider has nothing of the stack's configuration", () => {
    expect(settings("eu", {}, today({ apiKey: "stack" })).apiKey).toBeUndefined();
  });

  it.each(["default", "default_1_2_3"])(
    "the provider %s goes by the environment, then today's configuration",
    (name) => {
      const args = { apiKey: "lastUp" };
      expect(settings(name, args).apiKey).toBe("lastUp");
      expect(settings(name, args, today({ apiKey: "today" })).apiKey).toBe("today");
      const both = { ...today({ apiKey: "today" }), CHECKS_API_KEY: "environment" };
      expect(settings(name, args, both).apiKey).toBe("environment");
    },
  );

  it("that the engine does not name has its arguments alone: of an explicit one the stack's settings are none", () => {
    const environment = today({ apiKey: "today", url: "https://today.example.com", stamp: "true" });
    const { apiKey, url, stamp } = settings("", { apiKey: "argument" }, environment);
    expect([apiKey, url, stamp]).toEqual(["argument", undefined, false]);
  });

  it.each([
    ["CHECKS_API_KEY", { apiKey: "S3CRET" }],
    ["CHECKS_URL", { url: "https://S3CRET.example.com" }],
    ["CHECKS_PROJECTS_EU_API_KEY", { projects: { eu: { apiKey: "S3CRET" } } }],
    ["MERCHANT_ACCESS_TOKEN", { merchant: { accessToken: "S3CRET" } }],
    ["MERCHANT_URL", { merchant: '{"accessToken":"S3CRET"}' }],
  ])(
    "refuses an environment whose %s may, or may not, go before the arguments of one that the engine does not name",
    (variable, args) => {
      const refused = () => configurationOf("", args, { [variable]: "environment S3CRET" });
      expect(refused).toThrow(
        `configuration: ${variable}: the environment differs from an argument of a provider, and this version of Pulumi does not say which provider it is. Use Pulumi 3.154 or newer, or remove ${variable} from the environment`,
      );
      expect(refused).not.toThrow("S3CRET");
      for (const name of ["eu", "default"])
        expect(() => configurationOf(name, args, { [variable]: "environment" })).not.toThrow();
    },
  );

  it.each([
    [
      "says the same",
      { apiKey: "KEY", merchant: { url: "u" } },
      { CHECKS_API_KEY: "KEY\n", MERCHANT_URL: "u" },
    ],
    ["says the same without a line break", { apiKey: "KEY\n" }, { CHECKS_API_KEY: "KEY" }],
    ["has projects that the arguments do not", { apiKey: "KEY" }, { CHECKS_PROJECTS_EU_API_KEY: "EU KEY" }],
    ["has nothing of ours", { projects: { eu: { apiKey: "KEY" } } }, { PATH: "/bin", CHECKS_PROJECTS: "x" }],
    [
      "has what the arguments do not",
      { url: "https://x.example.com" },
      { CHECKS_API_KEY: "KEY", MERCHANT_URL: "u" },
    ],
    ["is empty there", { apiKey: "KEY" }, { CHECKS_API_KEY: "" }],
    [
      "has no settings there",
      { merchant: { url: "u" }, version: "1.0.0" },
      { MERCHANT_NAME: "x", CHECKS_VERSION: "2" },
    ],
  ])(
    "takes an environment that %s beside a provider that the engine does not name",
    (_how, args, environment) => {
      expect(() => configurationOf("", args, environment)).not.toThrow();
    },
  );

  it.each([
    ["default", { apiKey: "S3CRET" }],
    ["default_eu", { apiKey: "S3CRET" }],
    ["default", { apiKey: "today", url: "https://eu.example.com" }],
    ["default", { merchant: { url: "https://eu.example.com" } }],
  ])("refuses the name %s for a provider with arguments of its own: %j", (name, args) => {
    const environment = today({ apiKey: "today", merchant: '{"url":"https://pay.example.com"}' });
    const [problem = "", ...others] = nameProblems(name, args, isUnknown, environment);
    expect(problem).toContain(
      `the provider "${name}": the engine gives this name to the provider of resources`,
    );
    expect(problem).toMatch(/Give this provider another name$/);
    expect(problem).not.toContain("S3CRET");
    expect(others).toEqual([]);
  });

  it("refuses such a name also beside a stack without any configuration", () => {
    const own = { apiKey: "S3CRET", url: "https://eu.example.com" };
    expect(nameProblems("default_eu", own, isUnknown, { PULUMI_CONFIG: "{}" })).toHaveLength(1);
    expect(nameProblems("default", { version: "1.2.3" }, isUnknown, { PULUMI_CONFIG: "{}" })).toEqual([]);
  });

  it.each([
    ["the default provider, which has the stack's", "default_1_2_3", { apiKey: "today", version: "1.2.3" }],
    ["the default provider of a program that tells less", "default", {}],
    ["values that are not known yet", "default", { apiKey: UNKNOWN }],
    ["an explicit provider", "eu", { apiKey: "argument" }],
    ["a name that only begins so", "default-eu", { apiKey: "argument" }],
  ])("refuses no name of %s", (_which, name, args) => {
    expect(nameProblems(name, args, isUnknown, today({ apiKey: "today" }))).toEqual([]);
    expect(nameProblems(name, args, isUnknown, {})).toEqual([]);
  });

  it("finds today's configuration also in the form of a program's own process", () => {
    const environment = today({ "aws:region": "eu", "checks:apiKey": "today" });
    expect(settings("default", { apiKey: "lastUp" }, environment).apiKey).toBe("today");
  });

  it("falls back to what the engine sends where today's configuration has nothing of ours", () => {
    expect(settings("default", { apiKey: "lastUp" }, today({ "aws:region": "eu" })).apiKey).toBe("lastUp");
  });

  it("takes what has parts as it is, or as JSON", () => {
    const projects = { eu: { apiKey: "k" } };
    expect(settings("eu", { projects }).projects).toEqual(projects);
    expect(settings("eu", { projects: JSON.stringify(projects) }).projects).toEqual(projects);
    expect(settings("eu", { concurrency: 3, allowHttp: true })).toMatchObject({
      concurrency: 3,
      allowHttp: true,
    });
  });

  it("takes texts as SDKs send them that put every argument into JSON, quotation marks included", () => {
    const sent = (given: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(given).map(([key, value]) => [key, JSON.stringify(value)]));
    const said = { defaultTags: "prod db", defaultChannels: "*", defaultGrace: "10m", timeoutSeconds: "30s" };
    expect(configurationProblems("default", sent(said), isUnknown)).toEqual([]);
    expect(settings("eu", sent(said))).toEqual(settings("eu", said));
    expect(settings("eu", sent({ stamp: "true", concurrency: "3" }))).toMatchObject({
      stamp: true,
      concurrency: 3,
    });
    for (const odd of ['"odd', '"odd","odd"', '"o"dd"'])
      expect(settings("eu", { defaultTags: odd }).defaultTags).toEqual([odd]);
  });

  it("takes a dictionary of Python for the payment service's settings, with the names of that language", () => {
    const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const merchant = Object.fromEntries(Object.keys(merchantSettingFields).map((key) => [snake(key), null]));
    expect(configurationProblems("default", { merchant: JSON.stringify(merchant) }, isUnknown)).toEqual([]);
    const args = { merchant: { url: "https://pay.example.com", access_token: "TOKEN" } };
    const { read, environment } = configurationOf("shop", args, {});
    expect(readMerchantSettings(read, environment).accessToken).toBe("TOKEN");
    expect(configurationProblems("default", { merchant: { no_such: 1 } }, isUnknown).join()).toContain(
      "checks:merchant.no_such: there is no such setting",
    );
  });

  it("has the payment service's settings nested, and for a default provider those that a program tells", () => {
    const merchant = { url: "https://pay.example.com", accessToken: "TOKEN" };
    for (const given of [merchant, JSON.stringify(merchant)]) {
      const { read, environment } = configurationOf(
        "shop",
        { merchant: given },
        { MERCHANT_URL: "https://env.example.com" },
      );
      expect(readMerchantSettings(read, environment)).toMatchObject(merchant);
    }
    const { read, environment, tell } = configurationOf("default", {}, today({ merchant }));
    tell({ "merchant:url": "https://told.example.com", "merchant:domain": "shop.example.com" });
    expect(readMerchantSettings(read, environment)).toMatchObject({
      ...merchant,
      domain: "shop.example.com",
    });
  });

  it("tells what is wrong with each nested setting, and no value", () => {
    const problems = (merchant: unknown) => configurationProblems("default", { merchant }, isUnknown);
    expect(problems({ url: "https://pay.example.com", accessToken: "TOKEN" })).toEqual([]);
    const wrong = problems({ url: "S3CRET", secretKey: "S3 CRET", urls: "S3CRET" });
    expect(wrong).toHaveLength(3);
    expect(wrong.join()).toContain(
      "checks:merchant.urls: there is no such setting; the settings are profile, url",
    );
    expect(wrong.join()).not.toMatch(/S3/);
    for (const given of ["S3CRET", '["S3CRET"]'])
      expect(problems(given).join()).toMatch(/checks:merchant: must be a map(?!.*S3CRET)/);
    expect(problems({ accessToken: UNKNOWN })).toEqual([]);
    expect(problems("null")).toEqual([]);
  });

  it("tells where a wrong one is to be corrected: the stack's configuration is nothing to an explicit provider", () => {
    const told = (name: string) =>
      configurationProblems(name, { concurrency: "many", merchant: { url: "no address" } }, isUnknown).join();
    expect(told("default_1_2_3")).toContain("Correct it with `pulumi config set checks:concurrency`");
    expect(told("default")).toContain("Correct it with `pulumi config set --path checks:merchant.url`");
    expect(told("eu")).toContain("Correct it as the provider's argument concurrency");
    expect(told("eu")).toContain("Correct it as the provider's argument merchant.url");
    expect(told("eu")).not.toContain("pulumi config");
  });

  it("tells all problems at once, none of values that are not known yet, and no value", () => {
    const problems = configurationProblems(
      "default",
      { url: "ftp://x", concurrency: "many", apikey: "S3CRET" },
      isUnknown,
    );
    expect(problems).toHaveLength(3);
    expect(problems.join()).toContain(
      "checks:apikey: there is no such setting; the settings are url, apiKey",
    );
    expect(problems.join()).not.toContain("S3CRET");
    expect(configurationProblems("default", { apiKey: UNKNOWN, url: UNKNOWN }, isUnknown)).toEqual([]);
    expect(
      configurationProblems("default", { version: "1.0.0", url: "https://x.example.com" }, isUnknown),
    ).toEqual([]);
  });
});
