import { z } from "zod";

/** The policies, by their names. */
export type ChecksPolicyName =
  | "job-has-check"
  | "check-alerts-somebody"
  | "check-has-tags"
  | "check-grace-in-bounds"
  | "ping-url-is-secret";

const level = z.enum(["advisory", "mandatory", "disabled"]).optional();
const bound = z.union([z.number(), z.string()], 'must be seconds, or a text such as "5m"').optional();
const texts = z.array(z.string()).optional();
/** What a tag can be; no check has another one. */
export const TAG = "^\\S+$";
const tag = z.string().regex(new RegExp(TAG), "must be a tag: one character at least, and no blank");

/** By its type, each policy has to stand here. */
const levels: Record<ChecksPolicyName, typeof level> = {
  "job-has-check": level,
  "check-alerts-somebody": level,
  "check-has-tags": level,
  "check-grace-in-bounds": level,
  "ping-url-is-secret": level,
};

const schema = z.strictObject({
  levels: z.strictObject(levels).optional(),
  tags: z.array(tag).optional(),
  grace: z.strictObject({ min: bound, max: bound }).optional(),
  otherChecks: texts,
  except: texts,
});

/**
 * A pack in JavaScript may misspell an option or a policy: what it was to require would be required of nobody.
 * @throws with the names of the wrong options.
 */
export function refuseWrongOptions(options: unknown): void {
  const { error } = schema.safeParse(options);
  if (!error) return;
  const reasons = error.issues.map(({ path, message }) => [...path, message].join(": "));
  throw wrongOption(`checksPolicies: ${reasons.join("; ")}. Correct it in the call`);
}

/** Of one line: Pulumi prints the stack. */
export function wrongOption(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
