/** From what was seen to findings. Pure: the same observation gives the same findings. */
import type { CheckDocument } from "../../provider/api/monitor";
import type { ResourceDefinition } from "../../provider/resource";
import { changedFields } from "./changed";
import { declarationOf } from "./declaration";
import type { CheckName, Finding } from "./findings";
import { definitionOf, OWNER } from "./kinds";
import { keyOf } from "./listed";
import type { LiveProject, Observation, Observed } from "./observed";
import { amissWith, type Thresholds } from "./operational";

/** What a run is asked to look for. */
export interface Scope extends Thresholds {
  /** Only unmanaged checks with all of these tags. */
  tags: readonly string[];
}

/** Findings in the order of their classes, and within one in the order of the program. */
export function classify({ observed, projects, managed }: Observation, scope: Scope): Classified {
  const judged = observed.map((seen) => judge(seen, scope));
  const findings = [
    ...judged.flatMap(({ findings }) => findings),
    ...projects.flatMap((project) => unmanagedIn(project, managed, scope.tags)),
  ];
  const order: readonly Finding["class"][] = ["changed", "missing", "unmanaged", "operational"];
  findings.sort((a, b) => order.indexOf(a.class) - order.indexOf(b.class));
  return { findings, problems: judged.flatMap(({ problems }) => problems) };
}

/** What was found, and what could not be judged. */
export interface Classified {
  findings: Finding[];
  problems: string[];
}

function judge(seen: Observed, scope: Scope): Classified {
  const { row, live, declared } = seen;
  const definition = definitionOf(row.kind);
  if (!definition) return { findings: [], problems: [] };
  const check = nameOf(seen);
  const declaredBy = declarationOf(row);
  if (!live) {
    return { findings: row.kind === OWNER ? [{ class: "missing", check, declaredBy }] : [], problems: [] };
  }
  const findings: Finding[] = [];
  const fields = changedFields(definition, seen);
  if (fields.length > 0) findings.push({ class: "changed", check, declaredBy, fields });
  const sealed = row.applied.sealed.has("__canonical") && fields.length > 0;
  const told = sealed ? [] : findings;
  if (row.kind === OWNER) {
    const wanted = declared?.declared ?? row.applied.values;
    for (const amiss of amissWith(live, wanted, row.created, scope)) {
      told.push({ class: "operational", check, declaredBy, ...amiss });
    }
  }
  return { findings: told, problems: sealed ? [unreadable(definition, seen)] : [] };
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
  if (live) return { ...liveName(live, project), ...shownAs(row.applied.values.slug), uniqueKey };
  const { slug, name, tags } = row.applied.values;
  return {
    slug: typeof slug === "string" ? slug : "",
    name: typeof name === "string" ? name : "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    project,
    uniqueKey,
  };
}

/** The slug that people know is the declared one, whatever it was changed to. */
function shownAs(slug: unknown): Partial<CheckName> {
  return typeof slug === "string" ? { slug } : {};
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
