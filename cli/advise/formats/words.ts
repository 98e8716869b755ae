/** The wording of a report, shared by all formats. All text is escaped: none can break its line or move the cursor. */
import { brief } from "../../render/visible";
import { count, duration, exactDuration, listInWords } from "../../render/words";
import { type AdviceReport, type AdvisedCheck, hasTooFew, type Topic } from "../report";
import { delayWords } from "../sentences";

/** In code points. */
export const LONGEST_MESSAGE = 500;
const LONGEST_NAME = 100;
/** Names in one line. */
const MOST_NAMES = 20;

/** The check's slug, with the project if there are several. */
export function nameOf({ label, project }: AdvisedCheck, { checks }: AdviceReport): string {
  const isOne = checks.every((one) => one.project === project);
  return brief(isOne ? label : `${label} (${project})`, LONGEST_NAME);
}

/** `program.ts:12`, or empty. */
export function placeOf({ place }: AdvisedCheck): string {
  return place ? brief(`${place.file}:${place.line}`, LONGEST_NAME) : "";
}

/** `2 of 5 checks could do better`, and how many runs were judged. */
export function headlineOf(report: AdviceReport): string {
  const advised = withAdvice(report).length;
  const all = count(report.checks.length, "check");
  return advised === 0 ? `No advice for ${all}` : `Advice for ${advised} of ${all}`;
}

/** Checks with advice, in the report's order. */
export function withAdvice({ checks }: AdviceReport): AdvisedCheck[] {
  return checks.filter(({ advice }) => advice.length > 0);
}

/** Lines about all other checks: those whose settings are fine, and those with too few pings. */
export function restOf(report: AdviceReport): { of: string; says: string }[] {
  const others = report.checks.filter(({ advice }) => advice.length === 0);
  const few = others.filter((check) => hasTooFew(check, report));
  const fine = others.filter((check) => !few.includes(check));
  const lines = [];
  if (fine.length > 0) {
    lines.push({ of: "fine", says: listInWords(fine.map(withName(report, fineWords)), MOST_NAMES) });
  }
  if (few.length > 0) {
    lines.push({ of: "too few pings", says: listInWords(few.map(withName(report, fewWords)), MOST_NAMES) });
  }
  return lines;
}

function withName(report: AdviceReport, words: (check: AdvisedCheck, report: AdviceReport) => string) {
  return (check: AdvisedCheck) => `${nameOf(check, report)} (${words(check, report)})`;
}

function fineWords({ runs, options, settings }: AdvisedCheck): string {
  const present = options.find(({ grace }) => grace === settings.grace);
  return `${count(present?.falseAlarms ?? 0, "false alarm")} in ${count(runs, "run")}`;
}

/** `7 of 20`, and since when, if the settings were different before. */
function fewWords({ runs, settingsSince }: AdvisedCheck, { leastRuns }: AdviceReport): string {
  const since =
    settingsSince === undefined ? "" : ` since ${settingsSince.slice(0, 10)}, with other settings before`;
  return `${runs} of ${leastRuns}${since}`;
}

/** Headings of the table of graces. */
export const OPTION_HEADS = ["grace", "false alarms", "right alarms", "a missed run is reported"] as const;

/**
 * The graces to show with advice about the grace: the present one, the suggested one, and each one with fewer false
 * alarms than the ones before. Empty for other advice.
 */
export function optionRows({ advice, options, settings }: AdvisedCheck): string[][] {
  const suggested = advice.find(({ about }) => about === "grace")?.change?.grace;
  if (suggested === undefined) return [];
  return options
    .filter(
      ({ grace, falseAlarms }, index) =>
        grace === suggested ||
        grace === settings.grace ||
        (index > 0 && falseAlarms !== options[index - 1]?.falseAlarms),
    )
    .map(({ grace, falseAlarms, rightAlarms, later }) => [
      `${exactDuration(grace)}${grace === suggested ? " (advised)" : grace === settings.grace ? " (now)" : ""}`,
      String(falseAlarms),
      String(rightAlarms),
      later === 0 ? "" : delayWords(later),
    ]);
}

/** `from 2026-08-01 to 2026-11-22 (113 d)`. */
export function spanOf({ from, to }: AdvisedCheck): string {
  if (from === undefined || to === undefined) return "";
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return `from ${from.slice(0, 10)} to ${to.slice(0, 10)} (${duration(seconds)})`;
}

/** What to do next, one line for each kind of advice. */
export function stepsOf(report: AdviceReport): { of: string; step: string }[] {
  const topics = new Set(report.checks.flatMap(({ advice }) => advice.map(({ about }) => about)));
  return [...topics].map((of) => ({ of, step: NEXT[of] }));
}

const CHANGE = "Change it in the program; `pulumi-checks advise --patch FILE…` makes the patch where it can";

const NEXT: Record<Topic, string> = {
  grace: CHANGE,
  period: CHANGE,
  zone: "Give the check the time zone of its job, or the job the time zone of its check",
  schedule:
    "Compare the schedule of the check with that of its job; `pulumi-checks coverage` does it for jobs that are declared",
  flapping: "Look at the job: no setting of the check makes it steadier",
  runTime: "Look at the job, or give the check a longer grace before it alerts",
};
