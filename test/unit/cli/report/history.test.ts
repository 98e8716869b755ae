import fc from "fast-check";
import { completeFrom, historyOf, type Seen, type Stretch } from "../../../../cli/report/history";
import { incidentsOf } from "../../../../cli/report/incidents";
import { measure, uptimeOf } from "../../../../cli/report/measure";
import type { Window } from "../../../../cli/report/window";
import { availability } from "../../../../provider/functions/availability";
import { at } from "./sample";

const NOW = at("2026-05-20T00:00:00Z");
const HOUR = 3600;
const WINDOW: Window = { start: NOW - 10 * HOUR, end: NOW };

const up = (hoursAgo: number) => ({ at: NOW - hoursAgo * HOUR, up: true });
const down = (hoursAgo: number) => ({ at: NOW - hoursAgo * HOUR, up: false });

/** What is known, in words: `up 4, down 6` are hours. `flips` are told oldest first. */
function told({ flips, ...rest }: Partial<Seen> & Pick<Seen, "flips">, window = WINDOW): string {
  const seen = { status: "up", nPings: 9, lastPing: NOW - HOUR, ...rest, flips: flips.toReversed() };
  return historyOf(seen, window, NOW).stretches.map(inHours).join(", ");
}

const inHours = ({ from, to, state }: Stretch) => `${state} ${(to - from) / HOUR}`;

describe("what is known of a check", () => {
  it("changes with each flip", () => {
    expect(told({ flips: [up(20), down(8), up(5)] })).toBe("up 2, down 3, up 5");
  });

  it("is the same before and after the window's edges", () => {
    const window = { start: NOW - 7 * HOUR, end: NOW - 6 * HOUR };
    expect(told({ flips: [up(20), down(8), up(5)] }, window)).toBe("down 1");
  });

  it("counts a check that is late within its grace time as up", () => {
    expect(told({ flips: [up(20)], status: "grace" })).toBe("up 10");
  });

  it("takes the newest of several flips in one second", () => {
    expect(told({ flips: [up(20), down(4), up(4)] })).toBe("up 10");
    expect(told({ flips: [up(20), up(4), down(4)], status: "down" })).toBe("up 6, down 4");
  });

  it("joins flips that change nothing", () => {
    expect(told({ flips: [up(20), down(6), down(5), up(2)] })).toBe("up 4, down 4, up 2");
  });

  describe("at its beginning", () => {
    it("starts with the first flip of a check that came up in the window", () => {
      expect(told({ flips: [up(3)] })).toBe("unknown 7, up 3");
    });

    it("is taken to have been up before a first flip down", () => {
      expect(told({ flips: [down(3), up(1)] })).toBe("up 7, down 2, up 1");
    });

    it("is as it is now when nothing ever changed", () => {
      expect(told({ flips: [] })).toBe("up 10");
      expect(told({ flips: [], status: "grace" })).toBe("up 10");
      expect(told({ flips: [], status: "down" })).toBe("down 10");
      expect(told({ flips: [], status: "paused" })).toBe("paused 10");
    });

    it("is nothing for a check that is new, or of a status that we do not know", () => {
      expect(told({ flips: [], status: "new" })).toBe("unknown 10");
      expect(told({ flips: [], status: "confused" })).toBe("unknown 10");
    });

    it("is up for no longer than its pings can have kept it up", () => {
      expect(told({ flips: [], nPings: 3, period: HOUR })).toBe("unknown 7, up 3");
      expect(told({ flips: [down(3), up(1)], nPings: 4, period: HOUR })).toBe(
        "unknown 3, up 4, down 2, up 1",
      );
      expect(told({ flips: [up(5)], nPings: 1, period: HOUR })).toBe("unknown 5, up 5");
    });

    it("is never up for a check that was never pinged", () => {
      expect(told({ flips: [down(3)], status: "paused", nPings: 0 })).toBe("unknown 7, paused 3");
      expect(told({ flips: [], status: "down", nPings: 0 })).toBe("unknown 10");
    });

    it("says how it is known", () => {
      const basis = (seen: Partial<Seen>) =>
        historyOf({ status: "up", flips: [], ...seen }, WINDOW, NOW).basis;
      expect(basis({ flips: [up(20)] })).toBe("flip");
      expect(basis({ flips: [down(20)] })).toBe("flip");
      expect(basis({ flips: [down(5)] })).toBe("firstFlip");
      expect(basis({})).toBe("presentStatus");
      expect(basis({ status: "new" })).toBe("nothing");
    });
  });

  describe("of pauses", () => {
    it("is the present one, from the flip that began it", () => {
      expect(told({ flips: [up(20), down(4)], status: "paused" })).toBe("up 6, paused 4");
      expect(told({ flips: [up(20), down(6), down(4)], status: "paused" })).toBe("up 4, down 2, paused 4");
    });

    it("is the last one, too, while a resumed check waits for its ping", () => {
      expect(told({ flips: [up(20), down(6), down(4)], status: "new" })).toBe("up 4, paused 6");
    });

    it("is nothing before the end of a pause that is the first on record", () => {
      expect(told({ flips: [down(4)], status: "new" })).toBe("unknown 6, paused 4");
    });

    it("cannot be told from downtime once it has ended", () => {
      expect(told({ flips: [up(20), down(6), up(4)] })).toBe("up 4, down 2, up 4");
    });
  });

  describe("where flips are missing", () => {
    it("ends with the last ping of a check that is said to be down, paused or new, but never flipped", () => {
      const flips = [up(20)];
      expect(told({ flips, status: "down", lastPing: NOW - 3 * HOUR })).toBe("up 7, unknown 3");
      expect(told({ flips, status: "paused", lastPing: NOW - 3 * HOUR })).toBe("up 7, unknown 3");
      expect(told({ flips, status: "new", lastPing: undefined })).toBe("unknown 10");
    });

    it("goes on with the last ping of a check that is up, but never flipped up", () => {
      const flips = [up(20), down(8)];
      expect(told({ flips, lastPing: NOW - 3 * HOUR })).toBe("up 2, unknown 5, up 3");
    });
  });
});

