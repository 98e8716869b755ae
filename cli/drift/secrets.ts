/** What reports must not tell: what could ping a check or open the service, and what a stack keeps secret. */
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import { UUIDS } from "../render/visible";
import type { ReadValues } from "../stacks/row";
import type { AppliedRow } from "../stacks/state";
import { type CheckName, SECRET } from "./findings";
import type { DeclaredRow } from "./preview";
/** Turns a text, or every text in a value, into one that may be shown to anybody. */
export interface Mask {
  text(text: string): string;
  deep<T>(value: T): T;
}

/** What must not be shown. */
export interface Secrets {
  /** UUIDs of checks: with one, anybody can ping the check. */
  uuids: Iterable<string>;
  /** API keys. */
  keys: Iterable<string>;
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\]+/gi;
/** Addresses that ping, whoever's they are: of the hosted service, and of any server's usual path. */
const PINGS = /^https?:\/\/(?:hc-ping\.com\/|[^/]+\/ping\/)/i;

/** A mask that knows what to look for. */
export function maskFor({ uuids, keys }: Secrets): Mask {
  const hidden = new Set([...uuids].map((uuid) => uuid.toLowerCase()));
  const secrets = [...keys].filter((key) => key !== "");
  const isCheck = (uuid: string) => hidden.has(uuid.toLowerCase());
  const text = (given: string): string => {
    const withoutKeys = secrets.reduce((rest, key) => rest.replaceAll(key, "[secret]"), given);
    return withoutKeys
      .replace(ADDRESS, (address) =>
        PINGS.test(address) || (address.match(UUIDS) ?? []).some(isCheck) ? "[ping URL]" : address,
      )
      .replace(UUIDS, (uuid) => (isCheck(uuid) ? "[uuid]" : uuid));
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part)]));
  };
  return { text, deep: <T>(value: T) => deep(value) as T };
}

/** The text without any UUIDS, for texts of runs that do not know which ones are those of checks. */
export function withoutUuids(text: string): string {
  return text.replace(UUIDS, "[uuid]");
}

/** The parts of a name that a program can mark secret. */
const PARTS = ["slug", "name", "tags"] as const;
type Part = (typeof PARTS)[number];

/** What is known of a stack: its rows in the state, and what its program declares now. */
interface Rows {
  applied: readonly AppliedRow[];
  declared?: readonly DeclaredRow[];
}

/** What the stacks keep secret of the names of checks. */
export class SecretNames {
  /** Which parts, by the check's unique key: another resource's finding about the same check must not tell them either. */
  private readonly parts = new Map<string, Set<string>>();
  /** The values: a check that shares one with a stack's check would tell it. */
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

  /** The server calls the check with this UUID by a key of its own. */
  alsoCalled(uuid: string, key: string): void {
    const parts = this.parts.get(uniqueKeyOf(uuid));
    if (parts) this.parts.set(key, parts);
  }

  /** A sentence of the provider's, which may quote the slug or the project of a check, without the secret ones. */
  hidden(sentence: string): string {
    return [...this.values.slug, ...this.projects].reduce<string>(
      (rest, value) => rest.replaceAll(`"${value}"`, `"${SECRET}"`),
      sentence,
    );
  }

  /** What a project is called, unless its name is a secret. Its stack or its provider may stand behind it. */
  project(called: string): string {
    const isSecret = [...this.projects].some((name) => called === name || called.startsWith(`${name} of `));
    return isSecret ? SECRET : called;
  }

  /** The name with `[secret]` in place of what must not be told. */
  conceal(name: CheckName): CheckName {
    const hidden = this.parts.get(name.uniqueKey);
    const told = (part: Part, value: string) =>
      hidden?.has(part) || this.values[part].has(value) ? SECRET : value;
    return {
      ...name,
      slug: told("slug", name.slug),
      name: told("name", name.name),
      tags: hidden?.has("tags") ? [SECRET] : name.tags.map((tag) => told("tags", tag)),
      project: this.project(name.project),
    };
  }
}

function isPart(field: string): field is Part {
  return (PARTS as readonly string[]).includes(field);
}
