import type { PolicyConfigSchema } from "@pulumi/policy";

/** What every policy about single checks can be told. */
export interface ExceptOptions {
  /** Slugs of checks to which it does not apply. Default: none. */
  except?: string[];
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
