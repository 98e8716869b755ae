import fc from "fast-check";
import { secondsOf } from "../../../../provider/core/duration";
import { difference } from "../../../../provider/core/resource";
import { UNKNOWN } from "../../../../provider/core/unknown";
import { check } from "../../../../provider/monitor/check/check";
import { inputsOf, problemOf, problemsOf } from "../../../support/provider/validated";

describe("a length of time", () => {
  it("is the sum of its parts, in either form", () => {
    const part = fc.option(fc.nat(10_000), { nil: undefined });
    const parts = fc.tuple(part, part, part, part, part);
    fc.assert(
      fc.property(parts, fc.boolean(), ([w, d, h, m, s], blanks) => {
        const [weeks, days, hours, minutes, seconds] = [w, d, h, m, s].map((count) => count ?? 0) as number[];
        const sum =
          (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 3600 +
          (minutes ?? 0) * 60 +
          (seconds ?? 0);
        const written = (letters: string, counts: (number | undefined)[]) =>
          counts.flatMap((count, index) => (count === undefined ? [] : [`${count}${letters[index]}`]));
        const plain = written("wdhms", [w, d, h, m, s]);
        const time = written("HMS", [h, m, s]);
        const iso = `P${written("WD", [w, d]).join("")}${time.length > 0 ? "T" : ""}${time.join("")}`;
        const expected = plain.length === 0 ? Number.NaN : sum;
        expect(secondsOf(plain.join(blanks ? " " : ""))).toBe(expected);
        expect(secondsOf(iso)).toBe(expected);
      }),
    );
  });

  it.each([
    "",
    " ",
    "P",
    "PT",
    "P1DT",
    "1.5h",
    "-5m",
    "30m1h",
    "5M",
    "1mo",
    "P1M",
    "P1Y",
    "300",
    "1h 1h",
    "5 minutes",
  ])("is not %j", (text) => {
    expect(secondsOf(text)).toBeNaN();
  });
});

describe("timeout and grace of a check", () => {
  it.each(["5m", "300s", "PT5M"])("are seconds from the start when given as %j", (given) => {
    expect(inputsOf({ timeout: given, grace: given })).toMatchObject({ timeout: 300, grace: 300 });
    expect(difference(check, inputsOf({ timeout: 300 }), inputsOf({ timeout: given })).changed).toEqual([]);
  });

  it.each(["59s", "366d", "soon", "300"])("are refused by name when given as %j", (given) => {
    expect(problemOf({ grace: given })).toBe(
      'grace: must be a whole number of seconds, 60 to 31536000, or a text such as "5m", "1h30m" or "P1D"',
    );
  });

  it("may be unknown in a preview", () => {
    expect(problemsOf({ timeout: UNKNOWN })).toEqual([]);
    expect(inputsOf({ timeout: UNKNOWN })).toMatchObject({ timeout: UNKNOWN });
  });
});
