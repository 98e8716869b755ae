/** The report of a run: assembled from the findings, read back from a file, and completed with next steps. */

import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { DEFAULT_PROJECT, SLUG } from "../../provider/monitor/sharedFields";
import { isUuid } from "../../provider/monitor/uuid";
import { jsonIn, readText } from "../files";
import { groupBy } from "../lists";
import { visible } from "../render/visible";
import { count } from "../render/words";
import type { Classified } from "./classify";
import {
  type DriftReport,
  driftReport,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  ofClass,
  REPORT_VERSION,
  SECRET,
} from "./findings";
import { coveredPart, type IgnoreEntry, sift } from "./ignoreFile";
import type { DriftRequest } from "./request";

/** What a report contains besides the findings. */
export interface Parts
  extends Pick<Classified, "findings" | "problems">,
    Partial<Pick<Classified, "stillShort">>,
    Pick<DriftReport, "declaredFrom" | "stacks" | "pending" | "notes"> {
  /** Checks on the service. */
  live: number;
  /** What could not be read. */
  failures: readonly string[];
  unseen?: NonNullable<DriftReport["unseen"]>;
}

/** Builds the report: findings of the requested classes, without those that the ignore file covers. */
export function assemble(
  { classes, tags, ignore, strict, failOn, scope, now }: DriftRequest,
  parts: Parts,
): DriftReport {
  const { unseen = [], stillShort = [] } = parts;
  const hidden = strict ? unseen.map(unseenSentence) : [];
  const problems = [...new Set([...parts.failures, ...parts.problems, ...hidden])];
  const wanted = parts.findings.filter((finding) => classes.includes(finding.class));
  const sawAll = problems.length === 0 && classes.length === FINDING_CLASSES.length && tags.length === 0;
  const lookedAt = (entry: IgnoreEntry) =>
    sawAll &&
    (entry.stack === undefined || parts.stacks.some(({ name }) => name === entry.stack)) &&
    !(unseen.length > 0 && mayBeUnseen(entry)) &&
    !isOfPair(entry, parts.findings) &&
    // Another run may allow less time, or know that the check has been down for longer.
    !stillShort.some((finding) => coveredPart(entry, finding) !== undefined);
  const at = new Date(now).toISOString();
  const { findings, ignored, notes } = sift(wanted, ignore, at.slice(0, 10), lookedAt);
  const next = nextSteps(findings);
  return {
    schema: "pulumi-checks/drift",
    version: REPORT_VERSION,
    at,
    declaredFrom: parts.declaredFrom,
    stacks: parts.stacks,
    counts: {
      live: parts.live,
      compared: parts.stacks.flatMap(({ checks }) => checks).filter(({ unclear }) => !unclear).length,
      changed: ofClass(findings, "changed").length,
      missing: ofClass(findings, "missing").length,
      duplicate: ofClass(findings, "duplicate").length,
      unmanaged: ofClass(findings, "unmanaged").length,
      operational: ofClass(findings, "operational").length,
      advice: ofClass(findings, "advice").length,
      ignored: ignored.length,
      pending: parts.pending.length,
    },
    findings,
    ignored,
    pending: parts.pending,
    ...(unseen.length > 0 && { unseen }),
    problems,
    notes: [...parts.notes, ...notes],
    ...(failOn && { failOn: [...failOn] }),
    ...(scope !== undefined && { scope }),
    ...(next.length > 0 && { next }),
  };
}

/** Whether an entry may be about channels, which a read-only key hides. */
function mayBeUnseen({ class: of, field, condition }: IgnoreEntry): boolean {
  if (field !== undefined) return field === "channels";
  if (condition !== undefined) return condition === "alertsNobody";
  return of === undefined || ["changed", "operational", "advice"].includes(of);
}

/**
 * Whether an entry may be about the undeclared check of a pair, which a run with another `--fail-on` reports as
 * unmanaged.
 */
function isOfPair({ check: called }: IgnoreEntry, findings: readonly Finding[]): boolean {
  return findings.some(
    (finding) =>
      finding.class === "duplicate" &&
      finding.others.some(
        ({ check, declaredBy }) => !declaredBy && [check.slug, check.uniqueKey].includes(called),
      ),
  );
}

/**
 * Reads a report written by `pulumi-checks drift --json`; `-` is stdin.
 * @throws {ChecksError} if it is no report, or one of another version.
 */
export function readReport(file: string): DriftReport {
  const given = jsonIn(readText(file));
  const parsed = driftReport.safeParse(given);
  if (parsed.success) return parsed.data;
  // Other files have a version, too, such as an exported state.
  const { version = REPORT_VERSION } = reportOfAnyVersion.safeParse(given).data ?? {};
  throw new ChecksError({
    subject: file,
    reason:
      version === REPORT_VERSION
        ? "it is not a drift report"
        : `it is a drift report of version ${version}; this command reads version ${REPORT_VERSION}`,
    remedy: "Make one with `pulumi-checks drift --json --output FILE`",
  });
}

const reportOfAnyVersion = driftReport.pick({ schema: true }).extend({ version: z.number() });

type Quote = (name: string) => string;
type NextStep = NonNullable<DriftReport["next"]>[number];

/** Longest list of slugs in a suggested command; users pick more by hand. */
const MOST_SLUGS = 3;

/** Channels that one step names, so that a comment has room for the findings. */
const MOST_CHANNELS = 10;

/** Projects that one step names, for the same reason. */
const MOST_PROJECTS = 5;

