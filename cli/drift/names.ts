/** How findings name checks, resources and channels: never by what a stack keeps secret. */
import type { Channel, CheckDocument } from "../../provider/monitor/api";
import { spellingOf } from "../../provider/monitor/channels";
import { keyOf } from "../../provider/monitor/snapshot";
import { splitTags } from "../../provider/monitor/stamp";
import { isUuid } from "../../provider/monitor/uuid";
import type { Row } from "../stacks/row";
import type { ChangedField, CheckName, Declaration, Finding } from "./findings";
import type { LiveProject, Observed } from "./observed";
import type { SecretNames } from "./secrets";

/** The check of a resource; by what the state says of it when it is gone. */
export function nameOf({ row, live, project, uniqueKey }: Observed, secrets: SecretNames): CheckName {
  const { slug, check, name, tags } = row.applied.values;
  // The slug that people know is the declared one, whatever it was changed to.
  const shown = { ...(typeof slug === "string" && { slug }), uniqueKey };
  if (live) return secrets.conceal({ ...nameFromList(live, project), ...shown });
  return secrets.conceal({
    slug: typeof check === "string" ? check : "",
    name: typeof name === "string" ? name : "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    project,
    ...shown,
  });
}

/** A check as the service lists it. */
export function liveName(live: CheckDocument, project: string, secrets: SecretNames): CheckName {
  return secrets.conceal(nameFromList(live, project));
}

function nameFromList(live: CheckDocument, project: string): CheckName {
  return {
    slug: live.slug,
    name: live.name,
    tags: splitTags(live.tags),
    project,
    uniqueKey: keyOf(live),
    status: live.status,
    ...pingOf(live),
  };
}

/** A check that was resumed has forgotten its last ping: nothing is said of it then. */
function pingOf({ last_ping: last, n_pings: pings }: CheckDocument): Pick<CheckName, "lastPing"> {
  if (last === undefined || (last === null && pings !== 0)) return {};
  return { lastPing: last === null ? null : String(last) };
}

/** The findings with names in place of the UUIDs of channels; those that name none cost no request. */
export async function withChannelNames(
  findings: readonly Finding[],
  projects: readonly LiveProject[],
): Promise<Finding[]> {
  const named: Finding[] = [];
  for (const finding of findings) {
    const project = projects.find(({ name }) => name === finding.check.project);
    const needsNames = finding.class === "changed" && finding.fields.some(holdsUuid);
    named.push(needsNames ? withNames(finding, (await project?.channels?.()) ?? []) : finding);
  }
  return named;
}

function holdsUuid({ field, ...values }: ChangedField): boolean {
  return field === "channels" && Object.values(values).some((value) => [value].flat().some(isChannelId));
}

function isChannelId(item: unknown): item is string {
  return typeof item === "string" && isUuid(item);
}

function withNames(finding: Finding, channels: readonly Channel[]): Finding {
  if (finding.class !== "changed") return finding;
  // As a program names it: two channels of one name would look like no difference, one without a name like none.
  const named = (value: ChangedField["live"]) =>
    Array.isArray(value)
      ? value.map((item) => (isChannelId(item) ? spellingOf(item, channels) : item))
      : value;
  const fields = finding.fields.map((field): ChangedField => {
    if (field.field !== "channels") return field;
    const { field: _, ...values } = field;
    return {
      field: field.field,
      ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, named(value)])),
    };
  });
  return { ...finding, fields };
}

/** Where a resource is declared, as reports say it. */
export function declarationOf({ stack, kind, resource, source }: Row): Declaration {
  return { stack, kind, resource, ...source };
}
