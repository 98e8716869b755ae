/** What a policy sees of resources, whichever host serves them and whatever language the program is in. */
import type { Values } from "../../provider/core/fields";
import { UNKNOWN } from "../../provider/core/unknown";
import { type DefinitionName, typeOf } from "../../provider/hosts/definitions";

/** Whether a type is that of our resources of a kind. */
export function isOurs(type: string, kind: DefinitionName): boolean {
  return type === typeOf("dynamic", kind) || type === typeOf("plugin", kind);
}

/** The properties of a resource as plain values, with UNKNOWN for each that a preview does not know. */
export function readProperties(props: Values): Values {
  return copyPlain(props) as Values;
}

function copyPlain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, index) => read(value, index));
  return Object.fromEntries(Object.keys(value).map((key) => [key, read(value, key)]));
}

/** `@pulumi/policy` throws when a value is read that is not known yet, and at nothing else. */
function read(holder: object, key: string | number): unknown {
  let value: unknown;
  try {
    value = (holder as Record<string | number, unknown>)[key];
  } catch {
    return UNKNOWN;
  }
  return copyPlain(value);
}
