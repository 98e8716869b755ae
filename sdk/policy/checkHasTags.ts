import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isUnknown } from "../../provider/core/unknown";
import { type ExceptOptions, exceptSchema, isExempt } from "./exempt";
import { isOurs, readProperties } from "./seen";
import { TAG } from "./wrongOptions";

/** What can be configured of it. */
export interface CheckHasTagsOptions extends ExceptOptions {
  /** Tags that every check must have; `*` stands for any characters, as in `team:*`. Default: none. */
  tags?: readonly string[] | undefined;
}

/** Every check has the required tags, its own or those of the configuration. */
export function checkHasTags({ tags = [], except = [] }: CheckHasTagsOptions): ResourceValidationPolicy {
  return {
    name: "check-has-tags",
    description: "Every check has the tags by which people find it.",
    configSchema: {
      properties: {
        ...exceptSchema(except),
        tags: {
          type: "array",
          items: { type: "string", pattern: TAG },
          default: tags,
          description: "Tags that every check must have; * stands for any characters, as in team:*.",
        },
      },
    },
    validateResource(args, report) {
      const { type, props, getConfig } = args;
      if (!isOurs(type, "check")) return;
      const { tags: required = tags, except: exempt = except } = getConfig<CheckHasTagsOptions>();
      const { tags: own = [], slug } = readProperties(props);
      if (isUnknown(own) || !Array.isArray(own)) return;
      const missing = required.filter((tag) => !own.some((one) => pattern(tag).test(String(one))));
      if (missing.length === 0 || isExempt(slug, exempt, args)) return;
      report(`It has no tag ${missing.join(", and none ")}.`);
    },
  };
}

function pattern(tag: string): RegExp {
  const parts = tag.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
