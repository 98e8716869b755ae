/** An edit of a program's text, and how durations are spelled there. */
import { secondsOf } from "../../../provider/core/duration";

/** Replaces the characters from `start` to `end`, exclusive; equal values insert. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Inserts a text. */
export function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** How the lines of a file end, that of an inserted one too. */
export function lineEndOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** A field of a check and its new duration, in seconds. */
export interface FieldChange {
  field: "grace" | "timeout";
  from: number;
  to: number;
}

/** The values of fields that the program does not set, in seconds. */
export const DEFAULTS = { grace: 3600, timeout: 86_400 } as const;

/** A place in a program that cannot be patched; the message is the reason, on one line. */
export class NotPatchable extends Error {}

/** `30m`, `2h`, `7d`: a single unit that fits exactly. */
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

/** Refuses to patch a value that differs from the service's, because a person has to look first. */
export function requireValue({ field, from }: FieldChange, given: number | string): void {
  if (secondsOf(given) === from) return;
  throw new NotPatchable(`its ${field} there differs from that of the service; run \`pulumi up\` first`);
}

/**
 * Refuses a field that the program does not set, unless the service has its default, because a grace may be set
 * elsewhere.
 */
export function requireDefault(change: FieldChange): void {
  if (change.field === "grace" && change.from !== DEFAULTS.grace)
    throw new NotPatchable(GRACE_FROM_ELSEWHERE);
  requireValue(change, DEFAULTS[change.field]);
}

const GRACE_FROM_ELSEWHERE =
  "its grace is not set there, and the service has another than the default: either checks:defaultGrace or withDefaults sets it, or you have to run `pulumi up` first";
