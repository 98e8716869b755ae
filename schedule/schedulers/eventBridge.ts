/** Schedules of Amazon EventBridge Scheduler, and EventBridge rules, which are always in UTC. */
import {
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  period,
  textOf,
  withGrace,
} from "./conversion";
import { cronRule, type Dialect } from "./cronFields";
import { requireKnownZone, translate } from "./translate";

/** The fields of a schedule or a rule that say when it runs. */
export interface EventBridgeSchedule extends OwnGrace {
  /** `cron(…)` or `rate(…)`. */
  scheduleExpression: string;
  /** Only for schedules. UTC if absent, as for rules. */
  scheduleExpressionTimezone?: string | undefined;
  /** Its minutes are added to the grace. */
  flexibleTimeWindow?: { mode: string; maximumWindowInMinutes?: number | undefined } | undefined;
  /** Refused, because after this date the check would be down forever. */
  endDate?: string | undefined;
}

const DIALECT: Dialect = {
  question: "days",
  bareStep: true,
  oneIsSunday: true,
  specials: ["L", "15W", "5L", "5#2", "weekday L"],
  isOpen: (word) => word === "*" || word === "?",
};

const UNITS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

export function convertEventBridge(given: EventBridgeSchedule): Conversion {
  const schedule = declared(given);
  return convert("scheduleExpression", () => {
    if (schedule.endDate !== undefined) {
      throw new NotConvertible(
        "ends the schedule, after which its check would be down for ever; leave the check out, or convert without endDate",
        "endDate",
      );
    }
    const late = windowOf(schedule.flexibleTimeWindow);
    const [, kind, inside = ""] =
      /^(cron|rate|at)\((.*)\)$/.exec(textOf(schedule.scheduleExpression).trim()) ?? [];
    if (kind === "at") {
      throw new NotConvertible(
        "runs once, and a check is for what runs again and again; leave the check out",
      );
    }
    if (kind === "rate") return { ok: true, check: withGrace(rate(inside), schedule.grace, late), notes: [] };
    if (kind !== "cron") throw new NotConvertible("must be cron(…) or rate(…)");
    const { check, notes } = translate({
      name: "EventBridge",
      texts: [inside],
      rules: [rule(inside)],
      zone: zoneOf(schedule),
      inGap: "skip",
      inOverlap: "once",
    });
    return { ok: true, check: withGrace(check, schedule.grace, late), notes };
  });
}

function zoneOf({ scheduleExpressionTimezone }: EventBridgeSchedule): string {
  const zone = scheduleExpressionTimezone ?? "UTC";
  try {
    return requireKnownZone(zone);
  } catch (error) {
    if (error instanceof NotConvertible) throw new NotConvertible(error.reason, "scheduleExpressionTimezone");
    throw error;
  }
}

function rule(inside: string): ReturnType<typeof cronRule> {
  const [minute, hour, date, month, weekday, year, ...more] = inside.trim().split(/\s+/);
  if (!minute || !hour || !date || !month || !weekday || !year || more.length > 0) {
    throw new NotConvertible(
      "cron(…) must have six fields: minutes, hours, day of the month, month, day of the week and year",
    );
  }
  if ((date === "?") === (weekday === "?")) {
    throw new NotConvertible("exactly one of day of the month and day of the week must be ?");
  }
  return cronRule({ minute, hour, date, month, weekday, year }, DIALECT);
}

function rate(inside: string): ReturnType<typeof period> {
  const [, count, unit = ""] = /^\s*([1-9][0-9]{0,8})\s+(minute|hour|day)s?\s*$/.exec(inside) ?? [];
  const seconds = UNITS[unit];
  if (!count || !seconds) throw new NotConvertible("rate(…) must be a number and minutes, hours or days");
  return period(Number(count) * seconds);
}

/** In seconds. */
function windowOf(window: EventBridgeSchedule["flexibleTimeWindow"]): number {
  if (!window || window.mode === "OFF") return 0;
  const minutes = window.maximumWindowInMinutes;
  if (window.mode === "FLEXIBLE" && minutes !== undefined && Number.isInteger(minutes) && minutes >= 1) {
    return minutes * 60;
  }
  throw new NotConvertible(
    "must have the mode OFF, or FLEXIBLE with a whole number of at least 1 as maximumWindowInMinutes",
    "flexibleTimeWindow",
  );
}
