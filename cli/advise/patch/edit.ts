/** A change of a program's text, and how lengths of time are spelled there. */
import { secondsOf } from "../../../provider/core/duration";

/** Replaces the characters from `start` to `end`, itself outside; the same twice is an insertion. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A field of a check that gets another length, in seconds. */
export interface FieldChange {
  field: "grace" | "timeout";
  from: number;
  to: number;
}

/** The value of a field that the program does not set, in seconds. */
export const DEFAULTS = { grace: 3600, timeout: 86_400 } as const;

/** A place in a program that cannot be changed: a reason in one line. */
export class NotPatchable extends Error {}

/** `30m`, `2h`, `7d`: one unit, without a rest. */
export function lengthOf(seconds: number): string {
  for (const [unit, sign] of [
    [86_400, "d"],
    [3600, "h"],
    [60, "m"],
  ] as const) {
    if (seconds % unit === 0) return `${seconds / unit}${sign}`;
  }
  return `${seconds}s`;
}

/** Refuses a length in the program that differs from the service's, because somebody has to look first. */
export function mustBe({ field, from }: FieldChange, given: number | string): void {
  if (secondsOf(given) === from) return;
  throw new NotPatchable(`its ${field} there differs from that of the service; run \`pulumi up\` first`);
}

/** Refuses a field that the program does not set if the service does not have its default. A grace may come from somewhere else. */
export function mustBeDefault(change: FieldChange): void {
  if (change.field === "grace" && change.from !== DEFAULTS.grace)
    throw new NotPatchable(GRACE_FROM_ELSEWHERE);
  mustBe(change, DEFAULTS[change.field]);
}

const GRACE_FROM_ELSEWHERE =
  "its grace is not set there, and the service has another than the default: either checks:defaultGrace or withDefaults sets it, or you have to run `pulumi up` first";
