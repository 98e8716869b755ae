import fc from "fast-check";
import { duration, literal, textLiteral } from "../../../../cli/adopt/program";
import { anyText } from "../../../support/anyText";

const evaluated = (source: string): unknown => new Function(`return (${source})`)();

describe("text in a program", () => {
  it.each([
    ["plain", '"plain"'],
    ["grüße 🦑", '"grüße 🦑"'],
    ['"\\ ${x} `y`', '"\\"\\\\ ${x} `y`"'],
    ["a\nb\tc", '"a\\nb\\tc"'],
    ["\u202eevil\u2066", '"\\u202eevil\\u2066"'],
    ["a\u00a0b\u200b\ufeff", '"a\\u00a0b\\u200b\\ufeff"'],
    ["\u2028\u2029\u0085\u007f", '"\\u2028\\u2029\\u0085\\u007f"'],
    ["\u{e0041}\u{f0000}", '"\\u{e0041}\\u{f0000}"'],
  ])("%j is %s", (text, source) => {
    expect(textLiteral(text)).toBe(source);
    expect(evaluated(source)).toBe(text);
  });

  it("means the same to the compiler, whatever it is, and hides nothing from the reader", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (text) => {
        const source = textLiteral(text);
        expect(evaluated(source)).toBe(text);
        expect(source).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 1000 },
    );
  });

  it("stands beside other values", () => {
    expect(literal(["a", 'b"'])).toBe('["a", "b\\""]');
    expect(literal(true)).toBe("true");
    expect(literal(61)).toBe("61");
  });
});

describe("a duration in a program", () => {
  it.each([
    [60, "minutes(1)"],
    [61, "61"],
    [90, "90"],
    [5400, "minutes(90)"],
    [90_000, "hours(25)"],
    [604_800, "days(7)"],
    [31_536_000, "days(365)"],
    [0, "0"],
  ])("of %i seconds is %s", (seconds, text) => {
    expect(duration(seconds).text).toBe(text);
  });
});
