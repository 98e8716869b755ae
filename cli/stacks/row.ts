/** The engine's rows of this package's resources, and the values in them, including secrets. */
import type { Values } from "../../provider/core/fields";
import type { ResourceDefinition } from "../../provider/core/resource";
import { monitorDefinitions } from "../../provider/hosts/definitions";
import { nameIn } from "../../provider/hosts/urnParts";

/** A resource in a state or a preview. */
export interface Row {
  urn: string;
  /** `project/stack`. */
  stack: string;
  /** Such as `Check`. */
  kind: string;
  /** Its name in the program. */
  resource: string;
  /** Where the program creates it, relative to the project's folder. */
  source?: { file: string; line: number };
}

/** Values, with the names of those that are secret and those that could not be decrypted. */
export interface ReadValues {
  values: Values;
  secret: ReadonlySet<string>;
  sealed: ReadonlySet<string>;
}

/** The token of a resource of this package, served by a dynamic provider or by the plugin. */
const TYPE = /^(?:pulumi-nodejs:dynamic\/checks:|checks:index:)(\w+)$/;

/** Undefined if it is no resource of this package. */
export function rowOf(given: { urn: string; type: string; stackTrace?: unknown }): Row | undefined {
  const kind = TYPE.exec(given.type)?.[1];
  if (kind === undefined) return undefined;
  return { kind, ...originOf(given) };
}

/** The stack, name and source of a resource of any type. */
export function originOf({ urn, stackTrace }: { urn: string; stackTrace?: unknown }): Omit<Row, "kind"> {
  const source = sourceOf(stackTrace);
  return { urn, ...partsOf(urn), ...(source && { source }) };
}

function partsOf(urn: string): { stack: string; resource: string } {
  const [stack = "", project = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack: `${project}/${stack}`, resource: nameIn(urn) };
}

/** The values of a row, without `__provider`, which belongs to the engine. */
export function valuesOf(given: Readonly<Record<string, unknown>>): ReadValues {
  const entries = Object.entries(given)
    .filter(([key]) => key !== "__provider")
    .map(([key, value]) => [key, unwrap(value)] as const);
  const keysWhere = (mark: "secret" | "sealed") =>
    new Set(entries.filter(([, part]) => part[mark]).map(([key]) => key));
  return {
    values: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    secret: keysWhere("secret"),
    sealed: keysWhere("sealed"),
  };
}

/**
 * The innermost position in the user's own program. Frames of packages are in `node_modules` or outside the project.
 */
function sourceOf(stackTrace: unknown): Row["source"] {
  if (!Array.isArray(stackTrace)) return undefined;
  for (const frame of stackTrace as { sourcePosition?: unknown }[]) {
    const [, file, line] = /^project:\/\/\/([^#]+)#(\d+)/.exec(String(frame?.sourcePosition)) ?? [];
    if (file === undefined || file.startsWith("..") || file.includes("node_modules/")) continue;
    return { file: decodeURIComponent(file), line: Number(line) };
  }
  return undefined;
}

/** The engine marks a secret by an object with this key and value, and the text, plain or encrypted. */
const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** A value without the engine's wrapping. */
export interface Unwrapped {
  value: unknown;
  /** Whether it, or a part of it, is a secret. */
  secret: boolean;
  /** Whether it, or a part of it, is encrypted and could not be read. */
  sealed: boolean;
}

/** Unwraps a value of the state at every level. */
export function unwrap(given: unknown): Unwrapped {
  if (Array.isArray(given)) {
    const items = given.map(unwrap);
    return join(
      items.map(({ value }) => value),
      items,
    );
  }
  if (typeof given !== "object" || given === null) return { value: given, secret: false, sealed: false };
  if (!(SIGNATURE_KEY in given) || given[SIGNATURE_KEY] !== SIGNATURE) {
    const entries = Object.entries(given).map(([key, value]) => [key, unwrap(value)] as const);
    return join(
      Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
      entries.map(([, part]) => part),
    );
  }
  if (!("plaintext" in given) || typeof given.plaintext !== "string") {
    return { value: undefined, secret: true, sealed: true };
  }
  return { ...unwrap(JSON.parse(given.plaintext)), secret: true };
}

/** Replaces secrets. */
export const SECRET = "[secret]";

/**
 * A value of the state with each secret text, and what is encrypted, replaced by `[secret]`. A secret object, such as a
 * job's declaration with a password in it, is opened, because its schedule is needed: report only known fields of the
 * result. What is marked as a secret inside it stays one.
 */
export function openDeclaration(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(openDeclaration);
  if (typeof given !== "object" || given === null) return given;
  if (SIGNATURE_KEY in given && given[SIGNATURE_KEY] === SIGNATURE) {
    if (!("plaintext" in given) || typeof given.plaintext !== "string") return SECRET;
    const opened = openDeclaration(JSON.parse(given.plaintext));
    return typeof opened === "string" ? SECRET : opened;
  }
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, openDeclaration(value)]));
}

function join(value: unknown, parts: readonly Unwrapped[]): Unwrapped {
  return {
    value,
    secret: parts.some(({ secret }) => secret),
    sealed: parts.some(({ sealed }) => sealed),
  };
}

/** The kinds of resources that can drift. */
const DEFINITIONS: readonly ResourceDefinition[] = Object.values(monitorDefinitions);

/** The definition of a kind; undefined if it has no drift, or is newer than this command. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return DEFINITIONS.find((definition) => definition.kind === kind);
}

/** The kind that owns its check. A check that no such resource declares is unmanaged. */
export const OWNER = monitorDefinitions.check.kind;
