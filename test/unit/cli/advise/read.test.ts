import { adviceFor } from "../../../../cli/advise/advice";
import { knownOf } from "../../../../cli/advise/read";
import type { FlipList } from "../../../../provider/monitor/api";
import { BEGIN, HOUR, times } from "../../../support/cli/advise/histories";

const SETTINGS = { times: { timeout: 6 * 3600 }, grace: 3600 };
const EVENINGS = 24;

const iso = (at: number) => new Date(at).toISOString();

/** A ping every six hours; each evening the check goes down by itself, or is paused, until the ping of midnight. */
function eachEvening(type: "success" | "fail") {
  const documents = times(4 * EVENINGS + 1, (index) => ({
    n: index + 1,
    type: type === "fail" && index % 4 === 3 ? "fail" : "success",
    date: iso(BEGIN + index * 6 * HOUR),
    rid: null,
  }));
  const flips: FlipList["flips"] = times(EVENINGS, (day) => {
    const midnight = BEGIN + (day + 1) * 24 * HOUR;
    const down = midnight - (type === "fail" ? 6 : 5) * HOUR;
    return [
      { timestamp: iso(midnight), up: 1 as const },
      { timestamp: iso(down), up: 0 as const },
    ];
  })
    .toReversed()
    .flat();
  flips.push({ timestamp: iso(BEGIN), up: 1 });
  const last_ping = documents.at(-1)?.date;
  const live = {
    ...{ name: "", slug: "sync", tags: "", status: "up", n_pings: documents.length, last_ping },
    ...{ timeout: SETTINGS.times.timeout, grace: SETTINGS.grace },
  };
  const now = BEGIN + EVENINGS * 24 * HOUR + HOUR;
  const known = knownOf({ live, settings: SETTINGS }, documents, { flips, everyChange: true }, now);
  if (!known) throw new Error("its pings have no times");
  const advice = adviceFor({ ...known, settings: SETTINGS, zones: ["UTC"] }, 0);
  return { ...known, flaps: advice.some(({ about }) => about === "flapping") };
}

describe("a check that was not up each evening", () => {
  it("does not flap when somebody paused it: its ping was not expected yet", () => {
    const { downs, history, flaps } = eachEvening("success");
    expect(history.filter(({ kind }) => kind === "break")).toHaveLength(EVENINGS);
    expect([downs, flaps]).toEqual([0, false]);
  });

  it("flaps when its job failed", () => {
    const { downs, flaps } = eachEvening("fail");
    expect([downs, flaps]).toEqual([EVENINGS, true]);
  });
});
