/** Which checks are waited for, and how each stood when the wait began: one list a project. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { grouped } from "../lists";
import { sessionOf } from "../pulumi";
import { visible } from "../render/visible";
import { select } from "../selection";
import { type FoundCheck, ListedProjects } from "../stacks/checks";
import { lastUpOf } from "../stacks/lastUp";
import { type StackSource, selectedStack } from "../stacks/source";
import { projectOf, readState } from "../stacks/state";

/** A check that is waited for. */
export interface Target {
  /** What people call it: its slug, else its name, else its resource. */
  label: string;
  uniqueKey: string;
  /** Named project of the configuration. */
  project: string;
  /** As the service had it when the wait began; absent: it had none. */
  first: CheckDocument | undefined;
  /** A ping from this moment on counts, also one before the wait began. In milliseconds. */
  since?: number | undefined;
}

/** The checks of one project of the service, which answers for all of them at once. */
export interface Watched {
  api: Pick<MonitorApi, "listChecks" | "getCheck">;
  targets: Target[];
}

/** What the user named. */
export interface Wanted {
  /** The stacks whose checks are meant; empty: every check of the project. */
  stacks: readonly StackSource[];
  /** Only what the last `pulumi up` of these stacks made. */
  lastUp: boolean;
  project?: string | undefined;
  slugs: readonly string[];
  tags: readonly string[];
  /** In milliseconds. */
  since?: number | undefined;
}

/**
 * Finds the checks. None are an error, unless the last `up` made none: that is an `up` like any other.
 * @throws {ChecksError} when nothing fits what was named: a gate over nothing would always be passed.
 */
export async function findTargets(wanted: Wanted, log: Log): Promise<Watched[]> {
  const projects = new ListedProjects(log);
  const candidates =
    wanted.stacks.length > 0 ? await ofStacks(wanted, projects, log) : await ofProject(wanted, projects, log);
  if (candidates.length === 0 && wanted.lastUp) return [];
  const selection = { tags: wanted.tags, checks: wanted.slugs, option: "--slug" };
  const chosen = new Set(
    select(
      candidates.map(({ document }) => document),
      selection,
    ),
  );
  const groups = grouped(
    candidates.filter(({ document }) => chosen.has(document)),
    ({ api }) => api,
  );
  return [...groups].map(([api, group]) => ({ api, targets: group.map(targetOf) }));
}

/** A check that may be meant. */
interface Candidate extends FoundCheck {
  since: number | undefined;
}

function targetOf({ label, uniqueKey, project, live, since }: Candidate): Target {
  return { label, uniqueKey, project, first: live, since };
}

async function ofProject(
  { project, since }: Wanted,
  projects: ListedProjects,
  log: Log,
): Promise<Candidate[]> {
  const session = await sessionOf({ folder: selectedStack.folder }, log);
  return (await projects.ofProject(session, project)).map((found) => ({ ...found, since }));
}

/** Two stacks that declare one check wait for it once. */
async function ofStacks(wanted: Wanted, projects: ListedProjects, log: Log): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const source of wanted.stacks) {
    const began = wanted.lastUp ? await lastUpOf(source) : undefined;
    const rows = (await readState(source)).filter(
      ({ applied, created = "" }) =>
        (wanted.project === undefined || projectOf(applied.values) === wanted.project) &&
        (began === undefined || Date.parse(created) >= began),
    );
    const session = await sessionOf(source, log);
    for (const found of await projects.ofRows(session, rows)) {
      candidates.set(found.uniqueKey, { ...found, since: wanted.since ?? began });
    }
  }
  if (candidates.size === 0 && !wanted.lastUp) throw noneIn(wanted);
  return [...candidates.values()];
}

function noneIn({ stacks, project }: Wanted): ChecksError {
  return new ChecksError({
    subject: stacks.map(({ spelled }) => spelled).join(", "),
    reason: `the state holds no check${project === undefined ? "" : ` of the project ${visible(project)}`}`,
    remedy: "Run `pulumi up` first, or name checks of the project with --slug, --tag or --all",
  });
}
