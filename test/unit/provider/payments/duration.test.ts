import { duration, secondsOf } from "../../../../provider/payments/duration";

describe("a length of time", () => {
  it.each<[number | string, number]>([
    [1, 1],
    [2_592_000, 2_592_000],
    ["90s", 90],
    ["90m", 5400],
    ["12h", 43_200],
    ["30d", 2_592_000],
    ["30 d", 2_592_000],
    ["1h30m", 5400],
    ["P1D", 86_400],
  ])("%j is %d seconds", (given, seconds) => {
    expect(duration().safeParse(given).success).toBe(true);
    expect(secondsOf(given)).toBe(seconds);
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    "",
    "0d",
    "30",
    "d",
    "30m1h",
    "1 month",
    "1.5h",
    "-1d",
    "99999999999d",
    "9999999d",
    null,
    true,
  ])("is not %j", (given) => {
    expect(duration().safeParse(given).error?.issues[0]?.message).toBe(
      "must be whole seconds, 1 or more, or a text such as 90m, 12h or 30d",
    );
  });
});
