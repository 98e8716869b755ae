/**
 * Between the SDK's values and the service's documents, in both directions, for any resource.
 * Everything here follows from the facts registered on the fields.
 */
import { applies, defaultOf, type FieldMeta, type Fields, metaOf, type Values } from "./fields";

/** A JSON object as the service reads and writes it. */
export type Document = Record<string, unknown>;

/** A list is one string on the wire. */
function encode(meta: FieldMeta, value: unknown): unknown {
  return meta.separator !== undefined && Array.isArray(value) ? value.join(meta.separator) : value;
}

function decode(meta: FieldMeta, value: unknown): unknown {
  return meta.separator !== undefined && typeof value === "string" ? tokens(value, meta.separator) : value;
}

function tokens(joined: string, separator: string): string[] {
  return joined
    .split(separator)
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/** Equal for the service's purposes: the members of a list count, not their order or the blanks between. */
export function sameOnWire(meta: FieldMeta, a: unknown, b: unknown): boolean {
  const { separator } = meta;
  if (separator === undefined || typeof a !== "string" || typeof b !== "string") return a === b;
  return sameMembers(tokens(a, separator), tokens(b, separator));
}

function sameMembers(a: unknown[], b: unknown[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((member) => right.has(member));
}

/** Equal for the user's purposes: as the service would compare, but the blanks of a channel's name count. */
export function sameValue(meta: FieldMeta, a: unknown, b: unknown): boolean {
  if (meta.separator !== undefined && Array.isArray(a) && Array.isArray(b)) return sameMembers(a, b);
  // `"*"` by itself means all channels; in a list it is a name.
  return Array.isArray(a) === Array.isArray(b) && sameOnWire(meta, a, b);
}

/** The value a field has, named or not: its default stands in where it is part of the desired state. */
export function fieldValue(fields: Fields, key: string, values: Values): unknown {
  const meta = metaOf(fields, key);
  const type = fields[key];
  if (!applies(meta, values)) return undefined;
  if (values[key] !== undefined || meta.managed !== "always" || type === undefined) return values[key];
  return defaultOf(type);
}

/**
 * The complete desired state as the body of a write.
 * `before` is the state until now: a field that is no longer named and knows how is undone.
 */
export function toWire(fields: Fields, values: Values, before: Values = {}): Document {
  const body: Document = {};
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    if (meta.wire === undefined) continue;
    const dropped = values[key] === undefined && before[key] !== undefined;
    const value = fieldValue(fields, key, values) ?? (dropped ? meta.undo : undefined);
    if (value !== undefined) body[meta.wire] = encode(meta, value);
  }
  return body;
}

/** Where the service keeps something else than was sent (a legacy zone renamed, `*` expanded): what it keeps. */
export function canonicalised(fields: Fields, sent: Document, answer: Document): Document {
  const kept: Document = {};
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    if (meta.wire === undefined || !(meta.wire in sent) || answer[meta.wire] === undefined) continue;
    if (!sameOnWire(meta, sent[meta.wire], answer[meta.wire])) kept[meta.wire] = answer[meta.wire];
  }
  return kept;
}

/** Which of the fields in the body of a write mean something else than what the service has. */
export function differing(fields: Fields, body: Document, existing: Document): string[] {
  return Object.keys(fields).filter((key) => {
    const meta = metaOf(fields, key);
    return (
      meta.wire !== undefined && meta.wire in body && !sameOnWire(meta, existing[meta.wire], body[meta.wire])
    );
  });
}

/** The body of a write, in the spelling that the service has wherever that means the same. */
export function spelledAs(existing: Document, fields: Fields, body: Document): Document {
  const changed = new Set(differing(fields, body, existing));
  const spelled = { ...body };
  for (const key of Object.keys(fields)) {
    const { wire } = metaOf(fields, key);
    if (wire !== undefined && wire in body && !changed.has(key)) spelled[wire] = existing[wire];
  }
  return spelled;
}

/**
 * What the service has now, told in the user's spelling: a field that still is what our last write led to
 * (`canonical`: where that differs from what was sent) keeps its value, any other takes the live one.
 */
export function observed(fields: Fields, state: Values, canonical: Document, live: Document) {
  const values: Values = { ...state };
  const kept: Document = { ...canonical };
  const shown = liveValues(fields, live);
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    if (meta.wire === undefined) continue;
    if (meta.managed === "whenNamed" && state[key] === undefined) continue;
    if (provenAbsent(fields, key, live) || !applies(meta, shown)) {
      delete values[key];
      delete kept[meta.wire];
    } else if (live[meta.wire] !== undefined) {
      const expected = canonical[meta.wire] ?? encode(meta, fieldValue(fields, key, state));
      if (sameOnWire(meta, expected, live[meta.wire])) continue;
      values[key] = shown[key];
      delete kept[meta.wire];
    }
  }
  return { values, canonical: kept };
}

/** The fields of a document under their SDK names. */
export function liveValues(fields: Fields, live: Document): Values {
  const values: Values = {};
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    if (meta.wire !== undefined && live[meta.wire] !== undefined) values[key] = decode(meta, live[meta.wire]);
  }
  return values;
}

/** A document that shows `timeout` has no `schedule`: fields that exclude each other prove each other absent. */
function provenAbsent(fields: Fields, key: string, live: Document): boolean {
  return Object.keys(fields).some((other) => {
    const meta = metaOf(fields, other);
    return meta.onlyWithout === key && meta.wire !== undefined && live[meta.wire] !== undefined;
  });
}
