/** What is checked of a program: the calls that the tests of validation share. */
import type { Values } from "../../../provider/core/fields";
import type { Problem } from "../../../provider/core/resource";
import { validate } from "../../../provider/core/validation";
import { check } from "../../../provider/monitor/check/check";

/** Everything that is wrong with these fields, beside a valid slug. */
export const problemsOf = (fields: Values): Problem[] =>
  validate(check, { slug: "backup", ...fields }).problems;

/** The inputs that these fields make, beside a valid slug. */
export const inputsOf = (fields: Values): Values => validate(check, { slug: "backup", ...fields }).inputs;

/** The one problem of these fields, as the user reads it. */
export function problemOf(fields: Values): string {
  const problems = problemsOf(fields);
  expect(problems).toHaveLength(1);
  return problems.map(({ property, reason }) => `${property}: ${reason}`).join();
}
