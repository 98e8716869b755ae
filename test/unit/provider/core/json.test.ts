import fc from "fast-check";
import { wellFormedJson } from "../../../../provider/core/json";
import { anyText } from "../../../support/anyText";

describe("a text of JSON", () => {
  it.each([
    ['"cut \\ud83d"', "cut \ufffd"],
    ['"\\uDE00 cut"', "\ufffd cut"],
    ['"\\ud83d\\ud83d\\ude00"', "\ufffd\u{1f600}"],
    ['"\\ud83d\\ude00\\ude00"', "\u{1f600}\ufffd"],
    ['"no escape: \\\\ud83d"', "no escape: \\ud83d"],
    ['"after one: \\\\\\ud83d"', "after one: \\\ufffd"],
    ['{"\\ud83d": ["\\ud83d", {"a": "\\ud83d"}]}', { "\ufffd": ["\ufffd", { a: "\ufffd" }] }],
  ])("whose service cut a character in half has U+FFFD there: %s", (text, value) => {
    expect(wellFormedJson(text)).toEqual(value);
  });

  it("means what it means in any other case, however it is escaped", () => {
    const escaped = (text: string) =>
      JSON.stringify(text).replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(wellFormedJson(escaped(text))).toBe(text);
      }),
    );
    expect(() => wellFormedJson('{"cut')).toThrow(SyntaxError);
  });
});
