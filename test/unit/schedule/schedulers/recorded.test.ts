import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Conversion,
  convertKubernetes,
  convertNomad,
  convertSystemdTimer,
} from "../../../../schedule/schedulers";
import { firingsOf } from "../../../support/schedule/firings";

/**
 * What the schedulers' own programs answer: the Go modules robfig/cron 3.0.1 and hashicorp/cronexpr 1.1.3, with which
 * Kubernetes and Nomad read schedules, and `systemd-analyze calendar --iterations` of systemd 252. Most expressions were
 * drawn at random, and most moments lie in the day before a change of the clock.
 */
interface Recorded {
  refused: string[];
  /** `gaps` are the seconds from one firing to the next. */
  cases: { expression: string; zone: string; after: string; gaps: number[] }[];
}

const read = (name: string): Recorded => {
  const path = join(__dirname, "..", "fixtures", "schedulers", `${name}.json`);
  const { refused, cases } = JSON.parse(readFileSync(path, "utf8")) as Recorded;
  const hasCasablanca = isAsRecorded();
  return { refused, cases: cases.filter(({ zone }) => zone !== CASABLANCA || hasCasablanca) };
};

/** The zone whose rules have changed since: since 2026 its clocks stay at UTC, as newer Nodes know. */
const CASABLANCA = "Africa/Casablanca";

function isAsRecorded(): boolean {
  const hour = new Intl.DateTimeFormat("en", { timeZone: CASABLANCA, hour: "numeric", hourCycle: "h23" });
  const isAhead = hour.format(Date.parse("2027-06-15T12:00:00Z")) === "13";
  if (!isAhead)
    process.stderr.write(
      `Not compared: ${CASABLANCA}, of which this Node has newer rules than were recorded.\n`,
    );
  return isAhead;
}

const kubernetes = (schedule: string, timeZone: string): Conversion =>
  convertKubernetes({ schedule, timeZone });
const nomad = (cron: string, timeZone: string): Conversion => convertNomad({ cron, timeZone });
const systemd = (onCalendar: string, timeZone: string): Conversion =>
  convertSystemdTimer({ onCalendar, timeZone });

/**
 * Where systemd 252 goes against its own manual: it forgets a day at the turn of the year when a weekday and days with
 * a step are given, and in zones whose winter time is the odd one it forgets the rest of a day that starts in a gap.
 */
const MISTAKES = ["Sat,Sun *-*-2/4 1,4:18", "Mon *-1..12-1/4 3:30", "Sun 2,3:15"];
/** Recorded as refused, although `systemd-analyze calendar` of systemd 252 takes it by itself. */
const NOT_REFUSED = "Sat,Sun 6/5-01 2,3:15";

describe.each([
  { name: "Kubernetes", recorded: read("robfig-cron"), convert: kubernetes, atLeast: 200 },
  { name: "Nomad", recorded: read("cronexpr"), convert: nomad, atLeast: 200 },
  { name: "systemd", recorded: read("systemd"), convert: systemd, atLeast: 200 },
])("beside the program of $name", ({ recorded: { cases, refused }, convert, atLeast }) => {
  it("refuses what that refuses", () => {
    expect(refused.length).toBeGreaterThan(10);
    const accepted = refused.filter((expression) => convert(expression, "UTC").ok);
    expect(accepted.filter((expression) => expression !== NOT_REFUSED)).toEqual([]);
  });

  it("fires when that does, to the second; or less often, and says so", () => {
    const wrong: unknown[] = [];
    let exact = 0;
    for (const { expression, zone, after, gaps } of cases) {
      const conversion = convert(expression, zone);
      if (!conversion.ok || MISTAKES.includes(expression)) continue;
      let time = Date.parse(after);
      const theirs = gaps.map((gap) => {
        time += gap * 1000;
        return time;
      });
      const ours = firingsOf(conversion.check, Date.parse(after), theirs.at(-1));
      if (String(ours) === String(theirs)) exact++;
      else if (
        conversion.notes.length === 0 ||
        ours.length === 0 ||
        !ours.every((firing) => theirs.includes(firing))
      ) {
        wrong.push({ expression, zone, after, ...conversion });
      }
    }
    expect(wrong).toEqual([]);
    expect(exact).toBeGreaterThan(atLeast);
  });
});
