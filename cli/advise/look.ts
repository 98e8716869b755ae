/** One advice run: the checks, what is known of each, and the advice. */
import { isSameZone } from "../../schedule";
import { inTurns } from "../inTurns";
import type { Progress } from "../render/terminal";
import { visible } from "../render/visible";
import { count } from "../render/words";
import { shownProject } from "../stacks/checks";
import type { Choice } from "../stacks/choice";
import { type ChosenCheck, findChosen } from "../stacks/chosen";
import { below } from "../stacks/source";
import { adviceFor, endsOf } from "./advice";
import { optionsOf } from "./grace";
import { trialOf, usualInterval } from "./judge";
import { HistoryReader, type Known } from "./read";
import type { AdviceReport, AdvisedCheck } from "./report";
import type { Settings } from "./rule";

/** The request for a run. */
export interface AdviceRequest {
  choice: Choice;
  /** Fewest ended runs for any advice. */
  leastRuns: number;
  /** The acceptable number of false alarms in a history. */
  mostFalse: number;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Makes a report. Checks whose history cannot be read are listed in its `problems`.
 * @throws {ChecksError} if states or lists cannot be read, nothing is selected, or the key may not see pings.
 */
export async function lookForAdvice(request: AdviceRequest, progress: Progress): Promise<AdviceReport> {
  progress.begin("Reading the checks");
  const chosen = await findChosen(request.choice, progress);
  const zones = zonesOf(chosen);
  const reader = new HistoryReader(request.now);
  const results = await inTurns(
    chosen,
    (check) => study(check, reader, zones, request),
    (read, all) => {
      if (read === 0) progress.begin(`Reading the pings of ${count(all, "check")}`);
      progress.status(`Reading the pings: ${read} of ${count(all, "check")}`);
    },
  );
  const leftOut = results.filter((result) => "reason" in result);
  const reasonsOf = (of: "problem" | "note") =>
    leftOut.filter((one) => one.of === of).map(({ reason }) => reason);
  return {
    schema: "pulumi-checks/advice",
    version: 1,
    at: new Date(request.now).toISOString(),
    leastRuns: request.leastRuns,
    mostFalseAlarms: request.mostFalse,
    checks: results.filter((result) => "advice" in result),
    problems: reasonsOf("problem"),
    notes: reasonsOf("note"),
    ...(leftOut.length > 0 && { leftOut: leftOut.map(({ slug }) => slug) }),
  };
}

/** A check that is not in the report, and why. */
interface LeftOut {
  slug: string;
  of: "problem" | "note";
  reason: string;
}

async function study(
  check: ChosenCheck,
  reader: HistoryReader,
  zones: readonly string[],
  { leastRuns, mostFalse }: AdviceRequest,
): Promise<AdvisedCheck | LeftOut> {
  const { label, live, row, api, keyPlace } = check;
  const leftOut = (of: LeftOut["of"], reason: string): LeftOut => ({
    slug: check.document.slug,
    of,
    reason: `${label}: ${visible(reason)}`,
  });
  if (!live) return leftOut("note", "it is declared, but not on the service");
  if (TIMES.some((field) => row?.applied.secret.has(field))) {
    return leftOut("note", "its program keeps its times secret, so nothing is said about them");
  }
  const settings = settingsOf(live);
  if (!settings) return leftOut("problem", "the service does not show its times");
  const named = { ...nameOf(check), settings: { ...settings.times, grace: settings.grace } };
  // Fewer pings cannot contain enough runs, so no request is needed.
  if ((live.n_pings ?? leastRuns) < leastRuns) {
    return { ...named, runs: live.n_pings ?? 0, options: [], advice: [] };
  }
  const known = await reader.read({ api, keyPlace, live, settings });
  if (typeof known === "string") return leftOut("problem", known);
  return { ...named, ...findings(known, settings, zones, leastRuns, mostFalse) };
}

function findings(
  known: Known,
  settings: Settings,
  zones: readonly string[],
  leastRuns: number,
  mostFalse: number,
): Omit<AdvisedCheck, keyof ReturnType<typeof nameOf> | "settings"> {
  const { history, since } = known;
  const ends = endsOf(history);
  const [first, last] = [ends[0], ends.at(-1)];
  const enough = ends.length >= leastRuns;
  const advice = enough ? adviceFor({ ...known, settings, zones }, mostFalse) : [];
  const advised = advice.find(({ about }) => about === "grace")?.change?.grace ?? 0;
  const longest = Math.max(settings.grace, advised, usualInterval(history) / 1000);
  return {
    runs: ends.length,
    ...(first && last && { from: isoOf(first.at), to: isoOf(last.at) }),
    ...(since !== undefined && { settingsSince: isoOf(since) }),
    options: enough ? optionsOf(trialOf(history, settings.times), settings.grace, longest) : [],
    advice,
  };
}

const TIMES = ["schedule", "tz", "timeout", "grace"] as const;

function settingsOf({
  schedule,
  tz,
  timeout,
  grace,
}: NonNullable<ChosenCheck["live"]>): Settings | undefined {
  if (typeof grace !== "number") return undefined;
  if (typeof schedule === "string") {
    return { times: { schedule, tz: typeof tz === "string" ? tz : "UTC" }, grace };
  }
  return typeof timeout === "number" ? { times: { timeout }, grace } : undefined;
}

function nameOf(chosen: ChosenCheck) {
  const { label, document, uniqueKey, row, source } = chosen;
  return {
    label,
    slug: document.slug,
    project: shownProject(chosen),
    uniqueKey,
    ...(row && { stack: row.stack }),
    ...(row?.source && { place: { file: below(source.folder, row.source.file), line: row.source.line } }),
  };
}

/** UTC and the zones of all checks, any of which a job may follow by mistake. Only one name for each zone. */
function zonesOf(checks: readonly ChosenCheck[]): string[] {
  const zones = ["UTC"];
  for (const { live, row } of checks) {
    const zone = row?.applied.secret.has("tz") ? undefined : live?.tz;
    if (typeof zone === "string" && !zones.some((one) => isSameZone(one, zone))) zones.push(zone);
  }
  return zones;
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
