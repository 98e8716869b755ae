import { DIALECTS } from "../../../../emulator/monitor/dialect";
import { type Flip, parseFlipFilter, selectFlips } from "../../../../emulator/monitor/flip";

const parse = (query: string) => parseFlipFilter(new URLSearchParams(query));

describe("the filters of flips", () => {
  it.each([
    ["", {}],
    ["seconds=", {}],
    ["seconds=0", {}],
    ["seconds=31536000", { seconds: 31_536_000 }],
    ["seconds=5.00", { seconds: 5 }],
    ["start=0&end=10000000000", { start: 0, end: 1e13 }],
    ["start=1&start=2", { start: 2000 }],
  ])("%j is accepted", (query, filter) => {
    expect(parse(query)).toEqual(filter);
  });

  it.each([
    "seconds=x",
    "seconds=-1",
    "seconds=31536001",
    "seconds=1.5",
    "start=",
    "end=1.0",
    "start=10000000001",
    "end=-1",
  ])("%j is refused", (query) => {
    expect(parse(query)).toBeUndefined();
  });
});

describe("selecting flips", () => {
  const flips: Flip[] = [
    { at: 1000, from: "new", to: "up" },
    { at: 2000, from: "up", to: "down" },
    { at: 3000, from: "down", to: "paused" },
  ];
  const times = (filter: object, dialect = DIALECTS.server) =>
    selectFlips(flips, filter, 4000, dialect).map((flip) => flip.at);

  it("gives the newest first, start inclusive and end exclusive", () => {
    expect(times({})).toEqual([3000, 2000, 1000]);
    expect(times({ start: 2000 })).toEqual([3000, 2000]);
    expect(times({ end: 2000 })).toEqual([1000]);
    expect(times({ seconds: 2 })).toEqual([3000, 2000]);
  });

  it("is stricter in the document's dialect", () => {
    expect(times({}, DIALECTS.spec)).toEqual([2000]);
    expect(times({ start: 2000 }, DIALECTS.spec)).toEqual([]);
  });
});
