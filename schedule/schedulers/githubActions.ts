/** GitHub Actions workflows that run `on.schedule`. */
import {
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  textOf,
  withGrace,
} from "./conversion";
import { cronRule, type Dialect, fiveWords } from "./cronFields";
import type { Rule } from "./rule";
import { requireKnownZone, translate } from "./translate";

/** One entry of `on.schedule`. */
export interface WorkflowCron {
  cron: string;
  /** UTC if absent. */
  timezone?: string | undefined;
}

/** The part below `on` in a workflow. */
export interface GitHubWorkflow extends OwnGrace {
  schedule: WorkflowCron | readonly WorkflowCron[];
}

const DIALECT: Dialect = {
  bareStep: true,
  isOpen: (word) => word === "*" || (word.startsWith("*") ? undefined : false),
};

export function convertGitHubActions(on: GitHubWorkflow): Conversion {
  const { schedule, grace } = declared(on);
  return convert("schedule", () => {
    const entries = Array.isArray(schedule)
      ? (schedule as readonly WorkflowCron[])
      : [schedule as WorkflowCron];
    const [first] = entries;
    if (!first)
      throw new NotConvertible("has no entry, so the workflow never runs by itself; leave the check out");
    const zones = [...new Set(entries.map(({ timezone }) => timezone ?? "UTC"))];
    if (zones.length > 1) {
      throw new NotConvertible(
        `has entries in several time zones (${zones.join(" and ")}), and a check has one; make workflows of them`,
      );
    }
    const rules = entries.map(({ cron }) => ruleOf(textOf(cron)));
    const { check, ...rest } = translate({
      name: "GitHub",
      texts: entries.map(({ cron }) => cron),
      rules,
      zone: requireKnownZone(first.timezone ?? "UTC"),
      // Documented, unlike the behaviour in a repeated hour.
      inGap: "afterwards",
      inOverlap: "unknown",
    });
    return { ok: true, check: withGrace(check, grace), ...rest };
  });
}

function ruleOf(cron: string): Rule {
  if (cron.trim().startsWith("@")) {
    throw new NotConvertible("is a shortcut with @, which GitHub does not know; write five fields");
  }
  const rule = cronRule(fiveWords(cron), DIALECT);
  if (rule.minutes.some((minute, index) => minute - (rule.minutes[index - 1] ?? -5) < 5)) {
    throw new NotConvertible(
      "has runs less than 5 minutes apart, which GitHub does not start; space them out",
    );
  }
  return rule;
}
