/** Turns observations into findings. Pure: the same observation always gives the same findings. */

import type { Values } from "../../provider/core/fields";
import type { ResourceDefinition } from "../../provider/core/resource";
import type { CheckDocument } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { foreignAmong, splitTags } from "../../provider/monitor/stamp";
import { compareParts, groupBy, hasAll } from "../lists";
import { definitionOf, OWNER, type Row } from "../stacks/row";
import { changedFields } from "./changes";
import {
  ADVICE,
  type Declaration,
  type FailOn,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  type FindingOf,
} from "./findings";
import { declarationOf, liveName, nameOf } from "./names";
import type { LiveProject, Observation, Observed } from "./observed";
import { type Amiss, conditionsOf, handoverOf, type Thresholds } from "./operational";
import type { SecretNames } from "./secrets";

/** What a run should look for. */
export interface Scope extends Thresholds {
  /** Limits unmanaged checks to those with all of these tags. */
  tags: readonly string[];
  /** The compared stacks, each as `<project>/<stack>`. */
  stacks: readonly string[];
  /**
   * The classes to look for, and what fails the run.
   * @default all of them
   */
  classes?: readonly FindingClass[];
  failOn?: readonly FailOn[];
}

/** Whether a check has the stamp of a stack outside this run, which then manages it. */
export function isElsewhere({ owners }: CheckDocument, stacks: readonly string[]): boolean {
  return foreignAmong(owners, stacks) !== undefined;
}

/** Sorted by class, stack and name, so that two runs give the same report. */
export function classify({ observed, projects, managed, secrets }: Observation, scope: Scope): Classified {
  const assigned = new Set(
    observed.filter(({ row }) => row.kind !== OWNER).map(({ uniqueKey }) => uniqueKey),
  );
  const judged = observed.map((seen) => judge(seen, { ...scope, managed, assigned, secrets }));
  const duplicates = projects.flatMap((project) => duplicatesIn(project, observed, secrets));
  const pairs = pairsCount(scope) ? duplicates : [];
  const paired = new Set(pairs.flatMap(({ others }) => others.map(({ check }) => check.uniqueKey)));
  const findings = [
    ...judged.flatMap(({ findings }) => findings),
    ...duplicates,
    ...projects
      .flatMap((project) => unmanagedIn(project, managed, secrets, scope))
      .filter(({ check }) => !paired.has(check.uniqueKey)),
  ];
  findings.sort(inOrder);
  return {
    findings,
    problems: judged.flatMap(({ problems }) => problems),
    unclear: judged.flatMap(({ unclear }) => unclear),
    stillShort: judged.flatMap(({ stillShort }) => stillShort),
  };
}

/**
 * Whether a duplicate pair also reports its undeclared check, which is then not listed as unmanaged. It does not if the
 * run looks for, or fails on, unmanaged checks but not duplicates.
 */
function pairsCount({ classes = FINDING_CLASSES, failOn = FINDING_CLASSES }: Scope): boolean {
  return [classes, failOn].every((some) => some.includes("duplicate") || !some.includes("unmanaged"));
}

function inOrder(a: Finding, b: Finding): number {
  return (
    FINDING_CLASSES.indexOf(a.class) - FINDING_CLASSES.indexOf(b.class) ||
    compareParts(placeIn(a), placeIn(b))
  );
}

function placeIn(finding: Finding): string[] {
  if (finding.class === "unmanaged") return [finding.check.project, finding.check.slug, finding.check.name];
  return [finding.declaredBy.stack, finding.declaredBy.resource];
}

/** The findings, and what could not be judged. */
export interface Classified {
  findings: Finding[];
  problems: string[];
  /** Rows that differ, although it is unknown whether somebody changed them. `problems` has the reason. */
  unclear: Row[];
  /** Checks that are down, but as far as this run knows not long enough to be a finding. */
  stillShort: Finding[];
}

/** What the other resources say about a check. */
interface Surroundings extends Scope {
  /** Unique keys of the checks that some resource owns. */
  managed: ReadonlySet<string>;
  /** Unique keys of the checks whose channels another resource assigns. */
  assigned: ReadonlySet<string>;
  secrets: SecretNames;
}

