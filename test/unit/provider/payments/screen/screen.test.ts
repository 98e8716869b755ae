import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { validate } from "../../../../../provider/core/validation";
import { receiverProblem } from "../../../../../provider/payments/invoiceShare/sharing";
import { paymentsConfig } from "../../../../../provider/payments/paymentsConfig/paymentsConfig";
import {
  orderFields,
  type Screen,
  screenConstants,
  screenFields,
} from "../../../../../provider/payments/screen/screen";
import { exportScreen, type ScreenFormat } from "../../../../../provider/payments/screen/screenExport";
import { readMerchantSettings } from "../../../../../provider/payments/settings";
import { payments } from "../../../../../sdk";

type Environment = "sandbox" | "production";

const LIVE = { walletMerchantName: "Corner Shop Ltd" };
const ORDER = {
  orderId: "1001",
  customerName: "Ada",
  amount: 100.5,
  email: "ada@example.com",
  mobile: "+97455551234",
  token: "TOKEN",
};
const NAMES = { packageModeSandbox: "debug", packageModeLive: "release" } as const;

const checked = (environment: Environment, screen: object) =>
  validate(paymentsConfig, { environment, screen });
const problems = (environment: Environment, screen: object) =>
  checked(environment, screen).problems.map(({ property, reason }) => `${property}: ${reason}`);
const completed = (environment: Environment, screen: object = {}) => {
  expect(problems(environment, screen)).toEqual([]);
  return checked(environment, screen).inputs.screen as Screen;
};
const constants = (environment: Environment, screen: object, settings: payments.MerchantOptions = NAMES) =>
  screenConstants(
    completed(environment, screen),
    readMerchantSettings(() => undefined, {}, settings),
  );

describe("the payment screen", () => {
  it("in sandbox has the constants of the wallet, and the mode of the environment", () => {
    expect(completed("sandbox")).toEqual({
      packageMode: "sandbox",
      isWalletEnabled: false,
      paymentTypes: [],
      walletMerchantID: "123456789",
      walletMerchantName: "Merchant_Name",
    });
  });

  it("in production has the registered merchant name, and with the wallet its vendor's merchant id", () => {
    expect(completed("production", LIVE)).toEqual({
      packageMode: "live",
      isWalletEnabled: false,
      paymentTypes: [],
      ...LIVE,
    });
    const wallet = { ...LIVE, isWalletEnabled: true, walletMerchantID: "BCR2DN4T" };
    expect(completed("production", wallet)).toMatchObject(wallet);
    expect(problems("production", {})).toEqual([
      "screen.walletMerchantName: is required in production: the registered merchant name",
    ]);
    expect(problems("production", { ...LIVE, isWalletEnabled: true })).toEqual([
      "screen.walletMerchantID: is required in production with the wallet: its vendor's console shows it",
    ]);
  });

  it.each<[string, Environment, object, string]>([
    [
      "a test key and the live mode",
      "sandbox",
      { packageMode: "live" },
      "screen.packageMode: is live, but the token comes from a test key",
    ],
    [
      "a live key and the sandbox mode",
      "production",
      { ...LIVE, packageMode: "sandbox" },
      "screen.packageMode: is sandbox, but the token comes from a live key",
    ],
    [
      "a live wallet in sandbox",
      "sandbox",
      { walletMerchantID: "BCR2DN4T" },
      "screen.walletMerchantID: must be the constant 123456789 in sandbox",
    ],
    [
      "a live name in sandbox",
      "sandbox",
      LIVE,
      "screen.walletMerchantName: must be the constant Merchant_Name in sandbox",
    ],
    [
      "the sandbox wallet in production",
      "production",
      { ...LIVE, walletMerchantID: "123456789" },
      "screen.walletMerchantID: is the constant of sandbox",
    ],
    [
      "the sandbox name in production",
      "production",
      { walletMerchantName: "Merchant_Name" },
      "screen.walletMerchantName: is the constant of sandbox",
    ],
  ])("mixes never: %s", (_, environment, screen, message) => {
    expect(problems(environment, screen).join()).toContain(message);
  });

  it("takes what sandbox has anyway when a program names it", () => {
    completed("sandbox", {
      packageMode: "sandbox",
      walletMerchantID: "123456789",
      walletMerchantName: "Merchant_Name",
    });
  });

  it.each<[object, string]>([
    [{ isWalletEnabled: "yes" }, "screen.isWalletEnabled: must be true or false"],
    [{ paymentTypes: ["cash"] }, "screen.paymentTypes[0]: must be creditCard, debitCard or servicePay"],
    [{ paymentTypes: ["creditCard", "creditCard"] }, "screen.paymentTypes: names a payment type twice"],
    [{ titleText: 5 }, "screen.titleText: must be a string"],
    [{ image: " " }, "screen.image: must not be empty"],
    [{ paymentButtonColor: "red" }, "screen.paymentButtonColor: must be a colour as #RRGGBB"],
    [{ paymentButtonTextColor: "#12345" }, "screen.paymentButtonTextColor: must be a colour as #RRGGBB"],
    [{ themeColor: "#1234567" }, "screen.themeColor: must be a colour as #RRGGBB"],
    [{ themeColor: 0x0f4c81 }, "screen.themeColor: must be a colour as #RRGGBB"],
    [{ paymentTypes: "creditCard" }, "screen.paymentTypes: must be a list of creditCard, debitCard and"],
    [{ packageMode: "debug" }, 'screen.packageMode: must be "sandbox" or "live"'],
    [
      { orderId: "1", token: "x" },
      "screen: there is no parameter orderId, token; the parameters are packageMode",
    ],
  ])("refuses %j", (screen, message) => {
    expect(problems("sandbox", screen).join("; ")).toContain(message);
  });

  it("waits with its rules for what a preview does not know", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(validate(paymentsConfig, { environment: unknown, screen: { titleText: "x" } }).problems).toEqual(
      [],
    );
    expect(validate(paymentsConfig, { environment: "production", screen: unknown }).problems).toEqual([]);
    const { inputs } = validate(paymentsConfig, { environment: unknown, screen: { titleText: "x" } });
    expect(inputs.screen).toEqual({ titleText: "x" });
  });
});

