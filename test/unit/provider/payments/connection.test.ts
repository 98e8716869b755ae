import type { ConfigReader } from "../../../../provider/core/settings";
import { merchantConnection, sdkAuthConnection } from "../../../../provider/payments/connection";
import { type MerchantOptions, readMerchantSettings } from "../../../../provider/payments/settings";

const settings = (given: MerchantOptions = {}) =>
  readMerchantSettings(
    () => undefined,
    {},
    {
      url: "https://api.example.com/",
      sdkAuthUrl: "https://auth.example.com",
      accessToken: "TOKEN",
      ...given,
    },
  );

describe("the connection to the merchant operations", () => {
  it("has the token without a scheme word, and the calling application's name", () => {
    const { url, headers, secrets } = merchantConnection(settings({ userAgent: "shop/1.0" }));
    expect(url).toBe("https://api.example.com");
    expect(headers).toEqual({ Authorization: "TOKEN", "User-Agent": "shop/1.0" });
    expect(secrets).toEqual(["TOKEN"]);
  });
});

describe("an access token that is refused", () => {
  const remedyOf = (config: ConfigReader, ofCall: MerchantOptions = {}) =>
    merchantConnection(
      readMerchantSettings(
        config,
        { MERCHANT_URL: "https://api.example.com", MERCHANT_ACCESS_TOKEN: "T" },
        ofCall,
      ),
    ).refusals[401]?.remedy;

  it("is to be set where it counts: under merchant: or in the environment", () => {
    expect(remedyOf(() => undefined)).toContain(
      "set another one in merchant:accessToken or MERCHANT_ACCESS_TOKEN",
    );
  });

  it("is to be set in an explicit provider, for which no variable counts", () => {
    const ofProvider = Object.assign(() => undefined, { nestedIn: "arguments" as const });
    expect(remedyOf(ofProvider)).toMatch(/set another one in merchant\.accessToken$/);
  });

  it("is to be set in the call that gives it, beside which nothing counts", () => {
    expect(remedyOf(() => undefined, { accessToken: "T" })).toMatch(
      /set another one in settings\.accessToken of the call$/,
    );
  });
});

describe("an access token that came by a login", () => {
  const { refusals } = merchantConnection(settings(), true);

  it("is said to be replaced where the service refuses it", () => {
    expect(refusals[401]?.remedy).toMatch(/; the next request logs in again$/);
  });

  it("is not said to be replaced where it is forbidden something: it is kept", () => {
    expect(refusals[403]?.remedy).toBe(
      "Its user lacks the permission Merchant; give it to that user at the service",
    );
  });
});

describe("the connection to the SDK token operation", () => {
  it("has no token", () => {
    const { url, headers } = sdkAuthConnection(settings());
    expect(url).toBe("https://auth.example.com");
    expect(headers).toEqual({ "User-Agent": "pulumi-checks" });
  });
});

describe.each([
  ["merchant:url", merchantConnection, "url"],
  ["merchant:sdkAuthUrl", sdkAuthConnection, "sdkAuthUrl"],
] as const)("http:// in %s", (setting, connect, key) => {
  it.each(["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000"])(
    "is fine to this machine: %s",
    (url) => {
      expect(connect(settings({ [key]: url })).url).toBe(url);
    },
  );

  it("is refused to another machine unless the user allows it", () => {
    const open = { [key]: "http://10.0.0.1" };
    const configured = (called: string) => (called === setting ? open[key] : undefined);
    const reason =
      "http:// would send the API key unencrypted to another machine. Use https://, or set merchant:allowHttp to true if the network is private";
    expect(() => connect(readMerchantSettings(configured, {}, { accessToken: "T" }))).toThrow(
      `configuration: ${setting}: ${reason}`,
    );
    expect(() => connect(settings(open))).toThrow(`configuration: settings.${key} of the call: ${reason}`);
    expect(connect(settings({ ...open, allowHttp: true })).url).toBe("http://10.0.0.1");
  });
});

it("names the variable that gave an address, because that is where to correct it", () => {
  const config = (key: string) => ({ "merchant:url": "https://one.example.com" })[key];
  const environment = { MERCHANT_SDK_AUTH_URL: "http://10.0.0.1" };
  const of = (call: MerchantOptions) =>
    readMerchantSettings(config, environment, { accessToken: "T", ...call });
  expect(() => sdkAuthConnection(of({}))).toThrow(
    "configuration: MERCHANT_SDK_AUTH_URL: http:// would send the API key unencrypted to another machine. Use https://, or set merchant:allowHttp to true",
  );
  expect(sdkAuthConnection(of({ allowHttp: true })).addressSetting).toBe("MERCHANT_SDK_AUTH_URL");
  expect(merchantConnection(of({})).addressSetting).toBe("merchant:url");
  expect(sdkAuthConnection(of({ sdkAuthUrl: "https://two.example.com" })).addressSetting).toBe(
    "settings.sdkAuthUrl of the call",
  );
});