function judge(seen: Observed, around: Surroundings): Classified {
  const { row, live, uniqueKey } = seen;
  const definition = definitionOf(row.kind);
  if (!definition) return { findings: [], problems: [], unclear: [], stillShort: [] };
  const about = { check: nameOf(seen, around.secrets), declaredBy: declarationOf(row) };
  const isOwner = row.kind === OWNER;
  if (!live) {
    // An assignment to a missing check is not reported again.
    const isReported = !isOwner && around.managed.has(uniqueKey);
    const findings: Finding[] = isReported ? [] : [{ class: "missing", ...about }];
    return { findings, problems: [], unclear: [], stillShort: [] };
  }
  const elsewhere = isOwner ? handoverOf(live, [row.stack, row.applied.values.__owner]) : [];
  // A stack that stamps its checks never writes to another stack's checks, so the other stack's changes are no drift
  // here.
  if (elsewhere.length > 0 && row.applied.values.__owner !== undefined) {
    const findings = elsewhere.map((one) => amissFinding(about, one));
    return { findings, problems: [], unclear: [], stillShort: [] };
  }
  const fields = changedFields(definition, seen);
  const isSealed = fields.length > 0 && row.applied.sealed.has("__canonical");
  const changed: Finding[] = fields.length > 0 && !isSealed ? [{ class: "changed", ...about, fields }] : [];
  const amiss = isOwner
    ? [...elsewhere, ...conditionsOf(live, wantedOf(seen, around), row.created, around)]
    : [];
  const isShort = isOwner && live.status === "down" && !amiss.some(({ condition }) => condition === "down");
  return {
    findings: [...changed, ...amiss.map((one) => amissFinding(about, one))],
    problems: isSealed ? [unreadable(definition, seen)] : [],
    unclear: isSealed ? [row] : [],
    stillShort: isShort ? [amissFinding(about, { condition: "down" })] : [],
  };
}

function amissFinding(about: Pick<FindingOf<"operational">, "check" | "declaredBy">, one: Amiss): Finding {
  return { class: ADVICE.includes(one.condition) ? "advice" : "operational", ...about, ...one };
}

/** What the program declares. Channels that another resource assigns count as declared. */
function wantedOf({ row, declared, uniqueKey }: Observed, { assigned }: Surroundings): Values {
  const wanted = declared?.declared ?? row.applied.values;
  return assigned.has(uniqueKey) ? { channels: [], ...wanted } : wanted;
}

/** If we do not know how the service spelled the last write, the difference may be only one of spelling. */
function unreadable({ kind }: ResourceDefinition, { row }: Observed): string {
  return `${kind} ${row.resource} of ${row.stack}: it differs, but whether it was changed is not clear, because the state's secrets could not be decrypted; run this command with the secrets that \`pulumi up\` has (for example PULUMI_CONFIG_PASSPHRASE)`;
}

function unmanagedIn(
  { name, checks, slugsToCome }: LiveProject,
  managed: ReadonlySet<string>,
  secrets: SecretNames,
  { tags: wantedTags, stacks }: Scope,
): FindingOf<"unmanaged">[] {
  return checks.flatMap((live): FindingOf<"unmanaged">[] => {
    const tags = splitTags(live.tags);
    if (managed.has(keyOf(live)) || isElsewhere(live, stacks) || slugsToCome.has(live.slug)) return [];
    if (!hasAll(tags, wantedTags)) return [];
    return [{ class: "unmanaged", check: liveName(live, name, secrets) }];
  });
}

/**
 * Declared checks that share their slug with any other check of the project. Two stacks creating a check at the same
 * time leave such a pair, and the service then refuses pings by that slug.
 */
function duplicatesIn(
  { name, checks }: LiveProject,
  observed: readonly Observed[],
  secrets: SecretNames,
): FindingOf<"duplicate">[] {
  const owners = new Map(
    observed.filter(({ row }) => row.kind === OWNER).map((seen) => [seen.uniqueKey, seen]),
  );
  return [...groupBy(checks, ({ slug }) => slug)].flatMap(([slug, sharing]) => {
    if (slug === "" || sharing.length < 2) return [];
    const members = sharing.map((live) => {
      const owner = owners.get(keyOf(live));
      // By the slug that they share, the report would not tell which of them it means.
      if (owner) return { check: nameOf(owner, secrets), declaredBy: declarationOf(owner.row) };
      return { check: liveName(live, name, secrets) };
    });
    const first = members
      .filter((one) => one.declaredBy !== undefined)
      .sort((a, b) => compareParts(whereOf(a.declaredBy), whereOf(b.declaredBy)))
      .at(0);
    if (first?.declaredBy === undefined) return [];
    const { check, declaredBy } = first;
    return [
      { class: "duplicate" as const, check, declaredBy, others: members.filter((one) => one !== first) },
    ];
  });
}

function whereOf(declaration: Declaration | undefined): string[] {
  return [declaration?.stack ?? "", declaration?.resource ?? ""];
}