describe("the screen in the words of a service", () => {
  const screen = { paymentTypes: ["creditCard", "servicePay"], themeColor: "#0F4C81" };

  it("needs to know which PackageMode is which", () => {
    expect(constants("sandbox", screen)).toMatchObject({
      packageMode: "debug",
      paymentTypes: ["creditCard", "servicePay"],
    });
    expect(constants("production", { ...screen, ...LIVE })).toMatchObject({ packageMode: "release" });
    expect(() => constants("sandbox", screen, {})).toThrow("merchant:packageModeSandbox: is not set");
    expect(() => constants("production", LIVE, {})).toThrow("merchant:packageModeLive: is not set");
  });

  it("uses the names of the profile", () => {
    expect(constants("sandbox", screen, { profile: "sadad" })).toEqual({
      packageMode: "debug",
      isWalletEnabled: false,
      paymentTypes: ["creditCard", "sadadPay"],
      themeColor: "#0F4C81",
      googleMerchantID: "123456789",
      googleMerchantName: "Merchant_Name",
    });
  });
});

describe("all parameters for one order", () => {
  const parameters = (order: object) =>
    payments.screenParameters(completed("sandbox"), { ...ORDER, ...order } as payments.Order, NAMES);

  it("are those of the document, each with its type", () => {
    const whole = payments.screenParameters(
      completed("sandbox", {
        image: "logo.png",
        titleText: "Shop",
        paymentButtonColor: "#000000",
        paymentButtonTextColor: "#80FFFFFF",
        themeColor: "#0F4C81",
      }),
      ORDER,
      NAMES,
    );
    const spec = Object.keys({ ...orderFields, ...screenFields });
    expect(Object.keys(whole).toSorted()).toEqual(spec.toSorted());
    expect(spec).toHaveLength(17);
    expect(whole).toMatchObject({ ...ORDER, productDetail: [], packageMode: "debug" });
  });

  it("go by what the settings are when they are asked for, as a server may change them", () => {
    const settings: payments.MerchantOptions = { ...NAMES };
    const now = () => payments.screenParameters(completed("sandbox"), ORDER, settings);
    expect(now()).toMatchObject({ packageMode: "debug" });
    Object.assign(settings, { packageModeSandbox: "release", packageModeLive: "debug" });
    expect(now()).toMatchObject({ packageMode: "release" });
  });

  it.each([
    "r&d@example.com",
    "o#brien@example.com",
    "a/b@example.com",
    "user@example.xn--wgbl6a",
    "user@مثال.قطر",
  ])("take any e-mail address that the service may know: %s", (email) => {
    expect(parameters({ email })).toMatchObject({ email });
    expect(receiverProblem("email", email)).toBeUndefined();
  });

  it.each(["ada", "@example.com", "ada@", "ada @example.com", ""])("take no other word: %j", (email) => {
    expect(() => parameters({ email })).toThrow("email: must be an e-mail address");
    expect(receiverProblem("email", email)).toBe("must be an e-mail address");
  });

  it.each([[null], [undefined], ["x"], [[]]])("are not made of %p", (order) => {
    expect(() => payments.screenParameters(completed("sandbox"), order as never, NAMES)).toThrow(
      "payment screen: the order must be an object with its parameters",
    );
  });

  it.each<[object, string]>([
    [{ orderId: "" }, "orderId: must not be empty"],
    [
      { price: 5 },
      "there is no parameter price of an order; those are orderId, productDetail, customerName,",
    ],
    [{ productDetail: [{ name: "chair" }, { count: 2 }] }, "productDetail: 1: count: must be a text"],
    [{ productDetail: ["chair"] }, "productDetail: 0: must be a map of texts"],
    [{ customerName: " " }, "customerName: must not be empty"],
    [{ amount: 0 }, "amount: must be a number above 0"],
    [{ amount: -1 }, "amount: must be a number above 0"],
    [{ amount: "100" }, "amount: must be a number above 0"],
    [{ amount: Number.NaN }, "amount: must be a number above 0"],
    [{ email: "ada" }, "email: must be an e-mail address"],
    [{ mobile: "" }, "mobile: must not be empty"],
    [{ token: "" }, "token: must not be empty"],
    [{ productDetail: [{ name: 5 }] }, "productDetail: 0: name"],
    [{ productDetail: "chair" }, "productDetail: must be a list of maps of texts"],
  ])("refuse %j", (order, message) => {
    expect(() => parameters(order)).toThrow(`payment screen: ${message}`);
  });
});

