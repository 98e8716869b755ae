/** Rows of the engine that are resources of this package. */
import type { Values } from "../../../provider/fields";
import { opened } from "./secretValue";

/** A resource as the state or a preview has it. */
export interface Row {
  urn: string;
  /** `project/stack`. */
  stack: string;
  /** `Check`, for example. */
  kind: string;
  /** Its name in the program. */
  resource: string;
  /** Where in the program it is made, relative to the project's folder. */
  source?: { file: string; line: number };
}

/** Values with what must not be told of them, and what could not be read. */
export interface ReadValues {
  values: Values;
  secret: ReadonlySet<string>;
  sealed: ReadonlySet<string>;
}

/** The token of a resource of this package, served by a dynamic provider or by the plugin. */
const TYPE = /^(?:pulumi-nodejs:dynamic\/checks:|checks:index:)(\w+)$/;

/** What the row is about; undefined when it is no resource of this package. */
export function rowOf(given: { urn: string; type: string; stackTrace?: unknown }): Row | undefined {
  const kind = TYPE.exec(given.type)?.[1];
  if (kind === undefined) return undefined;
  const source = sourceOf(given.stackTrace);
  return { urn: given.urn, kind, ...partsOf(given.urn), ...(source && { source }) };
}

/** `urn:pulumi:<stack>::<project>::<types>::<name>`; names may hold `::`. */
function partsOf(urn: string): { stack: string; resource: string } {
  const [stack = "", project = "", , ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack: `${project}/${stack}`, resource: name.join("::") };
}

/** The values of a row; what is the engine's own starts with `__` and stays only where it is ours. */
export function valuesOf(given: Readonly<Record<string, unknown>>): ReadValues {
  const entries = Object.entries(given)
    .filter(([key]) => key !== "__provider")
    .map(([key, value]) => [key, opened(value)] as const);
  const keysWhere = (mark: "secret" | "sealed") =>
    new Set(entries.filter(([, part]) => part[mark]).map(([key]) => key));
  return {
    values: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    secret: keysWhere("secret"),
    sealed: keysWhere("sealed"),
  };
}

/** The innermost place in the user's own program; frames of packages lie in `node_modules` or outside the project. */
function sourceOf(stackTrace: unknown): Row["source"] {
  if (!Array.isArray(stackTrace)) return undefined;
  for (const frame of stackTrace as { sourcePosition?: unknown }[]) {
    const [, file, line] = /^project:\/\/\/([^#]+)#(\d+)/.exec(String(frame?.sourcePosition)) ?? [];
    if (file === undefined || file.startsWith("..") || file.includes("node_modules/")) continue;
    return { file: decodeURI(file), line: Number(line) };
  }
  return undefined;
}