/** One step for each class found, in the order of the classes. `quote` marks names that come from users. */
export function nextSteps(findings: readonly Finding[], quote: Quote = visible): NextStep[] {
  return FINDING_CLASSES.flatMap((of) => {
    const own = findings.filter((finding) => finding.class === of);
    return own.length === 0 ? [] : [{ class: of, step: STEPS[of](own, quote) }];
  });
}

/** The step for findings that should stay, of any class. */
export const ACCEPT =
  "to ignore a finding for a while: `pulumi-checks drift ignore CHECK --reason WHY --until 30d`";

const STEPS: Record<FindingClass, (own: readonly Finding[], quote: Quote) => string> = {
  changed: (own, quote) => {
    const gone = goneChannels(own);
    const more = gone.length - MOST_CHANNELS;
    return [
      "`pulumi up --refresh` writes what the program declares; to keep what the service has, write that into the program first",
      ...gone
        .slice(0, MOST_CHANNELS)
        .map(
          (channel) =>
            `before that, take the channel ${quote(JSON.stringify(channel))} out of the program${isUuid(channel) ? "" : ", or make one of this name again"}: the project does not have it any more`,
        ),
      ...(more > 0 ? [`the same holds for ${count(more, "more channel")}, which the JSON report has`] : []),
    ].join("; ");
  },
  missing: () =>
    "`pulumi up --refresh` creates the check again, with a new ping URL; if it is to stay deleted, remove its resource from the program",
  duplicate: () =>
    "keep the check that the job pings; give the other resource another slug, or remove it from the program; and delete on the service what nobody declares. Pings by slug are refused while two checks share it",
  unmanaged: (own, quote) => {
    const places = [...groupBy(own, ({ check }) => check.project)];
    const more = places.length - MOST_PROJECTS;
    const commands = places
      .slice(0, MOST_PROJECTS)
      .map(([project, there]) => adoptPlan(project, there, quote));
    const shows = commands.length === 1 ? "shows" : "show";
    return [
      `${commands.join(" and ")} ${shows} the program that takes it over`,
      ...(more > 0 ? [`so does \`--project NAME\` for ${count(more, "more project")}`] : []),
      "if nobody needs the check, delete it on the service",
    ].join("; ");
  },
  operational: (own) =>
    [
      ...(has(own, "down") ? ["see why the job of a check that is down does not ping"] : []),
      ...(has(own, "paused")
        ? [
            "resume a paused check on the service, or declare `paused: true` (with `manualResume: true`, or the next ping resumes it)",
          ]
        : []),
      ...(has(own, "maintenanceLeftOver")
        ? [
            "put back the channels of a check that was left in maintenance: `pulumi-checks maintenance end ID`",
          ]
        : []),
    ].join("; "),
  advice: (own) =>
    [
      ...(has(own, "alertsNobody")
        ? ['declare `channels: "*"` or a list of their names; `channels: []` if nobody is to be alerted']
        : []),
      ...(has(own, "neverPinged") ? ["make the job of a check that was never pinged ping it"] : []),
      ...(has(own, "inMaintenance")
        ? ["wait for the end of the maintenance; `pulumi-checks maintenance status` shows it"]
        : []),
      ...(has(own, "handedOver")
        ? [
            "remove a check that was handed over from this program, and `pulumi up` lets go of it; or take it back with `pulumi-checks handover SLUG --to PROJECT/STACK`",
          ]
        : []),
    ].join("; "),
};

/** Declared channels that their projects do not have any more; an `up` would be refused for them. */
function goneChannels(own: readonly Finding[]): string[] {
  const fields = own.flatMap((finding) => (finding.class === "changed" ? finding.fields : []));
  return [...new Set(fields.flatMap(({ gone = [] }) => gone))];
}

function has(own: readonly Finding[], condition: string): boolean {
  return own.some((finding) => "condition" in finding && finding.condition === condition);
}

/**
 * The command for the checks of one project: it looks for a slug in the one that it is told of. A project with a longer
 * label, such as that of an explicit provider, has no name of its own that a command could be given.
 */
function adoptPlan(project: string, own: readonly Finding[], quote: Quote): string {
  const command = (options: string) => `\`pulumi-checks adopt plan${options}${slugOptions(own)}\``;
  if (project === DEFAULT_PROJECT) return command("");
  if (project === SECRET) return command(" --project NAME");
  return /^[\w-]+$/.test(project)
    ? command(` --project ${project}`)
    : `${command("")} (with the address and the key of the project ${quote(project)} in CHECKS_URL and CHECKS_API_KEY)`;
}

/** Only slugs of the program's own alphabet, because users copy the line into a shell. */
function slugOptions(own: readonly Finding[]): string {
  const slugs = [...new Set(own.map(({ check }) => check.slug))];
  const isPlain = slugs.every((slug) => slug !== SECRET && SLUG.test(slug));
  return isPlain && slugs.length <= MOST_SLUGS ? slugs.map((slug) => ` --slug ${slug}`).join("") : "";
}

export function unseenSentence({
  project,
  fields,
  resources,
}: NonNullable<DriftReport["unseen"]>[number]): string {
  const what = fields.join(", ");
  const declared =
    resources === 0
      ? "no resource declares them"
      : `those of ${count(resources, "resource")} were not compared`;
  return `project ${project}: a read-only API key does not see ${what}: ${declared}, and whether a check alerts nobody is not known; use a read-write key to see them`;
}
