import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import type { Values } from "../../provider/core/fields";
import { UNKNOWN } from "../../provider/core/unknown";
import { isUuid } from "../../provider/monitor/uuid";
import { type ExceptOptions, exceptSchema, SLUG_UNKNOWN } from "./exempt";
import { isOurs, readProperties } from "./seen";

/** Somebody is alerted by every check: it has channels, of its own, by configuration or by a ChannelAssignment. */
export function checkAlertsSomebody({ except = [] }: ExceptOptions): StackValidationPolicy {
  return {
    name: "check-alerts-somebody",
    description: "Every check has channels, so that somebody is alerted when it goes down.",
    configSchema: { properties: exceptSchema(except) },
    validateStack({ resources, getConfig, notApplicable }, report) {
      const { except: exempt = except } = getConfig<ExceptOptions>();
      const assignments = resources.filter(({ type }) => isOurs(type, "channelAssignment")).map(targetOf);
      if (assignments.some(({ checks, target }) => checks.length === 0 && target.check === UNKNOWN))
        return notApplicable("the check of a ChannelAssignment is not known in this preview");
      let isUnsure = false;
      for (const check of resources.filter(({ type }) => isOurs(type, "check"))) {
        const values = readProperties(check.props);
        const { channels, slug } = values;
        if (hasSome(channels) || exempt.includes(String(slug))) continue;
        if (assignments.some((one) => isOf(one, check, values))) continue;
        if (slug === UNKNOWN && (exempt.length > 0 || assignments.some((one) => mayBeOf(one, check)))) {
          isUnsure = true;
          continue;
        }
        report(
          `${channels === undefined ? "It names no channels" : "Its list of channels is empty"}, and no ChannelAssignment of this stack is for it: nobody is alerted when it goes down. Name channels (or "*"), set checks:defaultChannels, or give it a ChannelAssignment.`,
          check.urn,
        );
      }
      if (isUnsure) notApplicable(SLUG_UNKNOWN);
    },
  };
}

/** What is not known yet may be some. */
function hasSome(channels: unknown): boolean {
  return channels !== undefined && !(Array.isArray(channels) && channels.length === 0);
}

/** A ChannelAssignment: what it says, and the checks of the program from which it has its `check`. */
interface Assignment {
  target: Values;
  checks: readonly PolicyResource[];
}

function targetOf({ props, propertyDependencies }: PolicyResource): Assignment {
  const checks = (propertyDependencies.check ?? []).filter(({ type }) => isOurs(type, "check"));
  return { target: readProperties(props), checks };
}

/**
 * By its UUID or slug; by where the assignment has it from in a preview that is still to make the check, or to update it:
 * that may know the check's id, and so what the assignment names, but no output of the check.
 */
function isOf(
  { target, checks }: Assignment,
  check: PolicyResource,
  { slug, uuid, project }: Values,
): boolean {
  if (!hasSome(target.channels)) return false;
  const isUuidOpen = uuid === undefined || uuid === UNKNOWN;
  if (target.check === UNKNOWN || (isUuidOpen && isUuid(String(target.check))))
    return checks.some(({ urn }) => urn === check.urn);
  return target.check === uuid || (target.check === slug && target.project === project);
}

/** Whether it names a check of which a preview does not know yet that it is another one, and gives that channels. */
function mayBeOf({ target, checks }: Assignment, { urn }: PolicyResource): boolean {
  const isOfOther = checks.length > 0 && !checks.some((one) => one.urn === urn);
  return hasSome(target.channels) && typeof target.check === "string" && !isUuid(target.check) && !isOfOther;
}
