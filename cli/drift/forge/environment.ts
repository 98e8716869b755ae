import { ChecksError } from "../../../provider/errors";

/** A variable of the environment without which nothing goes. */
export function required(environment: NodeJS.ProcessEnv, name: string, remedy?: string): string {
  const value = environment[name];
  if (value) return value;
  throw new ChecksError({
    subject: "environment",
    property: name,
    reason: "is not set",
    ...(remedy !== undefined && { remedy }),
  });
}
