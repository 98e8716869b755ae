import fc from "fast-check";
import { availability, type StatusChange, type WindowAsked } from "../../../provider/functions/availability";

const NOW = 1000;

/** Flips from `"up@100 down@200"`, newest first as the service gives them. */
function story(text: string): StatusChange[] {
  const words = text.split(" ").filter((word) => word !== "");
  return words
    .map((word) => word.split("@"))
    .map(([status, at]) => ({ at: Number(at), up: status === "up" }))
    .reverse();
}

const sum = (flips: string, asked: WindowAsked, upNow = false) =>
  availability(story(flips), asked, NOW, upNow);

describe("the uptime of a window", () => {
  it("counts from flip to flip", () => {
    expect(sum("up@100 down@200 up@250", { start: 150, end: 350 })).toEqual({
      start: 150,
      end: 350,
      uptimeSeconds: 150,
      downtimeSeconds: 50,
      uptimeRatio: 0.75,
      upAtStart: true,
      startKnownFrom: "earlierFlip",
    });
  });

  it("takes the status at the beginning from the flip before, however often the check was not up before", () => {
    const paused = sum("down@100 down@200", { start: 150, end: 300 });
    expect(paused).toMatchObject({ upAtStart: false, startKnownFrom: "earlierFlip", uptimeRatio: 0 });
  });

  it("supposes the opposite of the first flip where there is none before", () => {
    expect(sum("up@200", { start: 100, end: 300 })).toMatchObject({ upAtStart: false, uptimeRatio: 0.5 });
    expect(sum("down@200", { start: 100, end: 300 })).toMatchObject({ upAtStart: true, uptimeRatio: 0.5 });
    expect(sum("down@200", { start: 100, end: 150 })).toMatchObject({
      uptimeRatio: 1,
      startKnownFrom: "firstFlip",
    });
  });

  it("goes by the present status where nothing ever changed", () => {
    for (const upNow of [true, false]) {
      expect(sum("", { start: 100, end: 200 }, upNow)).toMatchObject({
        upAtStart: upNow,
        uptimeRatio: upNow ? 1 : 0,
        startKnownFrom: "presentStatus",
      });
    }
  });

  it("does not count what is still to come", () => {
    expect(sum("up@900", { start: 800, end: 5000 })).toMatchObject({ end: NOW, uptimeRatio: 0.5 });
    expect(sum("up@900", { start: 2000 })).toMatchObject({ start: NOW, end: NOW, downtimeSeconds: 0 });
    expect(sum("up@900", { start: 2000 })).not.toHaveProperty("uptimeRatio");
  });

  it("takes the newest flip for now where the service's clock is ahead", () => {
    expect(sum("up@1500 down@2000", { seconds: 800 })).toMatchObject({
      start: 1200,
      end: 2000,
      uptimeSeconds: 500,
    });
  });

  it("begins at the oldest flip when no beginning is given, and without any has no length", () => {
    expect(sum("up@300 down@700", {})).toMatchObject({ start: 300, end: NOW, uptimeSeconds: 400 });
    expect(sum("", {})).toMatchObject({ start: NOW, end: NOW, uptimeSeconds: 0, downtimeSeconds: 0 });
  });

  it("begins at the later of start and so many seconds ago", () => {
    expect(sum("up@1", { start: 100, seconds: 300 })).toMatchObject({ start: 700 });
    expect(sum("up@1", { start: 800, seconds: 300 })).toMatchObject({ start: 800 });
  });

  it("holds a flip at its first second for inside, and one at its end for outside", () => {
    expect(sum("down@1 up@100", { start: 100, end: 200 })).toMatchObject({ uptimeRatio: 1 });
    expect(sum("down@1 up@200", { start: 100, end: 200 })).toMatchObject({ uptimeRatio: 0 });
  });

  it("lets the newest of several flips in one second count", () => {
    expect(sum("up@1 down@100 up@100", { start: 50, end: 200 })).toMatchObject({ uptimeRatio: 1 });
    expect(sum("down@1 up@100 down@100", { start: 100, end: 200 })).toMatchObject({ uptimeRatio: 0 });
  });

  it("comes to the same as looking at each second of its own", () => {
    const time = fc.integer({ min: 0, max: 60 });
    const flips = fc.array(fc.record({ at: time, up: fc.boolean() }), { maxLength: 12 });
    const asked = fc.record(
      { start: time, end: fc.integer({ min: 0, max: 80 }), seconds: fc.integer({ min: 1, max: 70 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        flips,
        asked,
        fc.integer({ min: 0, max: 70 }),
        fc.boolean(),
        (unsorted, window, now, upNow) => {
          const oldestFirst = unsorted.toSorted((a, b) => a.at - b.at);
          const result = availability(oldestFirst.toReversed(), window, now, upNow);
          expect(result).toMatchObject(secondBySecond(oldestFirst, window, now, upNow));
          expect(result.uptimeSeconds + result.downtimeSeconds).toBe(result.end - result.start);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

/** Walks through time and asks at each second whether it belongs to the window and whether the check is up. */
function secondBySecond(oldestFirst: StatusChange[], asked: WindowAsked, clock: number, upNow: boolean) {
  const now = Math.max(clock, ...oldestFirst.map(({ at }) => at));
  const [oldest] = oldestFirst;
  let up = oldest === undefined ? upNow : !oldest.up;
  let uptimeSeconds = 0;
  let downtimeSeconds = 0;
  for (let second = -100; second < now; second++) {
    for (const flip of oldestFirst) if (flip.at === second) up = flip.up;
    const begun =
      asked.start === undefined && asked.seconds === undefined
        ? oldest !== undefined && second >= oldest.at
        : second >= (asked.start ?? -100) && (asked.seconds === undefined || second >= now - asked.seconds);
    if (!begun || (asked.end !== undefined && second >= asked.end)) continue;
    if (up) uptimeSeconds += 1;
    else downtimeSeconds += 1;
  }
  const length = uptimeSeconds + downtimeSeconds;
  return { uptimeSeconds, downtimeSeconds, ...(length > 0 && { uptimeRatio: uptimeSeconds / length }) };
}
