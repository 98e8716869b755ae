/** Rows of the engine that are resources of this package, and what is in them: values, secrets among them. */
import type { Values } from "../../provider/core/fields";
import type { ResourceDefinition } from "../../provider/core/resource";
import { monitorDefinitions } from "../../provider/hosts/definitions";
import { nameIn } from "../../provider/hosts/urnParts";

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
  return { kind, ...madeBy(given) };
}

/** Which resource of which stack it is, whatever its type, and where the program makes it. */
export function madeBy({ urn, stackTrace }: { urn: string; stackTrace?: unknown }): Omit<Row, "kind"> {
  const source = sourceOf(stackTrace);
  return { urn, ...partsOf(urn), ...(source && { source }) };
}

function partsOf(urn: string): { stack: string; resource: string } {
  const [stack = "", project = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack: `${project}/${stack}`, resource: nameIn(urn) };
}

/** The values of a row; what is the engine's own starts with `__` and stays only where it is ours. */
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

/** The innermost place in the user's own program; frames of packages lie in `node_modules` or outside the project. */
function sourceOf(stackTrace: unknown): Row["source"] {
  if (!Array.isArray(stackTrace)) return undefined;
  for (const frame of stackTrace as { sourcePosition?: unknown }[]) {
    const [, file, line] = /^project:\/\/\/([^#]+)#(\d+)/.exec(String(frame?.sourcePosition)) ?? [];
    if (file === undefined || file.startsWith("..") || file.includes("node_modules/")) continue;
    return { file: decodeURIComponent(file), line: Number(line) };
  }
  return undefined;
}

/** Secrets as the engine writes them: an object with this key and value, and the text, plain or encrypted. */
const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** A value without its wrapping. */
export interface Unwrapped {
  value: unknown;
  /** It, or something in it, is a secret. */
  secret: boolean;
  /** It, or something in it, is encrypted and could not be read. */
  sealed: boolean;
}

/** Takes the wrapping off a value of the state, at every level. */
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

/** Stands for what must not be told. */
export const SECRET = "[secret]";

/**
 * A value of the state as it may be told, with `[secret]` for each text that is a secret by itself. What is a secret as a
 * whole, as the declaration of a job with a password somewhere in it, is opened: the password stays a secret.
 */
export function openly(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(openly);
  if (typeof given !== "object" || given === null) return given;
  if (SIGNATURE_KEY in given && given[SIGNATURE_KEY] === SIGNATURE) {
    const { value } = unwrap(given);
    return typeof value === "string" ? SECRET : value;
  }
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, openly(value)]));
}

function join(value: unknown, parts: readonly Unwrapped[]): Unwrapped {
  return {
    value,
    secret: parts.some(({ secret }) => secret),
    sealed: parts.some(({ sealed }) => sealed),
  };
}

/** The kinds of resources whose drift is looked at. */
const DEFINITIONS: readonly ResourceDefinition[] = Object.values(monitorDefinitions);

/** The definition of a kind of resource; undefined for one that has no drift, or that is newer than this command. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return DEFINITIONS.find((definition) => definition.kind === kind);
}

/** The kind that owns its check: what no such resource declares is unmanaged. */
export const OWNER = monitorDefinitions.check.kind;
