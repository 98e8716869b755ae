/**
 * Selects the pings that can be judged by a check's present settings. The API does not say when settings changed or a
 * check was paused, but its status changes show it.
 */
import { oldestFirst, type StatusChange } from "../../provider/monitor/uptime/history";
import { type Alarm, Alarms } from "./replay";
import {
  afterPing,
  alarmAt,
  expectationOf,
  expectedNext,
  type Heard,
  type Settings,
  type Standing,
} from "./rule";

/** The part of the history that counts. */
export interface Evidence {
  /** Pings, oldest first, with a break where the check was paused or had other settings for a while. */
  history: Heard[];
  /**
   * Only pings from this time on count (in milliseconds), because the settings were different before. Absent if all
   * count.
   */
  since?: number;
  /** The alarms that only a shorter grace gave: under the present one, the ping came in time. Absent if there are none. */
  early?: Alarm[];
}

/**
 * Compares the status changes with the alarms that the present settings would have given, silence by silence:
 * - If a silence would have given an alarm, but no change is on record, or only a later one, the settings were
 * different, or the service has forgotten. Nothing before it counts.
 * - A change to "not up" between the expected ping and the alarm is an alarm, possibly under a shorter grace.
 * - A change to "not up" earlier, or when the check was already down, means that somebody paused it: a break. Except one
 * dated when the run that goes on was overdue: a success of another run came then, and the check went down again.
 */
export function evidenceOf(
  pings: readonly Heard[],
  changes: readonly StatusChange[],
  { times, grace }: Settings,
): Evidence {
  const next = expectationOf(times);
  const downs = new Downs(changes, pings[0]?.at ?? 0);
  const evidence: Evidence = { history: [] };
  let alarms = new Alarms();
  let standing: Standing = { status: "new" };
  // Changes that successes of other runs will explain, because they are dated before those.
  let again = 0;
  for (const ping of pings) {
    const before = downs.before(ping);
    let isOther = false;
    for (const at of before) {
      const expected = expectedNext(standing, next);
      if (expected && at >= wholeSeconds(expected.at)) {
        isOther ||= at > alarmAt(expected, grace) + LATE_RECORD_MS;
        alarms.raise(at, expected);
        standing = { ...standing, status: "down" };
      } else if (standing.status === "down" && at === overdueSince(standing, grace)) {
        again += 1;
      } else {
        const pause: Heard = { kind: "break", at, rid: null };
        evidence.history.push(pause);
        alarms.hear(pause);
        standing = afterPing(standing, pause);
      }
    }
    const expected = expectedNext(standing, next);
    if (isOther || (expected && alarmAt(expected, grace) <= ping.at)) {
      evidence.history = [];
      alarms = new Alarms();
      evidence.since = ping.at;
      standing = { status: "new" };
      again = 0;
    }
    evidence.history.push(ping);
    alarms.hear(ping);
    standing = afterPing(standing, ping);
    const overdue = again > 0 && ping.kind === "success" ? expectedNext(standing, next) : undefined;
    if (overdue && alarmAt(overdue, grace) <= ping.at) {
      alarms.raise(alarmAt(overdue, grace), overdue);
      standing = { ...standing, status: "down" };
      again -= 1;
    }
  }
  const early = alarms.all.filter(({ expected, ended }) => ended && ended.at < alarmAt(expected, grace));
  return { ...evidence, ...(early.length > 0 && { early }) };
}

/** The second as of which the service records that the run that goes on is overdue. */
function overdueSince({ run }: Standing, grace: number): number | undefined {
  return run && wholeSeconds(run.began + grace * 1000);
}

/** A service may record an alarm only when it notices that it was due. */
const LATE_RECORD_MS = 60_000;

/** The changes to "not up" after a ping, silence by silence. The service reports them in whole seconds. */
class Downs {
  private readonly left: number[];

  constructor(changes: readonly StatusChange[], first: number) {
    this.left = oldestFirst(changes)
      .filter(({ up }) => !up)
      .map(({ at }) => at * 1000)
      .filter((at) => at >= wholeSeconds(first));
  }

  /** The changes up to this ping that no earlier ping explains, except the change that a failure itself causes. */
  before({ kind, at }: Heard): number[] {
    const end = wholeSeconds(at);
    const own = kind === "fail" && this.left.includes(end) ? 1 : 0;
    const count = this.left.filter((one) => one <= end).length - own;
    const taken = this.left.splice(0, count);
    this.left.splice(0, own);
    return taken;
  }
}

function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