describe("the screen as a file", () => {
  const screen = {
    titleText: 'Ada\'s $hop \\ "best"\n',
    isWalletEnabled: true,
    paymentTypes: ["creditCard"],
    paymentButtonColor: "#0f4c81",
    themeColor: "#800F4C81",
  };
  const file = (format: ScreenFormat) => exportScreen(constants("sandbox", screen), format);

  it.each<ScreenFormat>(["json", "dart", "typescript"])("%s never holds a token", (format) => {
    const withToken = { ...completed("sandbox", screen), token: "SECRET" } as Screen;
    const text = payments.exportScreen(withToken, format, NAMES);
    expect(text).not.toContain("SECRET");
    expect(text).toBe(file(format));
  });

  it("that no resource has completed has what its mode wants", () => {
    const own: payments.Screen = {
      packageMode: "sandbox",
      isWalletEnabled: false,
      paymentTypes: ["creditCard"],
    };
    expect(JSON.parse(payments.exportScreen(own, "json", NAMES))).toEqual(
      constants("sandbox", { paymentTypes: ["creditCard"] }),
    );
  });

  it.each<[object, string]>([
    [{ packageMode: "live" }, "walletMerchantName: is required in production"],
    [{ packageMode: "live", ...LIVE, walletMerchantID: "123456789" }, "walletMerchantID: is the constant of"],
    [{ packageMode: "sandbox", walletMerchantID: "BCR2DN4T" }, "walletMerchantID: must be the constant"],
    [{ packageMode: "sandbox", themeColor: "red" }, "themeColor: must be a colour"],
    [{ packageMode: "sandbox", paymentTypes: ["cash"] }, "paymentTypes: 0: must be creditCard"],
    [{ packageMode: "test" }, 'packageMode: must be "sandbox" or "live"'],
    [{ titleText: "Corner Shop" }, 'packageMode: must be "sandbox" or "live"'],
    [{ packageMode: undefined }, 'packageMode: must be "sandbox" or "live"'],
    [{ packageMode: "sandbox", titelText: "x" }, "there is no parameter titelText; the parameters are"],
  ])("that no resource has checked is refused with what is wrong: %j", (own, message) => {
    const made = { isWalletEnabled: false, paymentTypes: [], ...own } as unknown as payments.Screen;
    expect(() => payments.exportScreen(made, "dart", NAMES)).toThrow(`payment screen: ${message}`);
    expect(() => payments.screenParameters(made, ORDER, NAMES)).toThrow(`payment screen: ${message}`);
  });

  it.each([[null], [undefined], ["x"], [[]]])("is not made of %p", (own) => {
    expect(() => payments.exportScreen(own as never, "json", NAMES)).toThrow(
      "payment screen: must be an object with its parameters",
    );
  });

  it.each(["yaml", "toString", undefined])("is not made in the format %s", (format) => {
    expect(() => payments.exportScreen(completed("sandbox", screen), format as never, NAMES)).toThrow(
      "payment screen: format: must be one of json, typescript, dart",
    );
  });

  it.each([
    [{ walletMerchantNameParameter: "token" }, "token is the name of another parameter"],
    [{ walletMerchantIdParameter: "titleText" }, "titleText is the name of another parameter"],
    [
      { walletMerchantNameParameter: "walletMerchantID" },
      "walletMerchantID is the name of another parameter",
    ],
  ])("is not made where the settings give a name twice: %j", (names, message) => {
    const made = () => payments.screenParameters(completed("sandbox"), ORDER, { ...NAMES, ...names });
    expect(made).toThrow(message);
  });

  it("JSON is the constants", () => {
    expect(JSON.parse(file("json"))).toEqual(constants("sandbox", screen));
  });

  it("TypeScript gives the constants, and all parameters for a token and an order", () => {
    const { outputText, diagnostics } = ts.transpileModule(file("typescript"), {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.CommonJS },
    });
    expect(diagnostics).toEqual([]);
    const exports = {} as { paymentScreen: object; paymentScreenParameters: (order: object) => object };
    new Function("exports", outputText)(exports);
    expect(exports.paymentScreen).toEqual(constants("sandbox", screen));
    expect(exports.paymentScreenParameters(ORDER)).toEqual(
      payments.screenParameters(completed("sandbox", screen), ORDER, NAMES),
    );
  });

  it("Dart gives the same, without any package", () => {
    expect(file("dart")).toBe(readFileSync(join(__dirname, "payment_screen.dart"), "utf8"));
  });
});
