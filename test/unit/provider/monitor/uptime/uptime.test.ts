import fc from "fast-check";
import { incidentsOf } from "../../../../../cli/report/incidents";
import {
  completeFrom,
  historyOf,
  oldestFirst,
  type Seen,
  type Stretch,
  type Window,
} from "../../../../../provider/monitor/uptime/history";
import { knownRatioOf, measure, uptimeOf } from "../../../../../provider/monitor/uptime/measure";
import { lives, really, type Truth, told as toldOf } from "../../../../support/provider/rememberingService";

const at = (time: string) => Date.parse(time) / 1000;

const NOW = at("2026-05-20T00:00:00Z");
const HOUR = 3600;
const WINDOW: Window = { start: NOW - 10 * HOUR, end: NOW };

const up = (hoursAgo: number) => ({ at: NOW - hoursAgo * HOUR, up: true });
const down = (hoursAgo: number) => ({ at: NOW - hoursAgo * HOUR, up: false });

/** What is known, in words: `up 4, down 6` are hours. `flips` are told oldest first. */
function told({ flips, ...rest }: Partial<Seen> & Pick<Seen, "flips">, window = WINDOW): string {
  const given = { status: "up", everyChange: true, nPings: 9, lastPing: NOW - HOUR, ...rest };
  const seen = { ...given, flips: flips.toReversed() };
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
    expect(told({ flips: [up(20), up(6), down(2)], status: "down" })).toBe("up 8, down 2");
    expect(told({ flips: [up(20), up(6), down(2)], status: "paused" })).toBe("up 8, paused 2");
  });

  it("is down while a run that was overdue goes on, also beside another one's success, after which no change is on record", () => {
    const held = { status: "down", isRunning: true, lastPing: NOW - 5 * HOUR };
    const flips = [up(20), down(8), down(8), up(5)];
    expect(told({ ...held, flips })).toBe("up 2, down 8");
    const again = [up(20), down(8), down(8), down(8), up(5), up(4)];
    expect(told({ ...held, flips: again, lastPing: NOW - 4 * HOUR })).toBe("up 2, down 8");
    // Without a second alarm of that time nothing tells why it is down.
    expect(told({ ...held, flips: [up(20), down(8), up(5)] })).toBe("up 2, down 3, unknown 5");
    expect(told({ ...held, flips: [up(30), down(25), down(25), up(20), down(8), up(5)] })).toBe(
      "up 2, down 3, unknown 5",
    );
    // A run that began since may be the overdue one, before the service has recorded that, as may a missed one.
    expect(told({ ...held, flips, lastPing: NOW - HOUR })).toBe("up 2, unknown 3, up 4, unknown 1");
    expect(told({ ...held, flips, isRunning: false })).toBe("up 2, unknown 8");
    expect(told({ ...held, flips, status: "paused" })).toBe("up 2, unknown 8");
  });

  it("is down until a run that was overdue has ended, of which the service dates the alarm before another one's success", () => {
    expect(told({ flips: [up(20), down(8), down(8), up(5), up(3)] })).toBe("up 2, down 5, up 3");
    expect(told({ flips: [up(20), down(9), down(8), up(5), up(3)] })).toBe("up 1, down 6, up 3");
    expect(told({ flips: [up(20), down(8), down(8), down(8), up(5), up(4), up(3)] })).toBe(
      "up 2, down 5, up 3",
    );
  });

  it("is the same in whatever order the flips come", () => {
    const flips = [up(20), down(8), down(6), up(6), down(3), up(2)];
    const seen = { status: "up", everyChange: true, nPings: 9, lastPing: NOW };
    const of = (given: Seen["flips"]) =>
      historyOf({ ...seen, flips: given }, WINDOW, NOW).stretches.map(inHours);
    const expected = "up 2, unknown 2, up 3, down 1, up 2";
    expect(of(flips).join(", ")).toBe(expected);
    expect(of(flips.toReversed()).join(", ")).toBe(expected);
    expect(of([down(3), up(2), up(20), down(8)]).join(", ")).toBe("up 2, unknown 6, up 2");
  });

  describe("at its beginning", () => {
    it("starts with the first flip of a check that came up in the window", () => {
      expect(told({ flips: [up(3)] })).toBe("unknown 7, up 3");
    });

    it("is nothing before a first flip down: it was new then, or up for nobody knows how long", () => {
      expect(told({ flips: [down(3), up(1)] })).toBe("unknown 7, down 2, up 1");
      expect(told({ flips: [down(3)], status: "paused" })).toBe("unknown 7, paused 3");
    });

    it("is as it is now when nothing changed on a service that records every change", () => {
      expect(told({ flips: [] })).toBe("up 10");
      expect(told({ flips: [], status: "grace" })).toBe("up 10");
      expect(told({ flips: [], status: "down" })).toBe("down 10");
      expect(told({ flips: [], status: "paused" })).toBe("paused 10");
    });

    it("is up from its last ping on where the service does not record how a check came up", () => {
      const everyChange = false;
      expect(told({ flips: [], everyChange, lastPing: NOW - 3 * HOUR })).toBe("unknown 7, up 3");
      expect(told({ flips: [], everyChange, lastPing: undefined })).toBe("unknown 10");
      for (const status of ["down", "paused", "new"]) {
        expect(told({ flips: [], everyChange, status })).toBe("unknown 10");
      }
    });

    it("is nothing for a check that is new, or of a status that we do not know", () => {
      expect(told({ flips: [], status: "new" })).toBe("unknown 10");
      expect(told({ flips: [], status: "confused" })).toBe("unknown 10");
    });

    it("is nothing for a check that was never pinged", () => {
      expect(told({ flips: [down(3)], status: "paused", nPings: 0 })).toBe("unknown 10");
      expect(told({ flips: [], status: "down", nPings: 0 })).toBe("unknown 10");
    });

    it("says how it is known", () => {
      const basis = (seen: Partial<Seen>) =>
        historyOf({ status: "up", everyChange: true, flips: [], ...seen }, WINDOW, NOW).basis;
      expect(basis({ flips: [up(20)] })).toBe("flip");
      expect(basis({ flips: [down(5)] })).toBe("flip");
      expect(basis({})).toBe("presentStatus");
      expect(basis({ everyChange: false, lastPing: NOW })).toBe("lastPing");
      expect(basis({ status: "new" })).toBe("nothing");
    });
  });

  describe("of pauses", () => {
    it("is the present one, from the flip that began it", () => {
      expect(told({ flips: [up(20), down(4)], status: "paused" })).toBe("up 6, paused 4");
    });

    it("is nothing before the last of several changes that led to it: a failure, or a pause that is on record twice", () => {
      expect(told({ flips: [up(20), down(6), down(4)], status: "paused" })).toBe("up 4, unknown 2, paused 4");
      const twiceAndFailed = [up(20), down(8), down(6), down(4)];
      expect(told({ flips: twiceAndFailed, status: "paused" })).toBe("up 2, unknown 4, paused 4");
    });

    it("is not downtime when it is on record twice", () => {
      const flips = [up(20), down(8), down(6), down(4)];
      expect(told({ flips, status: "new" })).toBe("up 2, unknown 2, paused 6");
      expect(told({ flips, status: "down" })).toBe("up 2, unknown 2, paused 2, down 4");
      expect(told({ flips: [...flips, up(3)] })).toBe("up 2, unknown 5, up 3");
    });

    it("is the last one, too, while a resumed check waits for its ping", () => {
      expect(told({ flips: [up(20), down(6), down(4)], status: "new" })).toBe("up 4, paused 6");
    });

    it("is the time between a pause and the failure that ended it", () => {
      expect(told({ flips: [up(20), down(6), down(4)], status: "down" })).toBe("up 4, paused 2, down 4");
    });

    it("is nothing before the end of a pause that is the first on record", () => {
      expect(told({ flips: [down(4)], status: "new" })).toBe("unknown 6, paused 4");
    });

    it("is not downtime once it was resumed and pinged, but not known: it may have followed a failure", () => {
      expect(told({ flips: [up(20), down(6), down(5), up(4)] })).toBe("up 4, unknown 2, up 4");
    });

    it("cannot be told from downtime when a ping ended it", () => {
      expect(told({ flips: [up(20), down(6), up(4)] })).toBe("up 4, down 2, up 4");
    });

    it("is not known where the service does not record pauses", () => {
      const bare = { everyChange: false, lastPing: NOW - 6 * HOUR };
      expect(told({ ...bare, flips: [up(20)], status: "paused" })).toBe("up 4, unknown 6");
      expect(told({ ...bare, flips: [up(20), down(8)], status: "new" })).toBe("up 2, unknown 8");
      expect(told({ ...bare, flips: [up(20), down(8)], status: "paused" })).toBe("up 2, unknown 8");
      expect(told({ ...bare, flips: [up(20), up(4)] })).toBe("unknown 6, up 4");
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
      // What came before stays as it was told.
      const failedBefore = [up(20), down(9), up(8), down(6)];
      expect(told({ flips: failedBefore, lastPing: NOW - 3 * HOUR })).toBe(
        "up 1, down 1, up 2, unknown 3, up 3",
      );
    });

    it("is not concluded from a status that we do not know", () => {
      expect(told({ flips: [up(20)], status: "confused" })).toBe("up 10");
      expect(told({ flips: [up(20), down(4)], status: "confused" })).toBe("up 6, down 4");
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
  });

  it("may reach further back", () => {
    const early = completeFrom(NOW) - 3 * HOUR;
    const window = { start: early - HOUR, end: early + 2 * HOUR };
    expect(told({ flips: [{ at: early, up: true }] }, window)).toBe("unknown 1, up 2");
  });
});

