/** What a check that is not up can be, from the order of its status changes. */

/** Why a check is not up. */
export type NotUp = "down" | "paused" | "new";
type Status = NotUp | "up";

/**
 * What a check can have been before: any ping makes it up or down, only resuming a pause makes it new again. Pausing a
 * paused check is one more change on record, on servers before v4.0.
 */
const BEFORE: Readonly<Record<Status, readonly Status[]>> = {
  up: ["down", "paused", "new"],
  down: ["up", "paused", "new"],
  paused: ["up", "down", "new", "paused"],
  new: ["paused"],
};

/**
 * For each change of status, oldest first, the kinds of "not up" that it can have been; none for a change to "up".
 * `present` is the status now, which the last change led to. Where no order of kinds explains what is told, all
 * kinds are possible.
 */
export function kindsOf(ups: readonly boolean[], present: string): NotUp[][] {
  const ends = possible(ups, present) ?? ups.map(anyOf);
  return ends.map((kinds) => kinds.filter((kind) => kind !== "up"));
}

function anyOf(up: boolean): Status[] {
  return up ? ["up"] : ["down", "paused", "new"];
}

/** Forward what may follow, then backward what may have led to it; undefined where nothing fits. */
function possible(ups: readonly boolean[], present: string): Status[][] | undefined {
  const steps: Status[][] = [];
  for (const up of ups) {
    const before = steps.at(-1);
    const follows = (kind: Status) =>
      before === undefined || kind === "up" || BEFORE[kind].some((one) => before.includes(one));
    steps.push(anyOf(up).filter(follows));
  }
  let after: Status[] | undefined;
  for (let index = steps.length - 1; index >= 0; index--) {
    const leads = (kind: Status) =>
      after === undefined
        ? kind === present
        : after.some((next) => BEFORE[next].includes(kind) || (next === "up" && kind === "up"));
    after = (steps[index] ?? []).filter(leads);
    steps[index] = after;
  }
  return steps.some((kinds) => kinds.length === 0) ? undefined : steps;
}
