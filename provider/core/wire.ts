/**
 * Between the SDK's values and the service's documents, in both directions, for any resource.
 * Everything here follows from the facts registered on the fields.
 */
import { createHash } from "node:crypto";
import {
  applies,
  defaultOf,
  type FieldMeta,
  type Fields,
  metaOf,
  type Values,
  type ValuesOf,
} from "./fields";

/** A JSON object as the service reads and writes it. */
export type Document = Record<string, unknown>;

/** A list is one string on the wire. */
function encode(meta: FieldMeta, value: unknown): unknown {
  return meta.separator !== undefined && Array.isArray(value) ? value.join(meta.separator) : value;
}

function decode(meta: FieldMeta, value: unknown): unknown {
  return meta.separator !== undefined && typeof value === "string" ? tokens(value, meta.separator) : value;
}

/** The members of a list in a text. */
export function tokens(joined: string, separator: string): string[] {
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

/** Equal for the user's purposes: as the service would compare lists, but the blanks of a channel's name count. */
export function sameValue(meta: FieldMeta, a: unknown, b: unknown): boolean {
  if (meta.separator !== undefined && Array.isArray(a) && Array.isArray(b)) return sameMembers(a, b);
  // `"*"` by itself means all channels; in a list it is a name.
  return a === b;
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

/** A field of which the service keeps something other than what was sent; absent means that it was not sent, or is not kept. */
export interface Contradiction {
  key: string;
  sent?: unknown;
  kept?: unknown;
}

/** What became of a write, field by field; a field that is in none of these is kept as it was sent. */
export interface WriteOutcome {
  /** The service's own spelling of what was sent: a legacy zone renamed, `*` expanded; of a list its digest. */
  canonical: Document;
  contradicted: Contradiction[];
  /** Fields that were sent, and of which the answer says nothing. */
  unknown: string[];
}

/** Compares the answer to a write with what was sent. */
export function compareWithAnswer(fields: Fields, sent: Document, answered: Document): WriteOutcome {
  const result: WriteOutcome = { canonical: {}, contradicted: [], unknown: [] };
  const shown = liveValues(fields, answered);
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    const { wire } = meta;
    if (wire === undefined) continue;
    const now = answered[wire];
    if (!(wire in sent)) {
      // Null is how some servers say that there is none.
      if (now !== undefined && now !== null && excludesSent(fields, key, sent))
        result.contradicted.push({ key, kept: now });
    } else if (now === undefined) {
      if (provenAbsent(fields, key, answered)) result.contradicted.push({ key, sent: sent[wire] });
      else if (applies(meta, shown) && !asksForNothing(meta, sent[wire])) result.unknown.push(key);
    } else if (!sameOnWire(meta, sent[wire], now)) {
      if (meta.spelling?.(sent[wire], now)) result.canonical[wire] = digestOf(meta, now) ?? now;
      else result.contradicted.push({ key, sent: sent[wire], kept: now });
    }
  }
  return result;
}

/** Whether a service that does not know a field lets nothing down by it: an empty text is sent as a default, too. */
function asksForNothing(meta: FieldMeta, sent: unknown): boolean {
  return sent === meta.undo || sent === "";
}

/** Whether a field that was sent means nothing beside this one: `timeout` beside `schedule`. */
function excludesSent(fields: Fields, key: string, sent: Document): boolean {
  return Object.keys(fields).some((other) => {
    const { onlyWithout, wire } = metaOf(fields, other);
    return onlyWithout === key && wire !== undefined && wire in sent;
  });
}

/** Which of the fields in the body of a write mean something else than what the service has. */
export function differingFields(fields: Fields, body: Document, existing: Document): string[] {
  return Object.keys(fields).filter((key) => {
    const meta = metaOf(fields, key);
    if (meta.wire === undefined || !(meta.wire in body)) return false;
    const [wanted, now] = [body[meta.wire], existing[meta.wire]];
    if (now === undefined && asksForNothing(meta, wanted)) return false;
    return !sameOnWire(meta, now, wanted) && meta.rewrites?.(wanted, now) !== true;
  });
}

/** Fields that have an effect on the service now and none beside what is wanted: `timeout`, where a schedule comes. */
export function endingFields(fields: Fields, wanted: Values, existing: Document): string[] {
  const now = liveValues(fields, existing);
  return Object.keys(now).filter((key) => {
    const meta = metaOf(fields, key);
    return meta.managed === "always" && applies(meta, now) && fieldValue(fields, key, wanted) === undefined;
  });
}

/** The body of a write, in the spelling that the service has wherever that means the same. */
export function spellAs(existing: Document, fields: Fields, body: Document): Document {
  const changed = new Set(differingFields(fields, body, existing));
  const spelled = { ...body };
  for (const key of Object.keys(fields)) {
    const { wire } = metaOf(fields, key);
    if (wire !== undefined && wire in body && wire in existing && !changed.has(key))
      spelled[wire] = existing[wire];
  }
  return spelled;
}

/**
 * What the service has now, told in the user's spelling: a field that still is what our last write led to
 * (`canonical`: where that differs from what was sent) keeps its value, also where a newer release of the service has begun
 * to rewrite it; any other takes the live one.
 */
export function readInUserSpelling<State extends Values>(
  fields: Fields,
  state: State,
  canonical: Document,
  live: Document,
): { values: State; canonical: Document } {
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
      if (canonical[meta.wire] !== undefined && canonical[meta.wire] === digestOf(meta, live[meta.wire]))
        continue;
      const expected = expectedOf(meta, encode(meta, fieldValue(fields, key, state)), canonical[meta.wire]);
      if (sameOnWire(meta, expected, live[meta.wire]) || meta.rewrites?.(expected, live[meta.wire])) continue;
      values[key] = shown[key];
      delete kept[meta.wire];
    }
  }
  // Each field was decoded as its facts say.
  return { values: values as State, canonical: kept };
}

/** A list may be long, and of the service's spelling the state needs only to know it again. */
function digestOf({ separator }: FieldMeta, answered: unknown): string | undefined {
  if (separator === undefined || typeof answered !== "string") return undefined;
  const members = [...new Set(tokens(answered, separator))].toSorted();
  return `sha256:${createHash("sha256").update(members.join(separator)).digest("hex").slice(0, 16)}`;
}

/** A state from before contradictions were told apart may hold one in the place of a spelling. */
function expectedOf(meta: FieldMeta, declared: unknown, canonical: unknown): unknown {
  return canonical !== undefined && meta.spelling?.(declared, canonical) ? canonical : declared;
}

/** The fields of a document under their SDK names; what an answer does not show is absent. */
export function liveValues<F extends Fields>(fields: F, live: Document): Values & Partial<ValuesOf<F>> {
  const values: Values = {};
  for (const key of Object.keys(fields)) {
    const meta = metaOf(fields, key);
    if (meta.wire !== undefined && live[meta.wire] !== undefined) values[key] = decode(meta, live[meta.wire]);
  }
  return values as Values & Partial<ValuesOf<F>>;
}

/**
 * A document that shows `timeout` and no `schedule` is one of a simple check: fields that exclude each other prove each
 * other absent, unless a service shows what it keeps beside the other, which has no effect.
 */
function provenAbsent(fields: Fields, key: string, live: Document): boolean {
  const { wire: own } = metaOf(fields, key);
  if (own === undefined || live[own] !== undefined) return false;
  return Object.keys(fields).some((other) => {
    const meta = metaOf(fields, other);
    return meta.onlyWithout === key && meta.wire !== undefined && live[meta.wire] !== undefined;
  });
}
