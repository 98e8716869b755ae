/** A report with one of everything, always the same. */
import type { CheckSeen, Collected } from "../../../../cli/report/collect";
import { gateOf, type Report, reportOf } from "../../../../cli/report/report";
import { type Window, windowOf } from "../../../../cli/report/window";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";

/** UNIX seconds of an ISO time. */
export function at(time: string): number {
  return Date.parse(time) / 1000;
}

/** A time in May 2026, by day and UTC time. */
const may = (day: number, time = "00:00:00") => at(`2026-05-${String(day).padStart(2, "0")}T${time}Z`);

const NOW = may(30, "14:05:00");

/** A check; `flips` are given oldest first, as one tells a story. */
export function check(given: Partial<CheckSeen> & { slug: string }): CheckSeen {
  const { slug, flips = [] } = given;
  return {
    title: slug,
    tags: [],
    uniqueKey: uniqueKeyOf(Buffer.from(slug.padEnd(16, "0")).toString("hex").slice(0, 32)),
    schedule: "every 1 d, grace 1 h",
    everyChange: true,
    status: "up",
    nPings: 100,
    lastPing: NOW - 60,
    ...given,
    flips: flips.toReversed(),
  };
}

export const up = (time: number) => ({ at: time, up: true });
export const down = (time: number) => ({ at: time, up: false });

/** What a service could have told on 30 May 2026. */
export const collected: Collected = {
  now: NOW,
  checks: [
    check({ slug: "hourly-sync", tags: ["prod"], flips: [up(at("2026-04-02T08:00:00Z"))] }),
    check({ slug: "steady-for-years", title: "Steady | for *years*", tags: ["prod", "db"] }),
    check({
      slug: "nightly-backup",
      title: "Nightly backup",
      tags: ["prod", "db"],
      flips: [
        up(at("2026-03-20T02:31:00Z")),
        down(may(4, "03:30:00")),
        up(may(4, "09:12:41")),
        down(may(17, "03:30:00")),
        up(may(19, "10:02:00")),
        down(may(28, "03:30:00")),
        up(may(28, "03:41:30")),
      ],
    }),
    check({
      slug: "invoices",
      title: "Invoices to customers & partners <legacy system with a rather long name>",
      tags: ["billing"],
      status: "down",
      flips: [up(at("2026-03-15T00:00:00Z")), down(may(30, "06:00:00"))],
    }),
    check({
      slug: "migration",
      tags: ["db"],
      status: "paused",
      flips: [up(at("2026-03-10T00:00:00Z")), down(may(12, "12:00:00"))],
    }),
    check({ slug: "young", title: "Made in May", flips: [up(may(21, "09:00:00"))] }),
    check({
      slug: "failed-once",
      title: "=Failed once",
      tags: ["billing"],
      flips: [down(may(9, "23:50:00")), up(may(10, "00:20:00"))],
    }),
    check({
      slug: "queue-eu",
      tags: ["prod"],
      schedule: "0 * * * * (Europe/Riga), grace 5 min",
      flips: [up(at("2026-04-01T00:00:00Z")), down(may(14, "10:00:00")), up(may(14, "13:02:00"))],
    }),
    check({
      slug: "queue-us",
      tags: ["prod"],
      flips: [up(at("2026-04-01T00:00:00Z")), down(may(14, "10:05:00")), up(may(14, "13:00:00"))],
    }),
    check({ slug: "never-pinged", status: "new", nPings: 0, tags: ["prod"] }),
    check({
      slug: "late",
      status: "grace",
      flips: [down(may(1, "00:00:00") - 7200), up(may(1, "01:00:00"))],
    }),
  ],
  unread: [
    {
      title: "vanished",
      uniqueKey: "0".repeat(40),
      reason: "it was deleted while the report was being made",
    },
  ],
};

/** The report of May 2026, as of the 30th. */
export function sampleReport(changes: Partial<Collected> = {}, leftOut: readonly Window[] = []): Report {
  const zone = "UTC";
  return reportOf(
    { ...collected, ...changes },
    {
      title: "Uptime report",
      project: undefined,
      selectedTags: [],
      window: windowOf({ days: "30", zone }, NOW),
      leftOut,
      zone,
      gate: gateOf("99.5"),
    },
  );
}

/** Everything as it was told, with the window of the last `days` days. */
function reportOver(days: string, given: Partial<Collected>): Report {
  const zone = "Europe/Riga";
  const window = windowOf({ days, zone }, NOW);
  const asked = {
    ...{ title: "Uptime of Example Ltd", project: "ops", selectedTags: ["prod"] },
    ...{ window, leftOut: [], zone },
  };
  return reportOf({ ...collected, unread: [], ...given }, { ...asked, gate: undefined });
}

/** Checks that are down every few days, with names that do not break, over a hundred days. */
export function crowdedReport(): Report {
  const checks = Array.from({ length: 4 }, (_, index) => {
    const flips = Array.from({ length: 8 }, (_, nth) => {
      const start = at("2026-03-02T00:00:00Z") + index * 2000 + nth * 86_400 * (5 + index);
      return [up(start), down(start + 40_000 + index * 100)];
    }).flat();
    return check({
      slug: `check-${index}`,
      title: index % 2 === 0 ? `${"W".repeat(98)}${index}` : `🧾 Счета и платежи ${index} — שלום`,
      tags: [`${"tag".repeat(20)}${index % 7}`, "prod"],
      status: "down",
      flips: flips.filter((flip) => flip.at < NOW),
    });
  });
  return reportOver("100", { checks });
}

/** Enough checks to look for one: every third has failed, and the last one is down. */
export function longReport(): Report {
  const checks = Array.from({ length: 30 }, (_, index) => {
    const isLast = index === 29;
    const failed = [up(may(1)), down(may(9)), ...(isLast ? [] : [up(may(10))])];
    return check({
      slug: `job-${index}`,
      title: index === 7 ? "Nightly <backup>" : `job-${index}`,
      tags: index % 2 === 0 ? ["prod", "db"] : ["billing"],
      status: isLast ? "down" : "up",
      flips: index % 3 === 0 || isLast ? failed : [up(may(1))],
    });
  });
  return reportOver("30", { checks });
}

/** One check, up all day. */
export function quietReport(): Report {
  return reportOver("1", { checks: [check({ slug: "quiet", flips: [up(may(1))] })] });
}
