import { KeyUse } from "../../../../../provider/payments/paymentsConfig/keyUse";

describe("a key of the payment service", () => {
  it("is used for one environment, by as many as like", () => {
    const use = new KeyUse();
    expect(use.problem("one", "sandbox", "TEST-KEY")).toBeUndefined();
    expect(use.problem("two", "sandbox", "TEST-KEY\n")).toBeUndefined();
    expect(use.problem("live", "production", "LIVE-KEY")).toBeUndefined();
  });

  it.each([["TEST-KEY"], [undefined]])("is refused for the other one, and not told (%s)", (key) => {
    const use = new KeyUse();
    use.problem("one", "sandbox", key);
    const problem = use.problem("two", "production", key);
    expect(problem).toContain('"one" uses the same key for sandbox');
    expect(problem).not.toContain("TEST-KEY");
  });

  it.each([undefined, null, "", "live", 5])("is not used by what has no environment (%s)", (environment) => {
    const use = new KeyUse();
    expect(use.problem("one", environment, "TEST-KEY")).toBeUndefined();
    expect(use.problem("two", "sandbox", "TEST-KEY")).toBeUndefined();
    expect(use.problem("three", environment, "TEST-KEY")).toBeUndefined();
  });

  it("that is no text is left to who tells that", () => {
    const use = new KeyUse();
    expect(use.problem("one", "sandbox", 12345678)).toBeUndefined();
    expect(use.problem("two", "production", 12345678)).toBeUndefined();
  });
});
