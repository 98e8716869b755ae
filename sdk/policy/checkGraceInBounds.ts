import type { ResourceValidationPolicy } from "@pulumi/policy";
import { secondsOf } from "../../provider/core/duration";
import { withImplied } from "../../provider/core/implied";
import { UNKNOWN } from "../../provider/core/unknown";
import { definitions } from "../../provider/hosts/definitions";
import { type ExceptOptions, exceptSchema, isExempt } from "./exempt";
import { isSecret, notePlainTexts } from "./plainTexts";
import { isOurs, readProperties } from "./seen";
import { wrongOption } from "./wrongOptions";

/** What can be configured of it; lengths of time are seconds, or texts such as "5m", "1h30m", "P1D". */
export interface CheckGraceInBoundsOptions extends ExceptOptions {
  /** The shortest grace that is allowed. Default: what the service allows. */
  min?: number | string | undefined;
  /** The longest grace that is allowed. Default: what the service allows. */
  max?: number | string | undefined;
}

/**
 * The grace of every check, its own or the default, is within bounds.
 * @throws when a bound is not a length of time.
 */
export function checkGraceInBounds({
  except = [],
  min,
  max,
}: CheckGraceInBoundsOptions): ResourceValidationPolicy {
  notePlainTexts();
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  refuseWrongBounds(min, max);
  const schemaOf = (key: "min" | "max", description: string) => ({
    type: ["string" as const, "number" as const],
    description,
    ...(bounds[key] !== undefined && { default: bounds[key] }),
  });
  return {
    name: "check-grace-in-bounds",
    description: "The grace of every check is within bounds.",
    configSchema: {
      properties: {
        ...exceptSchema(except),
        min: schemaOf("min", 'The shortest grace: seconds, or a text such as "5m".'),
        max: schemaOf("max", 'The longest grace: seconds, or a text such as "1h30m".'),
      },
    },
    validateResource(args, report) {
      const { type, props, getConfig } = args;
      if (!isOurs(type, "check")) return;
      const given = getConfig<CheckGraceInBoundsOptions>();
      const values = readProperties(props);
      const { grace } = withImplied(definitions.check, values);
      if (grace === UNKNOWN) return;
      const [shortest, longest] = [given.min ?? min, given.max ?? max];
      refuseWrongBounds(shortest, longest);
      const seconds = secondsOf(grace as number | string);
      const isShort = shortest !== undefined && seconds < lengthOf("min", shortest);
      const isLong = longest !== undefined && seconds > lengthOf("max", longest);
      if (!(isShort || isLong) || isExempt(values.slug, given.except ?? except, args)) return;
      const its = isSecret(props, "grace") ? "Its grace" : `Its grace of ${seconds} s`;
      if (isShort) report(`${its} is shorter than ${spellBound(shortest)}.`);
      if (isLong) report(`${its} is longer than ${spellBound(longest)}.`);
    },
  };
}

/** Those of the call, and those of a run: the configuration may replace only one of the two. */
function refuseWrongBounds(min?: number | string, max?: number | string): void {
  const shortest = min === undefined ? 0 : lengthOf("min", min);
  const longest = max === undefined ? Number.POSITIVE_INFINITY : lengthOf("max", max);
  if (min === undefined || max === undefined || shortest <= longest) return;
  throw wrongOption(
    `check-grace-in-bounds: min: is longer than max (${spellBound(min)}, ${spellBound(max)}), so no grace would be within bounds`,
  );
}

function lengthOf(name: string, bound: number | string): number {
  const seconds = secondsOf(bound);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw wrongOption(
    `check-grace-in-bounds: ${name}: must be seconds, or a text such as "5m", "1h30m" or "P1D", and is ${JSON.stringify(bound)}`,
  );
}

function spellBound(bound: number | string): string {
  return typeof bound === "number" ? `${bound} s` : bound;
}
