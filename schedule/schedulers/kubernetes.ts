/** Kubernetes CronJobs. Kubernetes reads schedules with robfig/cron 3.0.1. */
import { upTo } from "../numbers";
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
import { cronRule, type Dialect, fiveWords, SHORTCUTS, withoutShortcut } from "./cronFields";
import { translateGoCron } from "./goClock";
import { goDuration } from "./spans";
import { requireKnownZone } from "./translate";

/** The fields of a CronJob's `spec` that say when it runs. */
export interface KubernetesCronJob extends OwnGrace {
  schedule: string;
  /** If absent, the zone of the cluster's controller manager, which is UTC in every managed cluster. */
  timeZone?: string | undefined;
}

const DIALECT: Dialect = {
  question: "anywhere",
  bareStep: true,
  dropsEmptyTerms: true,
  // Only a star that omits no value; `*/2` restricts.
  isOpen: (word) => word.split(",").some((term) => /^[*?](\/0*1)?$/.test(term)),
};

/**
 * If midnight is skipped, the library goes from 23:00 of the day before to the next midnight, and the whole day is
 * lost.
 */
const LOST_HOURS = upTo(0, 23);

const NO_ZONE =
  "The job names no time zone, so the cluster's own counts; the check takes it to be UTC, as it is in managed clusters.";

export function convertKubernetes(job: KubernetesCronJob): Conversion {
  const { schedule, timeZone, grace } = declared(job);
  return convert("schedule", () => {
    const written = textOf(schedule);
    const [, prefixed, rest = written] = /^(?:CRON_)?TZ=(\S*)\s+(.*)$/s.exec(written) ?? [];
    if (prefixed !== undefined && timeZone !== undefined) {
      throw new NotConvertible("names a time zone although timeZone does too; take TZ= out of the schedule");
    }
    const zone = prefixed ?? timeZone;
    const expression = rest.trim();
    const every = /^@every (.*)$/s.exec(expression)?.[1];
    if (every !== undefined) {
      return { ok: true, check: withGrace(period(Math.floor(goDuration(every))), grace), notes: [] };
    }
    const text = withoutShortcut(expression, SHORTCUTS, "Kubernetes");
    const { check, notes } = translateGoCron(
      {
        name: "Kubernetes",
        texts: [text],
        rules: [cronRule(fiveWords(text), DIALECT)],
        zone: requireKnownZone(zone ?? "UTC"),
      },
      LOST_HOURS,
    );
    return {
      ok: true,
      check: withGrace(check, grace),
      notes: zone === undefined ? [NO_ZONE, ...notes] : notes,
    };
  });
}
