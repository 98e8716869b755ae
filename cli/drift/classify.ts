/** From what was seen to findings. Pure: the same observation gives the same findings. */
import type { CheckDocument } from "../../provider/api/monitor";
import type { Values } from "../../provider/fields";
import type { ResourceDefinition } from "../../provider/resource";
import { changedFields } from "./changed";
import { byName, declarationOf } from "./declaration";
import { type CheckName, FINDING_CLASSES, type Finding } from "./findings";
import { definitionOf, OWNER } from "./kinds";
import { keyOf } from "./listed";
import type { LiveProject, Observation, Observed } from "./observed";
import { amissWith, type Thresholds } from "./operational";

/** What a run is asked to look for. */
export interface Scope extends Thresholds {
  /** Only unmanaged checks with all of these tags. */
  tags: readonly string[];
}

/** Findings in the order of their classes, stacks and names, so that two runs tell the same in the same words. */
export function classify({ observed, projects, managed }: Observation, scope: Scope): Classified {
  const assigned = new Set(
    observed.filter(({ row }) => row.kind !== OWNER).map(({ uniqueKey }) => uniqueKey),
  );
  const judged = observed.map((seen) => judge(seen, { ...scope, managed, assigned }));
  const findings = [
    ...judged.flatMap(({ findings }) => findings),
    ...projects.flatMap((project) => unmanagedIn(project, managed, scope.tags)),
  ];
  findings.sort(inOrder);
  return { findings, problems: judged.flatMap(({ problems }) => problems) };
}

function inOrder(a: Finding, b: Finding): number {
  return (
    FINDING_CLASSES.indexOf(a.class) - FINDING_CLASSES.indexOf(b.class) || byName(placeIn(a), placeIn(b))
  );
}

function placeIn(finding: Finding): string[] {
  if (finding.class === "unmanaged") return [finding.check.project, finding.check.slug, finding.check.name];
  return [finding.declaredBy.stack, finding.declaredBy.resource];
}

/** What was found, and what could not be judged. */
export interface Classified {
  findings: Finding[];
  problems: string[];
}

/** What the other resources say about a check. */
interface Surroundings extends Scope {
  /** Unique keys of the checks that some resource owns. */
  managed: ReadonlySet<string>;
  /** Unique keys of the checks whose channels another resource assigns. */
  assigned: ReadonlySet<string>;
}

function judge(seen: Observed, around: Surroundings): Classified {
  const { row, live, uniqueKey } = seen;
  const definition = definitionOf(row.kind);
  if (!definition) return { findings: [], problems: [] };
  const about = { check: nameOf(seen), declaredBy: declarationOf(row) };
  const isOwner = row.kind === OWNER;
  if (!live) {
    // An assignment to a check that its own resource misses already is not told a second time.
    const isTold = !isOwner && around.managed.has(uniqueKey);
    return { findings: isTold ? [] : [{ class: "missing", ...about }], problems: [] };
  }
  const fields = changedFields(definition, seen);
  const isSealed = fields.length > 0 && row.applied.sealed.has("__canonical");
  const changed: Finding[] = fields.length > 0 && !isSealed ? [{ class: "changed", ...about, fields }] : [];
  const amiss = isOwner ? amissWith(live, wantedOf(seen, around), row.created, around) : [];
  return {
    findings: [...changed, ...amiss.map((one): Finding => ({ class: "operational", ...about, ...one }))],
    problems: isSealed ? [unreadable(definition, seen)] : [],
  };
}

/** What the program asks for; channels that another resource assigns count as asked for. */
function wantedOf({ row, declared, uniqueKey }: Observed, { assigned }: Surroundings): Values {
  const wanted = declared?.declared ?? row.applied.values;
  return assigned.has(uniqueKey) ? { channels: [], ...wanted } : wanted;
}

/** Without what the service made of the last write a difference can be one of spelling. */
function unreadable({ kind }: ResourceDefinition, { row }: Observed): string {
  return `${kind} ${row.resource} of ${row.stack}: it differs, but whether it was changed is not clear, because the state's secrets could not be decrypted; give the command what \`pulumi up\` has (PULUMI_CONFIG_PASSPHRASE, for example)`;
}

function unmanagedIn(
  { name, checks, slugsToCome }: LiveProject,
  managed: ReadonlySet<string>,
  wantedTags: readonly string[],
): Finding[] {
  return checks.flatMap((live): Finding[] => {
    const tags = tagsOf(live);
    if (managed.has(keyOf(live)) || slugsToCome.has(live.slug)) return [];
    if (!wantedTags.every((tag) => tags.includes(tag))) return [];
    return [{ class: "unmanaged", check: liveName(live, name) }];
  });
}

function nameOf({ row, live, project, uniqueKey }: Observed): CheckName {
  const { slug, check, name, tags } = row.applied.values;
  // The slug that people know is the declared one, whatever it was changed to.
  const shown = { ...(typeof slug === "string" && { slug }), uniqueKey };
  if (live) return { ...liveName(live, project), ...shown };
  return {
    slug: typeof check === "string" ? check : "",
    name: typeof name === "string" ? name : "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    project,
    ...shown,
  };
}

function liveName(live: CheckDocument, project: string): CheckName {
  return {
    slug: live.slug,
    name: live.name,
    tags: tagsOf(live),
    project,
    uniqueKey: keyOf(live),
    status: live.status,
    ...(live.last_ping === undefined
      ? {}
      : { lastPing: live.last_ping === null ? null : String(live.last_ping) }),
  };
}

function tagsOf({ tags }: CheckDocument): string[] {
  return tags.split(" ").filter((tag) => tag !== "");
}
