/** Pairs each declared resource with what the service has. Requests happen here; `classify` judges. */
import { ChecksError } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { withImplied } from "../../provider/core/implied";
import { isInterrupted } from "../../provider/core/interruption";
import { Forbidden, NotFound } from "../../provider/http/failure";
import type { Channel, CheckDocument, FlipList } from "../../provider/monitor/api";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { keyOf, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { definitionOf, OWNER } from "../stacks/row";
import { type AppliedRow, projectOf } from "../stacks/state";
import type { DriftReport } from "./findings";
import type { ListedProject, ListedSession } from "./listed";
import {
  isSame,
  listedAt,
  projectNames,
  projectOfApplied,
  projectOfDeclared,
  projectsOf,
  type StackProject,
  type StackView,
} from "./places";
import { type DeclaredRow, urnInState } from "./preview";
import { SecretNames } from "./secrets";

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
  /** Whether the key is a read-only one. */
  readOnly: boolean;
  /** The channels, by one request a run. */
  channels?: () => Promise<Channel[]>;
  /** The changes of status of a check, by its UUID or unique key: one request each. */
  flips?: (id: string) => Promise<FlipList>;
}

/** All that was seen, and what could not be. */
export interface Observation {
  observed: Observed[];
  projects: LiveProject[];
  /** Unique keys of all checks that some stack manages, or takes over with the next `up`, compared or not. */
  managed: Set<string>;
  /** What must not be told of the names of checks. */
  secrets: SecretNames;
  failures: ChecksError[];
}

/** Lists the projects that the stacks use, one request each, and reads every resource against the lists. */
export async function observe(stacks: readonly StackView[]): Promise<Observation> {
  const observation: Observation = {
    observed: [],
    projects: [],
    managed: new Set(),
    secrets: new SecretNames(stacks),
    failures: [],
  };
  const live = new Map<ListedProject, LiveProject>();
  const called = projectNames(stacks);
  for (const stack of stacks) {
    const declared = stack.declared && new Map(stack.declared.map((row) => [urnInState(row), row]));
    for (const row of stack.applied) if (row.kind === OWNER) observation.managed.add(uniqueKeyOf(row.id));
    for (const uuid of uuidsToCome(stack)) observation.managed.add(uniqueKeyOf(uuid));
    for (const one of projectsOf(stack)) {
      await collecting(observation.failures, async () => {
        const project = listedAt(stack, one);
        const rows = stack.applied.filter((row) => isSame(projectOfApplied(row), one));
        const checks = await project.checks.all();
        const name = called.get(project) ?? DEFAULT_PROJECT;
        await refuseForeignKey(project, name, rows);
        const shown = live.get(project) ?? {
          name,
          checks,
          slugsToCome: new Set(),
          readOnly: await project.checks.areReadOnly(),
          channels: () => project.channels(),
          flips: (id) => project.api.listFlips(id),
        };
        live.set(project, shown);
        for (const slug of slugsToCome(stack, one)) shown.slugsToCome.add(slug);
        for (const row of rows) {
          await collecting(observation.failures, () =>
            add(observation, stack.session.of(one.provider), shown.name, row, declared),
          );
        }
      });
    }
  }
  observation.projects = [...live.values()];
  return observation;
}

async function add(
  observation: Observation,
  session: ListedSession,
  project: string,
  row: AppliedRow,
  declaredRows: ReadonlyMap<string, DeclaredRow> | undefined,
): Promise<void> {
  const definition = definitionOf(row.kind);
  const declared = declaredRows?.get(row.urn);
  // What the program does not declare any more `pulumi up` will delete, whatever has become of it.
  if (!definition || (declaredRows && !declared)) return;
  const live = await session.project(projectOf(row.applied.values)).checks.find(row.id);
  const now = await definition.read(session, row.id, withImplied(definition, row.applied.values));
  const uniqueKey = live ? keyOf(live) : uniqueKeyOf(row.id);
  if (row.kind === OWNER) observation.managed.add(uniqueKey);
  observation.secrets.alsoCalled(row.id, uniqueKey);
  observation.observed.push({
    row,
    project,
    uniqueKey,
    ...(declared && { declared }),
    ...(now && { now }),
    ...(live && { live }),
  });
}

/**
 * A list without a single check of the stack could be that of another project; the answer for a UUID shows it. This is
 * the only case that takes a second request.
 */
async function refuseForeignKey(
  project: ListedProject,
  name: string,
  rows: readonly AppliedRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = new Set((await project.checks.all()).map(keyOf));
  if (rows.some(({ id }) => known.has(uniqueKeyOf(id)))) return;
  try {
    await project.api.getCheck(first.id);
  } catch (error) {
    if (error instanceof NotFound) return;
    if (!(error instanceof Forbidden)) throw error;
    throw new ChecksError({
      subject: `project ${JSON.stringify(name)} of stack ${first.stack}`,
      reason: "the API key belongs to another project than the stack's checks",
      remedy: "Set the key of the project that the stack was deployed to",
    });
  }
}

function slugsToCome(stack: StackView, project: StackProject): string[] {
  return checksToCome(stack).flatMap((row) =>
    isSame(projectOfDeclared(stack, row), project) && typeof row.declared.slug === "string"
      ? [row.declared.slug]
      : [],
  );
}

/** The UUIDs that `adopt` names: such a check has no slug yet, or another. */
function uuidsToCome(stack: StackView): string[] {
  return checksToCome(stack).flatMap(({ declared: { adopt } }) => (typeof adopt === "string" ? [adopt] : []));
}

/** What the program says of checks that no state has yet. */
function checksToCome({ applied, declared = [] }: StackView): DeclaredRow[] {
  const known = new Set(applied.map(({ urn }) => urn));
  return declared.filter((row) => row.kind === OWNER && !known.has(urnInState(row)));
}

/**
 * What the work gives, in a list; nothing where it fails for a reason that can be told, which goes to the failures. That
 * the user interrupted it is none of the service's, and ends the run.
 */
export async function collecting<T>(failures: ChecksError[], work: () => Promise<T>): Promise<T[]> {
  try {
    return [await work()];
  } catch (error) {
    if (!(error instanceof ChecksError) || isInterrupted()) throw error;
    if (!failures.some(({ message }) => message === error.message)) failures.push(error);
    return [];
  }
}

/** Fields of resources that a read-only key hides (it hides the UUID and the URLs, too, which are no fields). */
const HIDDEN = ["channels"] as const;

/** What a run cannot know because its key does not show it, by project. */
export function unseenIn({ observed, projects, secrets }: Observation): NonNullable<DriftReport["unseen"]> {
  return projects
    .filter(({ readOnly }) => readOnly)
    .map(({ name }) => ({
      project: secrets.project(name),
      fields: [...HIDDEN],
      resources: observed.filter(
        ({ project, row: { applied } }) =>
          project === name &&
          HIDDEN.some((field) => applied.values[field] !== undefined || applied.secret.has(field)),
      ).length,
    }));
}
