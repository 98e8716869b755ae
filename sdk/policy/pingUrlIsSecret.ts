import type { StackValidationPolicy } from "@pulumi/policy";
import { UNKNOWN } from "../../provider/core/unknown";
import { notePlainTexts, type PlainText, plainTexts } from "./plainTexts";
import { isOurs, readProperties } from "./seen";

/**
 * No ping URL of the stack's checks stands unencrypted in its outputs, or in a property of another resource. A preview
 * that does not know a URL yet cannot look for it; the `up` does.
 */
export function pingUrlIsSecret(): StackValidationPolicy {
  notePlainTexts();
  return {
    name: "ping-url-is-secret",
    description: "Nobody exports a ping URL unencrypted: whoever has it can say that the job has run.",
    validateStack({ resources }, report) {
      const urls = new Map<string, string>();
      for (const { type, name, props } of resources) {
        const { pingUrl } = isOurs(type, "check") ? readProperties(props) : {};
        if (typeof pingUrl === "string" && pingUrl !== "" && pingUrl !== UNKNOWN) urls.set(pingUrl, name);
      }
      if (urls.size === 0) return;
      for (const { type, props, urn } of resources) {
        const texts = plainTexts(props);
        if (!texts) return report(BLIND);
        const isOwn = isOurs(type, "check");
        for (const one of texts) {
          if (isOwn && one.path === "pingUrl") continue;
          const check = ownerOf(one, urls);
          if (check === undefined) continue;
          const place = type === "pulumi:pulumi:Stack" ? "The output" : "The property";
          report(
            `${place} ${one.path} holds the ping URL of the check "${check}" unencrypted. Keep it secret: remove unsecret(), or wrap it in secret().`,
            urn,
          );
        }
      }
    },
  };
}

/** It stays silent about nothing: a policy that cannot look says so. */
const BLIND =
  "This version of @pulumi/policy does not say which values are secrets, so it is not known whether a ping URL is exported. Use the version that pulumi-checks names in its peerDependencies.";

function ownerOf({ text }: PlainText, urls: ReadonlyMap<string, string>): string | undefined {
  for (const [url, check] of urls) if (text.includes(url)) return check;
  return undefined;
}
