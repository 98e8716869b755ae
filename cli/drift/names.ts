/** The names of checks, resources and channels in findings, without anything that a stack keeps secret. */
import type { Channel, CheckDocument } from "../../provider/monitor/api";
import { spellingOf } from "../../provider/monitor/channels";
import { keyOf } from "../../provider/monitor/snapshot";
import { splitTags } from "../../provider/monitor/stamp";
import { isUuid } from "../../provider/monitor/uuid";
import type { Row } from "../stacks/row";
import type { ChangedField, CheckName, Declaration, Finding } from "./findings";
import type { LiveProject, Observed } from "./observed";
import type { SecretNames } from "./secrets";

/** The check of a resource, taken from the state if the check is gone. */
export function nameOf({ row, live, project, uniqueKey }: Observed, secrets: SecretNames): CheckName {
  const { slug, check, name, tags } = row.applied.values;
  // Users know the declared slug, even if the live one was changed.
  const declaredName = { ...(typeof slug === "string" && { slug }), uniqueKey };
  if (live) return secrets.conceal({ ...nameFromList(live, project), ...declaredName });
  return secrets.conceal({
    slug: typeof check === "string" ? check : "",
    name: typeof name === "string" ? name : "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    project,
    ...declaredName,
  });
}

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

/** Without a last ping it was never pinged, unless it counts pings: then it was resumed, at which the service forgets the last one. */
function pingOf({ last_ping: last, n_pings: pings }: CheckDocument): Pick<CheckName, "lastPing"> {
  if (last !== undefined) return { lastPing: String(last) };
  return pings === 0 ? { lastPing: null } : {};
}

/**
 * Replaces the UUIDs of channels by names, and tells which declared channels there are no more. Requests channels only if
 * a finding contains a UUID, or a check lacks a channel.
 */
export async function withChannelNames(
  findings: readonly Finding[],
  projects: readonly LiveProject[],
): Promise<Finding[]> {
  const result: Finding[] = [];
  for (const finding of findings) {
    const project = projects.find(({ name }) => name === finding.check.project);
    const needsNames =
      finding.class === "changed" &&
      finding.fields.some((field) => holdsUuid(field) || lacking(field).length > 0);
    const channels = needsNames ? await project?.channels?.() : undefined;
    result.push(channels ? replaceIds(finding, channels) : finding);
  }
  return result;
}

function holdsUuid({ field, ...values }: ChangedField): boolean {
  return field === "channels" && Object.values(values).some((value) => [value].flat().some(isChannelId));
}

/** The declared channels that a check does not have, by name or UUID. */
function lacking({ field, declared, live }: ChangedField): string[] {
  if (field !== "channels" || !Array.isArray(declared)) return [];
  const attached = Array.isArray(live) ? live : [];
  return declared.filter((item) => typeof item === "string" && !attached.includes(item)).map(String);
}

function isChannelId(item: unknown): item is string {
  return typeof item === "string" && isUuid(item);
}

function replaceIds(finding: Finding, channels: readonly Channel[]): Finding {
  if (finding.class !== "changed") return finding;
  // Spelled as in a program. With plain names, two channels of the same name would look equal, and an unnamed one would
  // look like none.
  const spell = (value: ChangedField["live"]) =>
    Array.isArray(value)
      ? value.map((item) => (isChannelId(item) ? spellingOf(item, channels) : item))
      : value;
  const fields = finding.fields.map((field): ChangedField => {
    if (field.field !== "channels") return field;
    const { field: _, ...values } = field;
    const isThere = (item: string) => channels.some(({ id, name }) => id === item || name === item);
    const gone = lacking(field).filter((item) => !isThere(item));
    return {
      field: field.field,
      ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spell(value)])),
      ...(gone.length > 0 && { gone }),
    };
  });
  return { ...finding, fields };
}

export function declarationOf({ stack, kind, resource, source }: Row): Declaration {
  return { stack, kind, resource, ...source };
}
