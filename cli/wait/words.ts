/** How a wait is told. Nothing here can leave its line, and nothing can ping a check. */
import { keyPlace } from "../../provider/monitor/connection";
import { lastPingOf } from "../due";
import { visible } from "../render/visible";
import { count, duration, listInWords, moment } from "../render/words";
import { SECRET } from "../stacks/row";
import { isOverdue, nextDue, type Obstacle, type Standing, type Until } from "./standing";
import type { Target } from "./targets";

/** What has become of the checks that are done. */
export const DONE: Record<Until, string> = { ping: "pinged", up: "up" };

/** `2 of 3 checks pinged`. */
export function progressOf(standings: readonly Standing[], until: Until): string {
  const done = standings.filter(({ obstacle }) => obstacle === undefined).length;
  return `${done} of ${count(standings.length, "check")} ${DONE[until]}`;
}

/** Names in one line of progress. */
const MOST_NAMES = 4;

/** `backup, sync and 3 more`: the checks that are waited for. */
export function waitingFor(standings: readonly Standing[]): string {
  const open = standings.filter(({ obstacle }) => obstacle !== undefined);
  return listInWords(
    open.map(({ target }) => target.label),
    MOST_NAMES,
  );
}

/** What a check has done, by which the wait for it is over, `now` in milliseconds. */
export function doneSentence({ document }: Standing, until: Until, now: number): string {
  if (until === "up") return "is up";
  if (document?.status === "down") {
    const why = isOverdue(document, now) ? "its next ping is overdue" : "its job reported a failure";
    return `was pinged, and is down: ${why}`;
  }
  return document?.started === true ? "was pinged: a run began" : "was pinged";
}

/** Why a check is waited for still, `now` in milliseconds. */
export function reasonOf({ document, obstacle }: Standing, now: number): string {
  if (obstacle === undefined) return "";
  const last = document && lastPingOf(document);
  const ping = last === undefined ? "" : momentOf(last);
  const due = document && nextDue(document, now);
  const next = due === undefined ? "" : `; its next run is due ${momentOf(due)}`;
  if (obstacle === "notPinged" && document?.started === true) return `${BEGAN_BEFORE}${next}`;
  return REASONS[obstacle](ping, next);
}

const BEGAN_BEFORE = "a run that began before the wait has not reported its end";

/** By the last ping and the next run, as sentences have them; both may be empty. */
const REASONS: Record<Obstacle, (ping: string, next: string) => string> = {
  gone: () => "is not on the service; `pulumi up --refresh` creates it again, with a new ping URL",
  ignoring: () => "is paused, and takes no ping until somebody resumes it",
  paused: () => "is paused; no ping came, which would resume it",
  neverPinged: (_ping, next) => `was never pinged${next}`,
  notPinged: (ping, next) =>
    ping === "" ? `no ping since it was resumed${next}` : `no ping since ${ping}${next}`,
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

/** How to try the ping by hand, for the first check that lacks one: a sentence, and a command that shows no ping URL. */
export function byHand(standings: readonly Standing[]): { says: string; command: string } | undefined {
  const first = standings.find(({ obstacle }) => obstacle !== undefined && WANTS_PING.includes(obstacle));
  if (first === undefined) return undefined;
  const { label, project, provider } = first.target;
  const open = project === SECRET ? "that of its project" : keyPlace(project);
  const key = provider === undefined ? open : `that of the provider ${visible(provider)}`;
  return {
    says: `To try the ping of ${label} by hand, run this where its job runs. It looks up the ping URL with a read-write key (${key}), shows it nowhere, and counts as a success of the job:`,
    command: pingCommand(first.target),
  };
}

/** Key and ping URL go from one program to the next: they stand in no list of processes, no history and no log. */
function pingCommand({ uniqueKey }: Target): string {
  return [
    `printf 'header = "X-Api-Key: %s"' "$CHECKS_API_KEY"`,
    // The address may end in a slash, which every setting of it may.
    `curl -fsS -K - "\${CHECKS_URL%/}/api/v3/checks/${uniqueKey}"`,
    `sed -n 's/.*"ping_url": *"\\([^"]*\\)".*/url = "\\1"/p'`,
    "curl -fsS -X POST -o /dev/null -K -",
  ].join(" |\n  ");
}
