/** Pairs each declared resource with its check on the service. Requests happen here; `classify` judges. */
import { ChecksError } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { withImplied } from "../../provider/core/implied";
import { isInterrupted } from "../../provider/core/interruption";
import type { Channel, CheckDocument, FlipList } from "../../provider/monitor/api";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { keyOf, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { refuseForeignKey } from "../stacks/foreignKey";
import { definitionOf, OWNER } from "../stacks/row";
import { type AppliedRow, projectOf } from "../stacks/state";
import type { DriftReport } from "./findings";
import type { ListedProject, ListedSession } from "./listed";
import {
  isSame,
  projectAt,
  projectNames,
  projectOfApplied,
  projectOfDeclared,
  projectsOf,
  type StackProject,
  type StackView,
} from "./places";
import { type DeclaredRow, urnInState } from "./preview";
import { SecretNames } from "./secrets";

/** A resource of the state, with its declared and live counterparts. */
export interface Observed {
  row: AppliedRow;
  /** The program's current declaration; absent if only the state is compared. */
  declared?: DeclaredRow;
  /** Name of the project; `default` for the unnamed one. */
  project: string;
  /** The check's key in a read-only list. */
  uniqueKey: string;
  /** What a refresh would write to the state; absent if the check is gone. */
  now?: Values;
  /** The check on the service, if it exists. */
  live?: CheckDocument;
}

/** A project's checks on the service. */
export interface LiveProject {
  name: string;
  checks: CheckDocument[];
  /** Slugs declared by a program but in no state yet: the next `up` creates or adopts these checks. */
  slugsToCome: Set<string>;
  /** Whether the key is read-only. */
  readOnly: boolean;
  /** The channels; one request per run. */
  channels?: () => Promise<Channel[]>;
  /** The status changes of a check, by UUID or unique key; one request each. */
  flips?: (id: string) => Promise<FlipList>;
}

/** All that was read, and the failures. */
export interface Observation {
  observed: Observed[];
  projects: LiveProject[];
  /** Unique keys of all checks that a stack manages, or adopts with the next `up`, compared or not. */
  managed: Set<string>;
  /** The names of checks that reports must not show. */
  secrets: SecretNames;
  failures: ChecksError[];
}

/** Lists the stacks' projects, with one request each, and reads every resource from these lists. */
export async function observe(stacks: readonly StackView[]): Promise<Observation> {
  const observation: Observation = {
    observed: [],
    projects: [],
    managed: new Set(),
    secrets: new SecretNames(stacks),
    failures: [],
  };
  const live = new Map<ListedProject, LiveProject>();
  const names = projectNames(stacks);
  for (const stack of stacks) {
    const declared = stack.declared && new Map(stack.declared.map((row) => [urnInState(row), row]));
    for (const row of stack.applied) if (row.kind === OWNER) observation.managed.add(uniqueKeyOf(row.id));
    for (const uuid of uuidsToCome(stack)) observation.managed.add(uniqueKeyOf(uuid));
    for (const one of projectsOf(stack)) {
      await attempt(observation.failures, async () => {
        const project = projectAt(stack, one);
        const rows = stack.applied.filter((row) => isSame(projectOfApplied(row), one));
        const checks = await project.checks.all();
        const name = names.get(project) ?? DEFAULT_PROJECT;
        const known = new Set(checks.map(keyOf));
        await refuseForeignKey({ ask: (uuid) => project.checks.find(uuid), name, known }, rows);
        const liveProject = live.get(project) ?? {
          name,
          checks,
          slugsToCome: new Set(),
          readOnly: await project.checks.areReadOnly(),
          channels: () => project.channels(),
          flips: (id) => project.api.listFlips(id),
        };
        live.set(project, liveProject);
        for (const slug of slugsToCome(stack, one)) liveProject.slugsToCome.add(slug);
        for (const row of rows) {
          await attempt(observation.failures, () =>
            observeRow(observation, stack.session.forProvider(one.provider), liveProject.name, row, declared),
          );
        }
      });
    }
  }
  observation.projects = [...live.values()];
  return observation;
}

async function observeRow(
  observation: Observation,
  session: ListedSession,
  project: string,
  row: AppliedRow,
  declaredRows: ReadonlyMap<string, DeclaredRow> | undefined,
): Promise<void> {
  const definition = definitionOf(row.kind);
  const declared = declaredRows?.get(row.urn);
  // No drift: `pulumi up` deletes it, because the program no longer declares it.
  if (!definition || (declaredRows && !declared)) return;
  const live = await session.project(projectOf(row.applied.values)).checks.find(row.id);
  const now = await definition.read(session, row.id, withImplied(definition, row.applied.values));
  const uniqueKey = live ? keyOf(live) : uniqueKeyOf(row.id);
  if (row.kind === OWNER) observation.managed.add(uniqueKey);
  observation.secrets.addKey(row.id, uniqueKey);
  observation.observed.push({
    row,
    project,
    uniqueKey,
    ...(declared && { declared }),
    ...(now && { now }),
    ...(live && { live }),
  });
}

function slugsToCome(stack: StackView, project: StackProject): string[] {
  return checksToCome(stack).flatMap((row) =>
    isSame(projectOfDeclared(stack, row), project) && typeof row.declared.slug === "string"
      ? [row.declared.slug]
      : [],
  );
}

/** The UUIDs in `adopt`: such a check still has no slug, or a different one. */
function uuidsToCome(stack: StackView): string[] {
  return checksToCome(stack).flatMap(({ declared: { adopt } }) => (typeof adopt === "string" ? [adopt] : []));
}

/** Declared checks that are in no state yet. */
function checksToCome({ applied, declared = [] }: StackView): DeclaredRow[] {
  const known = new Set(applied.map(({ urn }) => urn));
  return declared.filter((row) => row.kind === OWNER && !known.has(urnInState(row)));
}

/**
 * Runs the work and returns its result as a list. A ChecksError is added to the failures and gives an empty list,
 * unless the user interrupted the run, which ends it.
 */
export async function attempt<T>(failures: ChecksError[], work: () => Promise<T>): Promise<T[]> {
  try {
    return [await work()];
  } catch (error) {
    if (!(error instanceof ChecksError) || isInterrupted()) throw error;
    if (!failures.some(({ message }) => message === error.message)) failures.push(error);
    return [];
  }
}

/** Fields that a read-only key hides. It also hides the UUID and the URLs, which are no fields. */
const HIDDEN = ["channels"] as const;

/** What the run cannot see with its key, by project. */
export function unseenIn({ observed, projects, secrets }: Observation): NonNullable<DriftReport["unseen"]> {
  return projects
    .filter(({ readOnly }) => readOnly)
    .map(({ name }) => ({
      project: secrets.projectName(name),
      fields: [...HIDDEN],
      resources: observed.filter(
        ({ project, row: { applied } }) =>
          project === name &&
          HIDDEN.some((field) => applied.values[field] !== undefined || applied.secret.has(field)),
      ).length,
    }));
}
