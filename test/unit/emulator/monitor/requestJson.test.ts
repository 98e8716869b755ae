import fc from "fast-check";
import { JsonNumber, type JsonValue, parseRequestJson } from "../../../../emulator/monitor/requestJson";

const parse = (text: string) => parseRequestJson(Buffer.from(text));

function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return value.value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [name, plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

describe("the JSON reader", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plain(parse(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses what JSON.parse refuses, but for NaN and the infinities", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123456789.eE+-truefalsn \\\n') }), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => parse(text)).toThrow();
          return;
        }
        expect(plain(parse(text))).toEqual(expected);
      }),
    );
  });

  it("tells integers from other numbers", () => {
    const integers = (parse("[1, -0, 1.0, 1e2, NaN, -Infinity]") as JsonNumber[]).map(
      (number) => number.integer,
    );
    expect(integers).toEqual([true, true, false, false, false, false]);
  });

  it.each(["\ufeff{}", "01", "1.", "'a'", '"\t"', '"\\x"', "[1,]", "{,}", "", " ", "nul"])(
    "refuses %j",
    (text) => {
      expect(() => parse(text)).toThrow();
    },
  );

  it("keeps the last of repeated names, and lone surrogates", () => {
    expect(plain(parse('{"a": 1, "a": "\\udc00"}'))).toEqual({ a: "\udc00" });
  });
});
