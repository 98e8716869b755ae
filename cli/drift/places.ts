/** The service's projects that a stack uses, through its own settings and its explicit providers. */
import { ChecksError } from "../../provider/core/errors";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { groupBy } from "../lists";
import { type ExplicitProvider, projectLabel } from "../stacks/providers";
import { type AppliedRow, projectOf } from "../stacks/state";
import type { ListedProject, ListedSession } from "./listed";
import type { DeclaredRow } from "./preview";

/** What is known of a stack before any request. */
export interface StackView {
  name: string;
  session: ListedSession;
  applied: AppliedRow[];
  /** The state's explicit providers, by URN. */
  providers?: ReadonlyMap<string, ExplicitProvider>;
  /** The program's current declarations; absent if only the state is compared. */
  declared?: DeclaredRow[];
}

/** A project, as the stack reaches it. */
export interface StackProject {
  /** Undefined for the unnamed project. */
  name: string | undefined;
  /** The provider whose arguments lead to it; undefined for the stack's settings. */
  provider: ExplicitProvider | undefined;
}

/** The projects in which the stack has or declares resources; the default project if there are none. */
export function projectsOf(stack: StackView): StackProject[] {
  const used = [
    ...stack.applied.map(projectOfApplied),
    // A preview hides a secret project name; the state has it.
    ...(stack.declared ?? [])
      .filter(({ secret }) => !secret.has("project"))
      .flatMap((row) => projectOfDeclared(stack, row) ?? []),
  ];
  const own: StackProject = { name: undefined, provider: undefined };
  return [...new Map((used.length === 0 ? [own] : used).map((one) => [keyOf(one), one])).values()];
}

/** The project of a resource in the state. */
export function projectOfApplied({ applied, provider }: AppliedRow): StackProject {
  return { name: projectOf(applied.values), provider };
}

/** Where the next `up` puts a resource; undefined if the same `up` creates its provider. */
export function projectOfDeclared(
  { providers }: StackView,
  { declared, provider: urn }: DeclaredRow,
): StackProject | undefined {
  const provider = urn === undefined ? undefined : providers?.get(urn);
  return urn !== undefined && !provider ? undefined : { name: projectOf(declared), provider };
}

/** Whether both are the same project of the same provider. */
export function isSame(one: StackProject | undefined, other: StackProject): boolean {
  return one !== undefined && keyOf(one) === keyOf(other);
}

function keyOf({ name, provider }: StackProject): string {
  return JSON.stringify([name, provider?.urn]);
}

/** @throws {ChecksError} if the configuration or the provider does not lead to it. */
export function projectAt({ session }: StackView, { name, provider }: StackProject): ListedProject {
  return session.forProvider(provider).project(name);
}

/**
 * A name for each project, including the stack if several stacks have a `default` project with different keys, and a
 * number if that does not tell them apart either: a stack of another organisation or backend may have the same name.
 */
export function projectNames(stacks: readonly StackView[]): Map<ListedProject, string> {
  const users = new Map<ListedProject, { name: string; stacks: string[] }>();
  for (const stack of stacks) {
    for (const one of projectsOf(stack)) {
      const project = tryProjectAt(stack, one);
      if (!project) continue;
      const name = projectLabel(one.name ?? DEFAULT_PROJECT, one.provider);
      const known = users.get(project) ?? { name, stacks: [] };
      users.set(project, { ...known, stacks: [...known.stacks, stack.name] });
    }
  }
  const isShared = (name: string) => [...users.values()].filter((one) => one.name === name).length > 1;
  const names = new Map<ListedProject, string>();
  for (const [name, namesakes] of groupBy(users, ([, { name, stacks }]) =>
    isShared(name) ? `${name} of ${stacks.join(", ")}` : name,
  )) {
    for (const [index, [project]] of namesakes.entries())
      names.set(project, index === 0 ? name : `${name} (${index + 1})`);
  }
  return names;
}

/** Undefined if the configuration is invalid, which is reported when the project is listed. */
function tryProjectAt(stack: StackView, one: StackProject): ListedProject | undefined {
  try {
    return projectAt(stack, one);
  } catch (error) {
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}
