/** The projects of the service that a stack uses: of its own settings, and of its explicit providers. */
import { ChecksError } from "../../provider/core/errors";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { type ExplicitProvider, projectLabel } from "../stacks/providers";
import { type AppliedRow, projectOf } from "../stacks/state";
import type { ListedProject, ListedSession } from "./listed";
import type { DeclaredRow } from "./preview";

/** What is known of a stack before the service is asked. */
export interface StackView {
  name: string;
  session: ListedSession;
  applied: AppliedRow[];
  /** The explicit providers of the state, by URN. */
  providers?: ReadonlyMap<string, ExplicitProvider>;
  /** What the program declares now; absent when only the state is compared. */
  declared?: DeclaredRow[];
}

/** A project as a stack gets to it. */
export interface StackProject {
  /** Undefined for the one without a name. */
  name: string | undefined;
  /** Whose arguments lead to it; undefined: the stack's settings do. */
  provider: ExplicitProvider | undefined;
}

/** The projects in which the stack has or declares anything; the default one when it has nothing yet. */
export function projectsOf(stack: StackView): StackProject[] {
  const used = [
    ...stack.applied.map(projectOfApplied),
    // A project that is a secret is not told by a preview; the state knows it.
    ...(stack.declared ?? [])
      .filter(({ secret }) => !secret.has("project"))
      .flatMap((row) => projectOfDeclared(stack, row) ?? []),
  ];
  const own: StackProject = { name: undefined, provider: undefined };
  return [...new Map((used.length === 0 ? [own] : used).map((one) => [keyOf(one), one])).values()];
}

/** The project that a resource of the state is in. */
export function projectOfApplied({ applied, provider }: AppliedRow): StackProject {
  return { name: projectOf(applied.values), provider };
}

/** Where the next `up` puts a resource; undefined for that of a provider which that `up` makes, too. */
export function projectOfDeclared(
  { providers }: StackView,
  { declared, provider: urn }: DeclaredRow,
): StackProject | undefined {
  const provider = urn === undefined ? undefined : providers?.get(urn);
  return urn !== undefined && !provider ? undefined : { name: projectOf(declared), provider };
}

/** Whether both lead to the same project of the same provider. */
export function isSame(one: StackProject | undefined, other: StackProject): boolean {
  return one !== undefined && keyOf(one) === keyOf(other);
}

function keyOf({ name, provider }: StackProject): string {
  return JSON.stringify([name, provider?.urn]);
}

/** @throws {ChecksError} where the configuration, or the provider, does not lead to it. */
export function listedAt({ session }: StackView, { name, provider }: StackProject): ListedProject {
  return session.of(provider).project(name);
}

/** What each project is called. Two stacks can each have a `default` one with another key: then the stack is part of it. */
export function projectNames(stacks: readonly StackView[]): Map<ListedProject, string> {
  const users = new Map<ListedProject, { name: string; stacks: string[] }>();
  for (const stack of stacks) {
    for (const one of projectsOf(stack)) {
      const project = configured(stack, one);
      if (!project) continue;
      const name = projectLabel(one.name ?? DEFAULT_PROJECT, one.provider);
      const known = users.get(project) ?? { name, stacks: [] };
      users.set(project, { ...known, stacks: [...known.stacks, stack.name] });
    }
  }
  const shared = (name: string) => [...users.values()].filter((one) => one.name === name).length > 1;
  return new Map(
    [...users].map(([project, one]) => [
      project,
      shared(one.name) ? `${one.name} of ${one.stacks.join(", ")}` : one.name,
    ]),
  );
}

/** Nothing where the configuration is wrong: that is told when the project is listed. */
function configured(stack: StackView, one: StackProject): ListedProject | undefined {
  try {
    return listedAt(stack, one);
  } catch (error) {
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}
