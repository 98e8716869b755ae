import { duration, moment } from "../../../../cli/render/words";
import type { Unread } from "../../../../cli/report/collect";
import { windowName } from "../../../../cli/report/formats/timeline";
import type { CheckReport } from "../../../../cli/report/report";
import { checksBelow, gateOf } from "../../../../cli/report/report";
import { windowOf } from "../../../../cli/report/window";
import { gateWords, percent, windowWords } from "../../../../cli/report/words";
import { at, sampleReport } from "../../../support/cli/report/sample";

describe("a share of uptime", () => {
  it("is cut off, so that nothing looks better than it was", () => {
    const of = (upSeconds: number, downSeconds: number) => percent({ upSeconds, downSeconds });
    expect(of(999, 1)).toBe("99.90%");
    expect(of(99_999_999, 1)).toBe("99.99%");
    expect(of(1, 0)).toBe("100%");
    expect(of(0, 1)).toBe("0.00%");
    expect(of(29, 71)).toBe("29.00%");
  });

  it("is no number where nothing is known", () => {
    expect(percent({ upSeconds: 0, downSeconds: 0 })).toBe("no data");
  });
});

describe("a duration", () => {
  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [60, "1 min"],
    [690, "11 min 30 s"],
    [3600, "1 h"],
    [3659, "1 h"],
    [86_399, "23 h 59 min"],
    [86_400 * 40 + 7200, "40 d 2 h"],
  ])("of %d seconds is %s", (seconds, words) => expect(duration(seconds)).toBe(words));
});

it("shows a moment on the wall of a zone", () => {
  expect(moment(at("2026-05-01T22:30:00Z"), "Europe/Riga")).toBe("2026-05-02 01:30");
});

it("names whole days as such also where the clock jumps over midnight", () => {
  const zone = "America/Santiago";
  const now = at("2026-10-01T00:00:00Z");
  const words = (from: string, to: string) => {
    const report = { ...sampleReport(), zone, window: windowOf({ from, to, zone }, now) };
    return [windowWords(report), windowName(report)];
  };
  expect(words("2026-09-01", "2026-09-05")).toEqual([
    "2026-09-01 – 2026-09-05 America/Santiago",
    "1 Sep 2026 – 5 Sep 2026 America/Santiago",
  ]);
  expect(words("2026-09-06", "2026-09-06")).toEqual([
    "2026-09-06 America/Santiago",
    "6 Sep 2026 America/Santiago",
  ]);
});

it("names the end of a window that begins in the middle of a day with its time", () => {
  const window = { start: at("2026-05-30T10:00:00Z"), end: at("2026-05-31T00:00:00Z") };
  const report = { ...sampleReport(), zone: "UTC", window };
  expect(windowWords(report)).toBe("2026-05-30 10:00 – 2026-05-31 00:00 UTC");
  expect(windowName(report)).toBe("30 May 2026, 10:00 – 31 May 2026, 00:00 UTC");
});

describe("the gate", () => {
  const check = (uptime?: number) => ({ uptime }) as CheckReport;

  it("is passed by exactly the percentage", () => {
    const checks = [check(999 / 1000)];
    expect(checksBelow(gateOf("99.9"), checks)).toEqual([]);
    expect(checksBelow(gateOf("99.90001%"), checks)).toEqual(checks);
  });

  it("is neither passed nor missed without data", () => {
    expect(checksBelow(gateOf("100"), [check(undefined), check(1)])).toEqual([]);
  });

  it("is not decided while the history of a check could not be read, unless another one missed it", () => {
    const words = (uptime: number, unread: object[] = [{}]) => {
      const gate = { ...gateOf("99.9"), missed: checksBelow(gateOf("99.9"), [check(uptime)]) };
      return gateWords({ ...sampleReport(), checks: [check(uptime)], gate, unread: unread as Unread[] });
    };
    const bar = "at least 99.9% for each check";
    expect(words(1)).toBe(`Gate not decided: ${bar}, but the history of 1 check could not be read.`);
    expect(words(0.5)).toBe(`Gate missed: ${bar}; 1 check had less.`);
    expect(words(1, [])).toBe(`Gate passed: ${bar}.`);
  });

  it.each(["", "many", "101", "-1", "99,9", "1e1"])("refuses %j", (given) => {
    expect(() => gateOf(given)).toThrow("--fail-under: it must be a percentage from 0 to 100");
  });
});
