/** Texts about a wait. None of them can break its line, and none can ping a check. */
import { keyPlace } from "../../provider/monitor/connection";
import { isOverdue, lastPingOf } from "../due";
import { visible } from "../render/visible";
import { count, duration, listInWords, moment } from "../render/words";
import { SECRET } from "../stacks/row";
import { nextDue, type Obstacle, type Standing, type Until, wasPinged } from "./standing";
import type { Target } from "./targets";

/** Describes the checks for which the wait is over. */
export const DONE: Record<Until, string> = { ping: "pinged", up: "up" };

/** `2 of 3 checks pinged`. */
export function progressOf(standings: readonly Standing[], until: Until): string {
  const done = standings.filter(({ obstacle }) => obstacle === undefined).length;
  return `${done} of ${count(standings.length, "check")} ${DONE[until]}`;
}

/** Names in one line of progress. */
const MOST_NAMES = 4;

/** `backup, sync and 3 more`: the checks still waited for. */
export function pendingNames(standings: readonly Standing[]): string {
  const open = standings.filter(({ obstacle }) => obstacle !== undefined);
  return listInWords(
    open.map(({ target }) => target.label),
    MOST_NAMES,
  );
}

/** Which checks were not waited for, and why. */
export function leftOutSentence(names: readonly string[]): string {
  const why =
    names.length === 1
      ? "its program keeps it paused, and it takes no pings"
      : "their programs keep them paused, and they take no pings";
  return `Not waited for: ${listInWords(names, MOST_NAMES)}; ${why}.`;
}

/** Why the wait for a check is over. `now` is in milliseconds. */
export function doneSentence({ document }: Standing, until: Until, now: number): string {
  if (until === "up") return "is up";
  if (document?.status === "down") {
    const why = isOverdue(document, now) ? "its next ping is overdue" : "its job reported a failure";
    return `was pinged, and is down: ${why}`;
  }
  return document?.started === true ? "was pinged: a run began" : "was pinged";
}

/** Why the wait for a check goes on. `now` is in milliseconds. */
export function reasonOf({ target, document, obstacle }: Standing, now: number): string {
  if (obstacle === undefined) return "";
  const last = document && lastPingOf(document);
  const ping = last === undefined ? "" : momentOf(last);
  const due = document && nextDue(document, now);
  const next = due === undefined ? "" : `; its next run is due ${momentOf(due)}`;
  if (obstacle === "notPinged" && document?.started === true) return `${BEGAN_BEFORE}${next}`;
  if (obstacle === "notPinged" && document && wasPinged(target, document)) return `${STILL_NEW}${next}`;
  return REASONS[obstacle](ping, next);
}

const STILL_NEW =
  "no success or failure came: only a message for its log, or a ping before somebody resumed it";
/** A message for its log leaves a check new, too, and the service does not tell it from a check that was resumed. */
const STILL_NEW_BEFORE = "no success or failure since it was created or resumed";
const BEGAN_BEFORE = "a run that began before the wait has not reported its end";

/** Built from phrases about the last ping and the next run, either of which may be empty. */
const REASONS: Record<Obstacle, (ping: string, next: string) => string> = {
  gone: () => "is not on the service; `pulumi up --refresh` creates it again, with a new ping URL",
  ignoring: () => "is paused, and takes no ping until somebody resumes it",
  paused: () => "is paused; no ping came, which would resume it",
  neverPinged: (_ping, next) => `was never pinged${next}`,
  notPinged: (ping, next) => (ping === "" ? `${STILL_NEW_BEFORE}${next}` : `no ping since ${ping}${next}`),
  running: () => "a run began, and has not reported its end",
  failed: (ping) => `its job reported a failure${ping === "" ? "" : ` ${ping}`}`,
  down: (ping, next) => `is down; its last ping came ${ping}${next}`,
  late: (ping) => `is late: its last ping came ${ping}, and the next one is overdue`,
};

function momentOf(milliseconds: number): string {
  return `${moment(milliseconds / 1000, "UTC")} UTC`;
}

/** `10 min`. */
export function spanOf(milliseconds: number): string {
  return duration(Math.floor(milliseconds / 1000));
}

/** Obstacles that a ping removes. */
const WANTS_PING: readonly Obstacle[] = ["neverPinged", "notPinged", "paused", "down", "late"];

/** How to ping the first check that needs it by hand: a sentence, and a command that contains no ping URL. */
export function byHand(standings: readonly Standing[]): { says: string; command: string } | undefined {
  const first = standings.find(({ obstacle }) => obstacle !== undefined && WANTS_PING.includes(obstacle));
  if (first === undefined) return undefined;
  const { label, project, provider } = first.target;
  const open = project === SECRET ? "that of its project" : keyPlace(project);
  const key = provider === undefined ? open : `that of the provider ${visible(provider)}`;
  return {
    // Beside the job is no configuration of a stack: the command has nothing but what its shell has.
    says: `To try the ping of ${label} by hand, set CHECKS_URL (the service's address) and CHECKS_API_KEY (a read-write key: ${key}) where its job runs, and run this there. It looks up the ping URL, shows it nowhere, and counts as a success of the job:`,
    command: pingCommand(first.target),
  };
}

/** Key and ping URL are piped between programs, so that they appear in no process list, history or log. */
function pingCommand({ uniqueKey }: Target): string {
  return [
    `printf 'header = "X-Api-Key: %s"' "$CHECKS_API_KEY"`,
    // Strips a trailing slash, which users may configure.
    `curl -fsS -K - "\${CHECKS_URL%/}/api/v3/checks/${uniqueKey}"`,
    `sed -n 's/.*"ping_url": *"\\([^"]*\\)".*/url = "\\1"/p'`,
    // `-d ""` instead of `-X POST`, with which curl leaves out the length: servers may refuse that (411).
    'curl -fsS -d "" -o /dev/null -K -',
  ].join(" |\n  ");
}
