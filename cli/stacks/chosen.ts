/** Which checks a command is about, of stacks or of a project: one list a project. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { sessionOf } from "../pulumi";
import { visible } from "../render/visible";
import { select } from "../selection";
import { type FoundCheck, ListedProjects } from "./checks";
import { lastUpOf } from "./lastUp";
import { type StackSource, selectedStack } from "./source";
import { projectOf, readState } from "./state";

/** What the user named. */
export interface Choice {
  /** The stacks whose checks are meant; empty: every check of the project. */
  stacks: readonly StackSource[];
  /** Only what the last `pulumi up` of these stacks made. */
  lastUp?: boolean;
  project?: string | undefined;
  slugs: readonly string[];
  tags: readonly string[];
}

/** A check that is meant. */
export interface ChosenCheck extends FoundCheck {
  /** The stack that declares it; absent where a whole project is meant. */
  source?: StackSource;
  /** When the `up` began that made it, where only such are meant. In milliseconds. */
  began?: number | undefined;
}

/**
 * Finds the checks. None are an error, unless the last `up` made none: that is an `up` like any other.
 * @throws {ChecksError} when nothing fits what was named: a look at nothing would always be clean.
 */
export async function findChosen(choice: Choice, log: Log): Promise<ChosenCheck[]> {
  const projects = new ListedProjects(log);
  const candidates =
    choice.stacks.length > 0 ? await ofStacks(choice, projects, log) : await ofProject(choice, projects, log);
  if (candidates.length === 0 && choice.lastUp) return [];
  const selection = { tags: choice.tags, checks: choice.slugs, option: "--slug" };
  const documents = candidates.map(({ document }) => document);
  const chosen = new Set(select(documents, selection));
  return candidates.filter(({ document }) => chosen.has(document));
}

async function ofProject({ project }: Choice, projects: ListedProjects, log: Log): Promise<ChosenCheck[]> {
  const session = await sessionOf({ folder: selectedStack.folder }, log);
  return projects.ofProject(session, project);
}

/** A check that two stacks declare is meant once. */
async function ofStacks(choice: Choice, projects: ListedProjects, log: Log): Promise<ChosenCheck[]> {
  const candidates = new Map<string, ChosenCheck>();
  for (const source of choice.stacks) {
    const began = choice.lastUp ? await lastUpOf(source) : undefined;
    const rows = (await readState(source)).filter(
      ({ applied, created = "" }) =>
        (choice.project === undefined || projectOf(applied.values) === choice.project) &&
        (began === undefined || Date.parse(created) >= began),
    );
    const session = await sessionOf(source, log);
    for (const found of await projects.ofRows(session, rows)) {
      candidates.set(found.uniqueKey, { ...found, source, began });
    }
  }
  if (candidates.size === 0 && !choice.lastUp) throw noneIn(choice);
  return [...candidates.values()];
}

function noneIn({ stacks, project }: Choice): ChecksError {
  return new ChecksError({
    subject: stacks.map(({ spelled }) => spelled).join(", "),
    reason: `the state holds no check${project === undefined ? "" : ` of the project ${visible(project)}`}`,
    remedy: "Run `pulumi up` first, or name checks of the project with --slug, --tag or --all",
  });
}
