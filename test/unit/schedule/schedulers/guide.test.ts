import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSchedule, isTimeZone } from "../../../../schedule";
import type { Conversion } from "../../../../schedule/schedulers";
import { schedules } from "../../../../sdk";

const guide = readFileSync(join(__dirname, "..", "..", "..", "..", "docs", "schedules.md"), "utf8");

/** `fromX({…})`, what becomes of it, and the third column. */
const rows = [...guide.matchAll(/^\| `(from\w+)\((.*)\)` \| (.*) \| (.*) \|$/gm)].map(
  ([, name = "", given = "", check = "", remark = ""]) => ({ name, given, check, remark }),
);

const evaluate = (code: string): unknown => new Function(`return (${code});`)();

describe("the tables of the guide to schedules", () => {
  it("have at least ten rows for each scheduler", () => {
    const names = [...new Set(rows.map(({ name }) => name))];
    expect(names).toHaveLength(7);
    expect(names.filter((one) => rows.filter(({ name }) => name === one).length < 10)).toEqual([]);
  });

  it.each(rows)("hold for $name($given)", ({ name, given, check, remark }) => {
    const declared = evaluate(given);
    const attempt = Reflect.get(schedules, name.replace("from", "try")) as (job: unknown) => Conversion;
    const convert = Reflect.get(schedules, name) as (job: unknown) => unknown;
    const conversion = attempt(declared);
    if (conversion.ok) {
      expect(conversion.check).toEqual(evaluate(check.slice(1, -1)));
      expect(conversion.notes.join(" ")).toBe(remark === "exact" ? "" : remark);
      expect(convert(declared)).toEqual(conversion.check);
    } else {
      expect({ check, remark }).toEqual({
        check: "refused",
        remark: `${conversion.property}: ${conversion.reason}`,
      });
      expect(() => convert(declared)).toThrow(
        `schedules.${name}: ${conversion.property}: ${conversion.reason}`,
      );
    }
  });

  it.each(rows.filter(({ check }) => check !== "refused"))(
    "give what the service takes for $name($given)",
    ({ check }) => {
      const { schedule, tz, timeout, grace } = evaluate(check.slice(1, -1)) as Record<string, never>;
      if (schedule !== undefined) {
        expect(checkSchedule(schedule)).toBeUndefined();
        expect(isTimeZone(tz ?? "")).toBe(true);
        expect([...String(schedule)].length).toBeLessThanOrEqual(100);
      } else expect(timeout).toBeGreaterThanOrEqual(60);
      if (grace !== undefined) expect(grace).toBeGreaterThan(3600);
    },
  );
});
