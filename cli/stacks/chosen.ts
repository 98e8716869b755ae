/** The checks that a command is about. Takes one list request per project. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { sessionOf } from "../pulumi";
import { visible } from "../render/visible";
import { type Selection, select } from "../selection";
import { type FoundCheck, ListedProjects, shownTags } from "./checks";
import type { Choice } from "./choice";
import { lastUpOf } from "./lastUp";
import { type StackSource, selectedStack } from "./source";
import { isOf, readState } from "./state";

/** A selected check. */
export interface ChosenCheck extends FoundCheck {
  /** The stack whose configuration says where the service is. */
  source: StackSource;
  /** When the last `up` of its stack began, if only that one's checks are selected. In milliseconds. */
  upBegan: number | undefined;
}

/**
 * Finds the checks. Finding none is an error, unless the last `up` created none, which is normal. No request of this
 * or a later use of the checks' `api` takes longer than `longest` seconds.
 * @throws {ChecksError} if nothing matches the selection.
 */
export async function findChosen(choice: Choice, log: Log, longest?: number): Promise<ChosenCheck[]> {
  const projects = new ListedProjects(log, longest);
  const candidates =
    choice.stacks.length > 0 ? await ofStacks(choice, projects, log) : await ofProject(choice, projects, log);
  if (candidates.length === 0 && choice.lastUp) return [];
  const selection: Selection = {
    tags: choice.tags,
    checks: choice.slugs,
    option: "--slug",
    shownTags: shownTags(candidates),
    scope: scopeOf(choice),
  };
  const chosen = new Set(
    select(
      candidates.map(({ document }) => document),
      selection,
    ),
  );
  return candidates.filter(({ document }) => chosen.has(document));
}

/** Why a check of the project may not be among those that are selected from. */
function scopeOf({ stacks, lastUp }: Choice): string | undefined {
  if (lastUp) return "Only what the last `pulumi up` made is looked at: leave out --last-up for other checks";
  if (stacks.length === 0) return undefined;
  const [option] = stacks.map(({ file }) => (file === undefined ? "--stack" : "--state"));
  const spelled = stacks.map((stack) => visible(stack.spelled)).join(", ");
  return `Only the checks of ${spelled} are looked at: leave out ${option} for all of the project`;
}

async function ofProject({ project }: Choice, projects: ListedProjects, log: Log): Promise<ChosenCheck[]> {
  const source = { ...selectedStack, folder: process.cwd() };
  const session = await sessionOf({ folder: source.folder }, log);
  const found = await projects.ofProject(session, project);
  return found.map((one) => ({ ...one, source, upBegan: undefined }));
}

/** A check that two stacks declare is returned once. */
async function ofStacks(choice: Choice, projects: ListedProjects, log: Log): Promise<ChosenCheck[]> {
  const candidates = new Map<string, ChosenCheck>();
  for (const source of choice.stacks) {
    const upBegan = choice.lastUp ? await lastUpOf(source) : undefined;
    const rows = (await readState(source)).filter(
      (row) =>
        isOf(choice.project, row) && (upBegan === undefined || Date.parse(row.created ?? "") >= upBegan),
    );
    const session = await sessionOf(source, log);
    for (const found of await projects.ofRows(session, rows)) {
      candidates.set(found.uniqueKey, { ...found, source, upBegan });
    }
  }
  if (candidates.size === 0 && !choice.lastUp) throw nothingFoundError(choice);
  return [...candidates.values()];
}

function nothingFoundError({ stacks, project }: Choice): ChecksError {
  return new ChecksError({
    subject: stacks.map(({ spelled }) => spelled).join(", "),
    reason: `the state holds no check${project === undefined ? "" : ` of the project ${visible(project)}`}`,
    remedy: "Run `pulumi up` first, or name checks of the project with --slug, --tag or --all",
  });
}
