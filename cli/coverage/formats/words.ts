/** The wording of a report, shared by all formats. All text is escaped: none can break its line or move the cursor. */
import { brief } from "../../render/visible";
import { count } from "../../render/words";
import { type CoverageReport, type CoveringCheck, GAPS, type Gap, ofClass } from "../report";
import { ACCEPT, NEXT } from "../sentences";

/** In code points. */
const LONGEST_NAME = 100;
/** In code points. */
export const LONGEST_MESSAGE = 500;

/** The subject of a gap: the job under its scheduler's name, or the check without a job. */
export function nameOf({ job, check }: Gap): string {
  return brief(job?.name ?? check?.label, LONGEST_NAME);
}

export function sayingOf({ says }: Gap): string {
  return brief(says, LONGEST_MESSAGE);
}

/** `deploy/cron.yaml:12`: the place of the job, else of the check. */
export function placeOf({ job, check }: Gap): string {
  const { file, line } = job ?? placeOfCheck(check);
  if (file === undefined) return "";
  return brief(line === undefined ? file : `${file}:${line}`, LONGEST_NAME);
}

function placeOfCheck(check: CoveringCheck | undefined): {
  file?: string | undefined;
  line?: number | undefined;
} {
  return { file: check?.file ?? check?.stack, line: check?.line };
}

/** `80 %`, never rounded up, because 100 % means all; and never rounded below `failUnder` if that much is covered. */
function percentOf(percent: number, failUnder = 0): string {
  const cut = Math.floor(percent * 10) / 10;
  return `${percent < failUnder ? cut : Math.max(cut, failUnder)} %`;
}

/** `4 of 5 jobs covered (80 %)`, and whether that is enough. */
export function headlineOf(report: CoverageReport): string {
  const { percent, failUnder, counts } = report;
  if (percent === null) return "No job needs a check";
  const gate = failUnder === undefined ? "" : percent < failUnder ? `, below ${failUnder} %` : "";
  return `${counts.covered} of ${count(counts.needed, "job")} covered (${percentOf(percent, failUnder)}${gate})`;
}

/** `1 noCheck, 2 schedule`; empty if there are none. */
export function countsOf(report: CoverageReport): string {
  return GAPS.map((gap) => [gap, ofClass(report, gap).length] as const)
    .filter(([, number]) => number > 0)
    .map(([gap, number]) => `${number} ${gap}`)
    .join(", ");
}

/** What was compared. */
export function scopeOf({ counts, jobs }: CoverageReport): string {
  const without = (standing: (typeof jobs)[number]["standing"], word: string) => {
    const number = jobs.filter((job) => job.standing === standing).length;
    return number === 0 ? [] : [`${number} ${word}`];
  };
  const free = [
    ...without("unmonitored", "to have none"),
    ...without("suspended", "suspended"),
    ...without("ignored", "ignored"),
  ];
  const beside = free.length === 0 ? "" : ` (${free.join(", ")})`;
  return `${count(counts.jobs, "job")}${beside}, ${count(counts.checks, "check")}`;
}

/** The next steps, one for each kind of gap, and how to ignore what should stay. */
export function stepsOf(report: CoverageReport): { of: string; step: string }[] {
  const steps = GAPS.filter((gap) => ofClass(report, gap).length > 0).map((of) => ({
    of: of as string,
    step: NEXT[of],
  }));
  return steps.length === 0 ? [] : [...steps, { of: "accepted", step: ACCEPT }];
}

/** An ignored gap, with the reason and the last day. */
export function ignoredSentence({ gap, because }: CoverageReport["ignored"][number]): string {
  return brief(`${nameOf(gap)} ${gap.says} (${because.reason}; until ${because.until})`, LONGEST_MESSAGE);
}
