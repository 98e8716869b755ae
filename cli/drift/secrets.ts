/** The parts of checks' names that reports must not show, because a stack keeps them secret. */
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import type { ReadValues } from "../stacks/row";
import type { AppliedRow } from "../stacks/state";
import { type CheckName, SECRET } from "./findings";
import type { DeclaredRow } from "./preview";

/** The parts of a name that a program can mark as secret. */
const PARTS = ["slug", "name", "tags"] as const;
type Part = (typeof PARTS)[number];

/** What is known of a stack: its rows in the state, and the program's current declarations. */
interface Rows {
  applied: readonly AppliedRow[];
  declared?: readonly DeclaredRow[];
}

export class SecretNames {
  /**
   * Secret parts by the check's unique key, because findings of other resources about the same check must hide them,
   * too.
   */
  private readonly parts = new Map<string, Set<string>>();
  /** Secret values. Another check with the same value must not reveal it. */
  private readonly values: Record<Part, Set<unknown>> = { slug: new Set(), name: new Set(), tags: new Set() };
  private readonly projects = new Set<unknown>();

  constructor(stacks: readonly Rows[] = []) {
    for (const { applied, declared = [] } of stacks) {
      const inProgram = new Map(declared.map(({ urn, secret }) => [urn, secret]));
      for (const row of applied) {
        this.add(uniqueKeyOf(row.id), row.applied, inProgram.get(row.urn));
      }
    }
  }

  private add(key: string, { values, secret }: ReadValues, inProgram?: ReadonlySet<string>): void {
    const hidden = this.parts.get(key) ?? new Set();
    this.parts.set(key, hidden);
    for (const field of [...secret, ...(inProgram ?? [])]) {
      // An assignment names its check by the slug.
      const part = field === "check" ? "slug" : field;
      hidden.add(part);
      if (part === "project") this.projects.add(values.project);
      if (!isPart(part)) continue;
      for (const value of [values[field]].flat())
        if (value !== undefined && value !== "") this.values[part].add(value);
    }
  }

  /** Adds the key by which the server identifies the check with this UUID. */
  addKey(uuid: string, key: string): void {
    const parts = this.parts.get(uniqueKeyOf(uuid));
    if (parts) this.parts.set(key, parts);
  }

  /** Replaces secret slugs and projects in a message of the provider, which may quote them. */
  redact(sentence: string): string {
    return [...this.values.slug, ...this.projects].reduce<string>(
      (rest, value) => rest.replaceAll(`"${value}"`, `"${SECRET}"`),
      sentence,
    );
  }

  /** The project's name, unless it is a secret. The name may be followed by its stack or provider. */
  projectName(called: string): string {
    const isSecret = [...this.projects].some((name) => called === name || called.startsWith(`${name} of `));
    return isSecret ? SECRET : called;
  }

  /** Replaces the secret parts of a name by `[secret]`. */
  conceal(name: CheckName): CheckName {
    const hidden = this.parts.get(name.uniqueKey);
    const concealPart = (part: Part, value: string) =>
      hidden?.has(part) || this.values[part].has(value) ? SECRET : value;
    return {
      ...name,
      slug: concealPart("slug", name.slug),
      name: concealPart("name", name.name),
      tags: hidden?.has("tags") ? [SECRET] : name.tags.map((tag) => concealPart("tags", tag)),
      project: this.projectName(name.project),
    };
  }
}

function isPart(field: string): field is Part {
  return (PARTS as readonly string[]).includes(field);
}
