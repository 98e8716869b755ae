/** Each declared resource beside what the service has of it. Requests happen here, and judgement in `classify`. */
import { ServiceError } from "../../provider/api/failure";
import type { CheckDocument } from "../../provider/api/monitor";
import { ChecksError } from "../../provider/errors";
import type { Values } from "../../provider/fields";
import { uniqueKeyOf } from "../../provider/snapshot";
import type { DeclaredRow } from "./engine/preview";
import { type AppliedRow, projectOf } from "./engine/state";
import { definitionOf, OWNER } from "./kinds";
import { keyOf, type ListedProject, type ListedSession } from "./listed";

/** What is known of a stack before the service is asked. */
export interface StackView {
  name: string;
  session: ListedSession;
  applied: AppliedRow[];
  /** What the program declares now; absent when only the state is compared. */
  declared?: DeclaredRow[];
}

/** A resource of the state, and what has become of it. */
export interface Observed {
  row: AppliedRow;
  /** What the program says now; absent when only the state is compared. */
  declared?: DeclaredRow;
  /** Name of the project, `default` for the one without a name. */
  project: string;
  /** The resource's check, as a read-only key names it. */
  uniqueKey: string;
  /** What a refresh would put into the state; absent when the check is gone. */
  now?: Values;
  /** The check on the service. */
  live?: CheckDocument;
}

/** A project's checks on the service. */
export interface LiveProject {
  name: string;
  checks: CheckDocument[];
  /** Slugs that a program declares and no state has yet: the next `up` makes these checks, or takes them over. */
  slugsToCome: Set<string>;
}

/** All that was seen, and what could not be. */
export interface Observation {
  observed: Observed[];
  projects: LiveProject[];
  /** Unique keys of all checks that some stack manages, or takes over with the next `up`, compared or not. */
  managed: Set<string>;
  failures: ChecksError[];
}

/** Lists the projects that the stacks use, one request each, and reads every resource against the lists. */
export async function observe(stacks: readonly StackView[]): Promise<Observation> {
  const observation: Observation = { observed: [], projects: [], managed: new Set(), failures: [] };
  const live = new Map<ListedProject, LiveProject>();
  for (const stack of stacks) {
    const declared = stack.declared && new Map(stack.declared.map((row) => [row.urn, row]));
    for (const row of stack.applied) if (row.kind === OWNER) observation.managed.add(uniqueKeyOf(row.id));
    for (const uuid of uuidsToCome(stack)) observation.managed.add(uniqueKeyOf(uuid));
    for (const name of projectsOf(stack)) {
      await collecting(observation.failures, async () => {
        const project = stack.session.project(name);
        const rows = stack.applied.filter(({ applied }) => projectOf(applied.values) === name);
        const checks = await project.checks.all();
        await refuseForeignKey(project, rows);
        const shown = live.get(project) ?? { name: name ?? "default", checks, slugsToCome: new Set() };
        live.set(project, shown);
        for (const slug of slugsToCome(stack, name)) shown.slugsToCome.add(slug);
        for (const row of rows) {
          await collecting(observation.failures, () => add(observation, stack.session, row, declared));
        }
      });
    }
  }
  observation.projects = [...live.values()];
  return observation;
}

/** The projects in which the stack has or declares anything; the default one when it has nothing yet. */
export function projectsOf({ applied, declared = [] }: StackView): Set<string | undefined> {
  const named = [
    ...applied.map(({ applied: { values } }) => projectOf(values)),
    ...declared.map(({ declared: values }) => projectOf(values)),
  ];
  return new Set(named.length === 0 ? [undefined] : named);
}

async function add(
  observation: Observation,
  session: ListedSession,
  row: AppliedRow,
  declaredRows: ReadonlyMap<string, DeclaredRow> | undefined,
): Promise<void> {
  const definition = definitionOf(row.kind);
  const declared = declaredRows?.get(row.urn);
  // What the program does not declare any more `pulumi up` will delete, whatever has become of it.
  if (!definition || (declaredRows && !declared)) return;
  const name = projectOf(row.applied.values);
  const live = await session.project(name).checks.find(row.id);
  const now = await definition.read(session, row.id, row.applied.values);
  observation.observed.push({
    row,
    project: name ?? "default",
    uniqueKey: uniqueKeyOf(row.id),
    ...(declared && { declared }),
    ...(now && { now }),
    ...(live && { live }),
  });
}

/**
 * A list without a single check of the stack could be that of another project: the answer to a UUID tells. This is
 * the one case that takes a second request.
 */
async function refuseForeignKey(project: ListedProject, rows: readonly AppliedRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = new Set((await project.checks.all()).map(keyOf));
  if (rows.some(({ id }) => known.has(uniqueKeyOf(id)))) return;
  try {
    await project.api.getCheck(first.id);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return;
    if (!(error instanceof ServiceError) || error.status !== 403) throw error;
    throw new ChecksError({
      subject: `project ${JSON.stringify(project.name)} of stack ${first.stack}`,
      reason: "the API key belongs to another project than the stack's checks",
      remedy: "Set the key of the project that the stack was deployed to",
    });
  }
}

function slugsToCome(stack: StackView, project: string | undefined): string[] {
  return checksToCome(stack).flatMap((values) =>
    projectOf(values) === project && typeof values.slug === "string" ? [values.slug] : [],
  );
}

/** The UUIDs that `adopt` names: such a check has no slug yet, or another. */
function uuidsToCome(stack: StackView): string[] {
  return checksToCome(stack).flatMap(({ adopt }) => (typeof adopt === "string" ? [adopt] : []));
}

/** What the program says of checks that no state has yet. */
function checksToCome({ applied, declared = [] }: StackView): Values[] {
  const known = new Set(applied.map(({ urn }) => urn));
  return declared.flatMap(({ urn, kind, declared: values }) =>
    kind === OWNER && !known.has(urn) ? [values] : [],
  );
}

async function collecting(failures: ChecksError[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    if (!failures.some(({ message }) => message === error.message)) failures.push(error);
  }
}
