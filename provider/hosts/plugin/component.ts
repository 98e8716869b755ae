/**
 * Components: the engine asks the plugin to build them from other resources, for programs in every language. The plugin
 * uses the engine's own protocol and passes values on unchanged, so secrets stay secrets and unknown values stay
 * unknown.
 */
import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { ChecksError, inOrder } from "../../core/errors";
import type { Values } from "../../core/fields";
import { UNKNOWN } from "../../core/unknown";
import { validate } from "../../core/validation";
import { scheduledJobsFields } from "../../monitor/scheduledJobs";
import { definitions } from "../definitions";
import { struct } from "./grpc";
import { argumentsOf, asSecret, contentOf, isSecret } from "./properties";
import { type Registered, ResourceMonitor, requestOf } from "./resourceMonitor";

/** A component that was constructed. */
export interface Constructed {
  urn: string;
  /** As it is on the wire. */
  state: Values;
  /** What it is made of. */
  children: string[];
}

const CHILD = "checks:index:Check";

/**
 * `checks:index:ScheduledJobs`: a check for each of its schedules. `own` is the provider that the engine asks for the
 * component: without a word it would take another process for the checks, of whichever version is installed.
 */
export async function scheduledJobs(
  request: proto.ConstructRequest,
  own: string | undefined,
): Promise<Constructed> {
  const given = (request.getInputs()?.toJavaScript() ?? {}) as Values;
  const schedules = schedulesIn(request.getName(), given);
  refuseMistakes(request.getName(), given, schedules ?? {});
  const monitor = new ResourceMonitor(request.getMonitorendpoint());
  try {
    const provider = request.getProvidersMap().get("checks") ?? own ?? "";
    return await constructComponent(request, given, schedules, { monitor, provider });
  } finally {
    monitor.close();
  }
}

async function constructComponent(
  request: proto.ConstructRequest,
  given: Values,
  schedules: Values | undefined,
  { monitor, provider }: { monitor: ResourceMonitor; provider: string },
): Promise<Constructed> {
  const { schedules: _, ...common } = given;
  const component = requestOf(request.getType(), request.getName(), request.getParent());
  component.setObject(struct(given));
  component.setSupportspartialvalues(true);
  component.setDependenciesList(request.getDependenciesList());
  component.setAliasesList(request.getAliasesList());
  component.setAliasspecs(true);
  component.setProtect(request.getProtect() ?? false);
  // The checks get these options here, because the component's options do not reach them by themselves.
  if (request.hasRetainondelete()) component.setRetainondelete(request.getRetainondelete() ?? false);
  component.setDeletedwith(request.getDeletedwith());
  request.getProvidersMap().forEach((reference, name) => {
    component.getProvidersMap().set(name, reference);
  });
  const { urn } = await monitor.send(component);
  const made = await Promise.all(
    Object.entries(schedules ?? {}).map(async ([slug, schedule]) => {
      const child = requestOf(CHILD, `${request.getName()}-${slug}`, urn);
      child.setCustom(true);
      child.setObject(struct({ ...common, slug, schedule }));
      child.setProvider(provider);
      child.setDependenciesList(dependenciesOf(request));
      child.setSupportspartialvalues(true);
      return [slug, await monitor.send(child)] as const;
    }),
  );
  const each = (key: string, notMade: unknown) =>
    schedules
      ? secretAsWhole(
          Object.fromEntries(made.map(([slug, check]) => [slug, outputOf(check, key) ?? notMade])),
        )
      : notMade;
  const outputs = (notMade: unknown) => ({
    pingUrls: each("pingUrl", notMade),
    uuids: each("uuid", notMade),
  });
  const state = outputs(UNKNOWN);
  // The engine creates nothing for a new check that an `up --target` skips, and would keep the marker for unknown
  // values.
  await monitor.finish(urn, struct(request.getDryrun() ? state : outputs(undefined)));
  return { urn, state, children: made.map(([, check]) => check.urn) };
}

/** A map with a secret in it, as a secret: Pulumi's host for YAML loses values that are secrets inside of a map. */
function secretAsWhole(values: Values): Values {
  const plain = Object.fromEntries(Object.entries(values).map(([slug, one]) => [slug, contentOf(one)]));
  return Object.values(values).some(isSecret) ? asSecret(plain) : plain;
}

/** The schedules by slugs, each a secret where all of them are; undefined where a preview does not know them. */
function schedulesIn(name: string, given: Values): Values | undefined {
  const refuse = (property: string, reason: string) =>
    new ChecksError({ subject: `ScheduledJobs "${name}"`, property, reason });
  const strange = Object.keys(given).find((key) => !(key in scheduledJobsFields));
  if (strange !== undefined) {
    const known = Object.keys(scheduledJobsFields).join(", ");
    throw refuse(strange, `there is no such property; the properties are ${known}`);
  }
  const schedules = contentOf(given.schedules);
  if (schedules === UNKNOWN) return undefined;
  if (typeof schedules === "object" && schedules !== null && !Array.isArray(schedules)) {
    // A check without a schedule would be a simple check, and its job could be dead for a day unnoticed.
    const missing = Object.entries(schedules).find(([, one]) => !isSchedule(contentOf(one)));
    if (missing) throw refuse(`schedules.${missing[0]}`, "must be a string, the schedule of the job");
    if (!isSecret(given.schedules)) return schedules as Values;
    return Object.fromEntries(Object.entries(schedules).map(([slug, one]) => [slug, asSecret(one)]));
  }
  throw refuse("schedules", "must be a map from the slug of each check to the schedule of its job");
}

/** An empty one is none: of a check without a schedule it would be said to leave the schedule out, which a job cannot. */
const isSchedule = (one: unknown) => typeof one === "string" && one.trim() !== "";

/**
 * What a check will refuse is refused here first: when a check fails, the engine closes the connection to the program, and
 * the program ends with that error instead of the mistake.
 */
function refuseMistakes(name: string, given: Values, schedules: Values): void {
  const { schedules: _, ...common } = given;
  const mistakes = Object.entries(schedules).flatMap(([slug, schedule]) => {
    const { values } = argumentsOf(struct({ ...common, slug, schedule }));
    return validate(definitions.check, values).problems.map(({ property, reason }) =>
      inOrder(property === "slug" || property === "schedule" ? `schedules.${slug}` : property, reason),
    );
  });
  if (mistakes.length === 0) return;
  throw new ChecksError({ subject: `ScheduledJobs "${name}"`, reason: [...new Set(mistakes)].join("; ") });
}

/** What the arguments of a component come from. */
function dependenciesOf(request: proto.ConstructRequest): string[] {
  const urns = new Set(request.getDependenciesList());
  request.getInputdependenciesMap().forEach((dependencies) => {
    for (const urn of dependencies.getUrnsList()) urns.add(urn);
  });
  return [...urns];
}

function outputOf({ properties }: Registered, key: string): unknown {
  return (properties.toJavaScript() as Values)[key];
}