describe("what the service keeps", () => {
  it("is complete from the first of the month before the last one", () => {
    expect(completeFrom(at("2026-05-20T10:00:00Z"))).toBe(at("2026-03-01T00:00:00Z"));
    expect(completeFrom(at("2026-01-01T00:00:00Z"))).toBe(at("2025-11-01T00:00:00Z"));
  });

  it("says nothing of the time before, whatever is concluded from what came after", () => {
    const window = { start: completeFrom(NOW) - HOUR, end: completeFrom(NOW) + HOUR };
    expect(told({ flips: [] }, window)).toBe("unknown 1, up 1");
    expect(told({ flips: [down(8), up(5)] }, window)).toBe("unknown 1, up 1");
  });

  it("may reach further back", () => {
    const early = completeFrom(NOW) - 3 * HOUR;
    const window = { start: early - HOUR, end: early + 2 * HOUR };
    expect(told({ flips: [{ at: early, up: true }] }, window)).toBe("unknown 1, up 2");
  });
});

describe("incidents", () => {
  const incidents = (flips: Seen["flips"], status: string, window = WINDOW) =>
    incidentsOf(historyOf({ flips: flips.toReversed(), status }, window, NOW), window);

  it("tell when they began and ended, be it outside of the window", () => {
    const window = { start: NOW - 7 * HOUR, end: NOW - 6 * HOUR };
    expect(incidents([up(20), down(8), up(5)], "up", window)).toEqual([
      {
        start: NOW - 8 * HOUR,
        startKnown: true,
        end: NOW - 5 * HOUR,
        goesOn: false,
        seconds: 3 * HOUR,
        secondsInWindow: HOUR,
      },
    ]);
  });

  it("go on while the check is down", () => {
    expect(incidents([up(20), down(2)], "down")).toMatchObject([
      { end: NOW, goesOn: true, seconds: 2 * HOUR },
    ]);
  });

  it("say when their beginning is forgotten", () => {
    expect(incidents([], "down")).toMatchObject([
      { start: completeFrom(NOW), startKnown: false, goesOn: true },
    ]);
  });

  it("that only touch the window are none of it", () => {
    expect(incidents([up(20), down(12), up(10)], "up")).toEqual([]);
  });
});

describe("the ratio of uptime", () => {
  // A hundred days around the time from which data is complete, in hours, so that one may look at each.
  const FIRST = completeFrom(NOW) - 20 * 24 * HOUR;
  const hour = fc.integer({ min: -20 * 24, max: (NOW - completeFrom(NOW)) / HOUR });
  const instant = hour.map((hours) => completeFrom(NOW) + hours * HOUR);
  const flips = fc.array(fc.record({ at: instant, up: fc.boolean() }), { maxLength: 30 });
  const windows = fc
    .tuple(instant, instant)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

  it("agrees with looking at each hour", () => {
    fc.assert(
      fc.property(flips, windows, fc.constantFrom("up", "down", "new"), (given, window, empty) => {
        const newestFirst = given.toSorted((a, b) => b.at - a.at);
        const status = newestFirst[0] ? (newestFirst[0].up ? "up" : "down") : empty;
        const { stretches } = historyOf({ flips: newestFirst, status, nPings: 5 }, window, NOW);
        expect(uptimeOf(measure(stretches))).toBe(slowUptime(newestFirst, status, window));
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with the data source getFlips wherever all is known", () => {
    fc.assert(
      fc.property(flips, windows, (given, { start, end }) => {
        const before = { at: FIRST - HOUR, up: true };
        const newestFirst = [...given.toSorted((a, b) => b.at - a.at), before];
        const status = newestFirst[0]?.up ? "up" : "down";
        const { stretches } = historyOf({ flips: newestFirst, status }, { start, end }, NOW);
        const { uptimeRatio } = availability(newestFirst, { start, end }, NOW, status === "up");
        expect(uptimeOf(measure(stretches))).toBe(uptimeRatio);
      }),
    );
  });

  it("goes with the incidents, which add up to the downtime", () => {
    fc.assert(
      fc.property(flips, windows, (given, window) => {
        const newestFirst = given.toSorted((a, b) => b.at - a.at);
        const status = newestFirst[0]?.up ? "up" : "down";
        const history = historyOf({ flips: newestFirst, status }, window, NOW);
        const inWindow = incidentsOf(history, window).map(({ secondsInWindow }) => secondsInWindow);
        expect(inWindow.reduce((total, seconds) => total + seconds, 0)).toBe(
          measure(history.stretches).downSeconds,
        );
      }),
    );
  });

  /** The definition, an hour at a time. The flips and the window lie on whole hours. */
  function slowUptime(newestFirst: Seen["flips"], status: string, window: Window): number | undefined {
    let ups = 0;
    let downs = 0;
    for (let moment = window.start; moment < window.end; moment += HOUR) {
      const last = newestFirst.find((flip) => flip.at <= moment);
      const first = newestFirst.at(-1);
      let known: "up" | "down" | undefined;
      if (last) known = last.up ? "up" : "down";
      else if (moment < completeFrom(NOW)) known = undefined;
      else if (first) known = first.up ? undefined : "up";
      else known = status === "new" ? undefined : (status as "up" | "down");
      if (known === "up") ups++;
      if (known === "down") downs++;
    }
    return ups + downs === 0 ? undefined : ups / (ups + downs);
  }
});