describe("incidents", () => {
  const incidents = (flips: Seen["flips"], status: string, window = WINDOW) =>
    incidentsOf(historyOf({ flips: flips.toReversed(), status, everyChange: true }, window, NOW), window);

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

  it("that a change of this very second ended are over", () => {
    expect(incidents([up(20), down(2), up(0)], "up")).toMatchObject([{ end: NOW, goesOn: false }]);
    expect(incidents([up(20), down(2), down(0)], "paused")).toEqual([]);
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

describe("what is said of a check, compared with what the service itself knows of it", () => {
  const FROM = completeFrom(NOW) + 3 * 24 * HOUR;
  const instant = fc
    .integer({ min: 0, max: (NOW - FROM) / HOUR })
    .map((hours) => FROM - 240 * HOUR + hours * HOUR);
  const windows = fc
    .tuple(instant, instant)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
  const runs = { numRuns: 500 };

  /** Each second that is said to be so must have been so: all of them, when each stretch is looked at. */
  function falsely(life: readonly Truth[], seen: Seen, window: Window) {
    const { stretches } = historyOf(seen, window, NOW);
    const wrong = (state: string, was: string[]) =>
      stretches
        .filter((stretch) => stretch.state === state)
        .reduce((sum, { from, to }) => {
          return sum + really(life, { start: from, end: to }, (status) => !was.includes(status ?? "none"));
        }, 0);
    return {
      up: wrong("up", ["up"]),
      paused: wrong("paused", ["paused", "new"]),
      down: wrong("down", ["down"]),
    };
  }

  it("never says up of time in which it was not, nor paused, nor anything before it was made", () => {
    fc.assert(
      fc.property(lives(FROM, NOW), windows, (life, window) => {
        const { up, paused } = falsely(life, toldOf(life, true), window);
        expect([up, paused]).toEqual([0, 0]);
      }),
      runs,
    );
  });

  it("never says up before a check was made where only changes between up and down are recorded", () => {
    fc.assert(
      fc.property(lives(FROM, NOW), windows, (life, { end }) => {
        const made = life[0]?.at ?? end;
        const { stretches } = historyOf(toldOf(life, false), { start: made - 480 * HOUR, end: made }, NOW);
        expect(new Set(stretches.map(({ state }) => state))).toEqual(new Set(["unknown"]));
      }),
      runs,
    );
  });

  it("has exactly the service's own downtime where nobody paused the check", () => {
    fc.assert(
      fc.property(lives(FROM, NOW, false), windows, (life, window) => {
        const { downSeconds, upSeconds } = measure(historyOf(toldOf(life, true), window, NOW).stretches);
        expect(downSeconds).toBe(really(life, window, (status) => status === "down"));
        expect(upSeconds).toBe(really(life, window, (status) => status === "up"));
      }),
      runs,
    );
  });

  it("says down of a pause only where a ping ended it, and of nothing else that was not down", () => {
    fc.assert(
      fc.property(lives(FROM, NOW), windows, (life, window) => {
        const { down } = falsely(life, toldOf(life, true), window);
        const pausesEndedByPing = life.filter(
          ({ status }, index) =>
            status === "paused" && life[index - 1]?.status === "up" && life[index + 1]?.status === "up",
        );
        const firstOnRecord = life[1]?.status === "paused" && life[2]?.status === "up";
        if (pausesEndedByPing.length === 0 && !firstOnRecord) expect(down).toBe(0);
      }),
      runs,
    );
  });

  it("leaves no downtime out: it is down, or not known", () => {
    fc.assert(
      fc.property(lives(FROM, NOW), windows, (life, window) => {
        const { stretches } = historyOf(toldOf(life, true), window, NOW);
        const { downSeconds, unknownSeconds } = measure(stretches);
        expect(downSeconds + unknownSeconds).toBeGreaterThanOrEqual(
          really(life, window, (status) => status === "down"),
        );
      }),
      runs,
    );
  });

  it("invents nothing where the service has forgotten the older flips", () => {
    const old = completeFrom(NOW) - 40 * 24 * HOUR;
    const window = { start: completeFrom(NOW) - 20 * 24 * HOUR, end: NOW };
    fc.assert(
      fc.property(lives(old, NOW), (life) => {
        const { up, paused } = falsely(life, toldOf(life, true, completeFrom(NOW)), window);
        expect([up, paused]).toEqual([0, 0]);
      }),
      runs,
    );
  });

  it("goes with the incidents, which add up to the downtime", () => {
    fc.assert(
      fc.property(lives(FROM, NOW), windows, fc.boolean(), (life, window, everyChange) => {
        const history = historyOf(toldOf(life, everyChange), window, NOW);
        const inWindow = incidentsOf(history, window).map(({ secondsInWindow }) => secondsInWindow);
        expect(inWindow.reduce((total, seconds) => total + seconds, 0)).toBe(
          measure(history.stretches).downSeconds,
        );
      }),
    );
  });

  it("is the same in whatever order the flips come", () => {
    fc.assert(
      fc.property(
        lives(FROM, NOW).chain((life) => {
          const seen = toldOf(life, true);
          const shuffled = fc.shuffledSubarray([...seen.flips], { minLength: seen.flips.length });
          return fc.tuple(fc.constant(seen), shuffled);
        }),
        windows,
        ([seen, flips], window) => {
          expect(historyOf({ ...seen, flips }, window, NOW)).toEqual(historyOf(seen, window, NOW));
        },
      ),
    );
  });
});

describe("the ratio of uptime", () => {
  it("is about known time: a check made ten days ago, with thirty asked, was up for all that is known", () => {
    const seen = { flips: [up(240)], everyChange: true, status: "up", nPings: 240, lastPing: NOW };
    const { stretches } = historyOf(seen, { start: NOW - 720 * HOUR, end: NOW }, NOW);
    expect([uptimeOf(measure(stretches)), measure(stretches).upSeconds]).toEqual([1, 240 * HOUR]);
  });

  it("is none where nothing is known", () => {
    expect(uptimeOf(measure([{ from: 0, to: 10, state: "paused" }]))).toBeUndefined();
    expect(knownRatioOf(measure([{ from: 0, to: 10, state: "paused" }]))).toBe(0);
    expect(knownRatioOf(measure([]))).toBeUndefined();
  });
});

it("takes several flips in one second in the list's order, whichever way it runs", () => {
  const flips = [up(5), down(3), up(3), down(2)];
  expect(oldestFirst(flips)).toEqual(flips);
  expect(oldestFirst(flips.toReversed())).toEqual(flips);
});
