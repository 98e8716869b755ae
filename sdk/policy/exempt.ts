import type { PolicyConfigSchema, ResourceValidationArgs } from "@pulumi/policy";
import { UNKNOWN } from "../../provider/core/unknown";

/** What every policy about single checks can be told. */
export interface ExceptOptions {
  /** Slugs of checks to which it does not apply. Default: none. */
  except?: readonly string[] | undefined;
}

/** The same in the configuration of a pack. */
export function exceptSchema(except: readonly string[]): PolicyConfigSchema["properties"] {
  return {
    except: {
      type: "array",
      items: { type: "string" },
      default: [...except],
      description: "Slugs of checks to which it does not apply.",
    },
  };
}

/** Why nothing is said where the slug decides: it comes from something that a preview does not know. */
export const SLUG_UNKNOWN = "the slug of a check is not known in this preview";

/** Whether a policy does not apply to the check with a slug. It says so itself where a preview does not know that yet. */
export function isExempt(
  slug: unknown,
  except: readonly string[],
  { notApplicable }: Pick<ResourceValidationArgs, "notApplicable">,
): boolean {
  if (slug === UNKNOWN && except.length > 0) notApplicable(SLUG_UNKNOWN);
  return except.includes(String(slug));
}
