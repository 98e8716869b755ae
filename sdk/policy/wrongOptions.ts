import { z } from "zod";

const level = z.enum(["advisory", "mandatory", "disabled"]).optional();
const bound = z.union([z.number(), z.string()], 'must be seconds, or a text such as "5m"').optional();
const texts = z.array(z.string()).optional();

const schema = z.strictObject({
  levels: z
    .strictObject({
      "job-has-check": level,
      "check-alerts-somebody": level,
      "check-has-tags": level,
      "check-grace-in-bounds": level,
      "ping-url-is-secret": level,
    })
    .optional(),
  tags: texts,
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
  const message = `checksPolicies: ${reasons.join("; ")}. Correct it in the call`;
  // Pulumi prints the stack.
  throw Object.assign(new Error(message), { stack: message });
}
