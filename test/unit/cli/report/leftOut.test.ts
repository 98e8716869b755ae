import fc from "fast-check";
import { jsonReport } from "../../../../cli/report/formats";
import { leaveOut, leftOutOf } from "../../../../cli/report/leftOut";
import { checkNotes, readingNotes } from "../../../../cli/report/words";
import type { History, State, Stretch, Window } from "../../../../provider/monitor/uptime/history";
import { at, check, down, sampleReport, up } from "../../../support/cli/report/sample";

const refusal = (given: string) => {
  try {
    return leftOutOf([given], "UTC");
  } catch (error) {
    return (error as Error).message;
  }
};

describe("--leave-out", () => {
  it("takes two times, or dates, of which the last one counts", () => {
    expect(
      leftOutOf(["2026-05-04T00:00Z..2026-05-04T01:30Z", "2026-05-06..2026-05-07"], "Europe/Riga"),
    ).toEqual([
      { start: at("2026-05-04T00:00:00Z"), end: at("2026-05-04T01:30:00Z") },
      { start: at("2026-05-05T21:00:00Z"), end: at("2026-05-07T21:00:00Z") },
    ]);
  });

  it.each(["2026-05-04", "..2026-05-04", "2026-05-04..", "a..b", "1..2..3"])("refuses %j", (given) =>
    expect(refusal(given)).toContain("--leave-out"),
  );

  it("refuses a time that ends before it begins", () => {
    expect(refusal("2026-05-04T02:00Z..2026-05-04T01:00Z")).toContain("has no length");
  });
});

describe("time that is left out", () => {
  const END = 100;
  const states = fc.constantFrom<State>("up", "down", "paused", "unknown");
  const history = fc.array(states, { minLength: END, maxLength: END }).map((seconds): History => {
    const stretches = seconds.map((state, from): Stretch => ({ from, to: from + 1, state }));
    const joined: Stretch[] = [];
    for (const one of stretches) {
      const last = joined.at(-1);
      if (last?.state === one.state) last.to = one.to;
      else joined.push({ ...one });
    }
    const present = joined.at(-1)?.state ?? "unknown";
    return { stretches: joined, everything: joined, present, basis: "flip" };
  });
  const window = fc
    .tuple(fc.integer({ min: -5, max: END }), fc.integer({ min: 1, max: 40 }))
    .map(([start, length]): Window => ({ start, end: start + length }));
  const stateAt = (stretches: readonly Stretch[], second: number) =>
    stretches.find(({ from, to }) => from <= second && second < to)?.state;

  it("is unknown, second by second, and all other time as it was", () => {
    fc.assert(
      fc.property(history, fc.array(window, { maxLength: 4 }), (before, leftOut) => {
        const after = leaveOut(before, leftOut).stretches;
        for (let second = 0; second < END; second++) {
          const isOut = leftOut.some(({ start, end }) => start <= second && second < end);
          expect(stateAt(after, second)).toBe(isOut ? "unknown" : stateAt(before.stretches, second));
        }
        expect([after[0]?.from, after.at(-1)?.to]).toEqual([0, END]);
      }),
    );
  });

  it("ends an incident, or begins it, and is told", () => {
    const flips = [
      up(at("2026-05-01T00:00:00Z")),
      down(at("2026-05-10T00:00:00Z")),
      up(at("2026-05-10T04:00:00Z")),
    ];
    const checks = [check({ slug: "backup", flips })];
    const leftOut = [{ start: at("2026-05-10T01:00:00Z"), end: at("2026-05-10T03:00:00Z") }];
    const report = sampleReport({ checks }, leftOut);
    const [one] = report.checks;
    expect(one?.incidents.map(({ seconds, startKnown }) => [seconds, startKnown])).toEqual([
      [3600, true],
      [3600, false],
    ]);
    expect(one?.downSeconds).toBe(7200);
    expect(readingNotes(report).join()).toContain(
      "Left out as if nothing were known of it: 2026-05-10 01:00 to 2026-05-10 03:00.",
    );
    const notes = (report_: typeof report) =>
      report_.checks.flatMap((reported) => checkNotes(reported, report_));
    expect(notes(report)).toEqual(notes(sampleReport({ checks })));
  });

  it("is one stretch of JSON with what is unknown beside it", () => {
    const checks = [check({ slug: "backup", flips: [up(at("2026-05-02T00:00:00Z"))] })];
    const edges = ["2026-05-01T12:00:00Z", "2026-05-02T06:00:00Z", "2026-05-02T12:00:00Z"].map(at);
    const leftOut = [0, 1].map((nth) => ({ start: edges[nth] ?? 0, end: edges[nth + 1] ?? 0 }));
    const { timeline } = JSON.parse(jsonReport(sampleReport({ checks }, leftOut))).checks[0];
    expect(timeline.map(({ state, to }: { state: State; to: string }) => [state, to])).toMatchObject([
      ["unknown", "2026-05-02T12:00:00Z"],
      ["up", expect.anything()],
    ]);
  });
});
