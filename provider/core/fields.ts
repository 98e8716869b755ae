/**
 * A field of a resource is declared once, as a zod type with these facts registered on it.
 * Types, validation, defaults, the wire mapping, diff, drift and the reference docs are derived from that.
 */
import { z } from "zod";
import { secondsOf } from "./duration";

/** What a field is, beside its zod type. */
export interface FieldMeta {
  /** Its key in the service's documents. Absent: never sent (an option, or something another call sets). */
  wire?: string;
  /**
   * `always`: part of the desired state, with its default when the program does not name it.
   * `whenNamed`: left to people and other tools until the program names it.
   * `never`: an option that steers this provider; a change of it is no change of the resource.
   */
  managed: "always" | "whenNamed" | "never";
  /** A list that is one string on the wire, joined by this; its order carries no meaning. */
  separator?: " " | ",";
  /**
   * Whether what the service answered is what was sent, only spelt its way (both as they stand in its documents).
   * Absent: the service keeps this field as it is sent.
   */
  spelling?: (sent: unknown, answered: unknown) => boolean;
  /** Whether the service is known to keep the second in place of the first, so that sending that would change nothing. */
  rewrites?: (sent: unknown, kept: unknown) => boolean;
  /** Value that undoes a `whenNamed` field when its line is removed. Absent: the line's removal changes nothing. */
  undo?: boolean;
  /** Only means something when that other field is set. */
  onlyWith?: string;
  /** Means nothing when that other field is set. */
  onlyWithout?: string;
  /** Older spelling of another field; translated by us. */
  deprecatedFor?: string;
  /** A change of it makes a new resource. */
  replaces?: true;
  /**
   * Its value is a secret, as an input, as an output and in the state: every host marks it as one. `ofInputs`: it repeats
   * inputs, and is a secret where one of them may be. What the provider fills in has to say it (`produced`).
   */
  secret?: boolean | "ofInputs";
  /** An output that stays what it is as long as the resource does, whatever of it is changed. */
  stable?: true;
  /** A setting may name it where the program does not. */
  configurable?: true;
  unit?: "seconds";
}

/** The facts of each field, by zod type. */
export const fieldMeta = z.registry<FieldMeta>();

/** The fields of a resource: each key one zod type with its facts. */
export type Fields = Readonly<Record<string, z.ZodType>>;

declare const SAYS_WHETHER_SECRET: unique symbol;

/** A field whose facts say whether it is a secret. The mark is in its type alone, by which the compiler asks for it. */
export type Produced<T extends z.ZodType = z.ZodType> = T & { readonly [SAYS_WHETHER_SECRET]: true };

/** What the provider fills in: outputs, and what the state keeps for the provider alone. */
export type ProducedFields = Readonly<Record<string, Produced>>;

/** The facts of what the provider fills in: it is never desired, and whether it is a secret must not be forgotten. */
type ProducedMeta = Omit<FieldMeta, "managed" | "secret"> & Required<Pick<FieldMeta, "secret">>;

/** A field that the provider fills in, with its facts. */
export function produced<T extends z.ZodType>(type: T, facts: ProducedMeta): Produced<T> {
  fieldMeta.add(type, { ...facts, managed: "never" });
  return type as Produced<T>;
}

/** What a field holds, by its name in the SDK. */
export type Values = Record<string, unknown>;

/** The values without those that are undefined. */
export function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The same with the types of these fields. */
export type ValuesOf<F extends Fields> = [keyof F] extends [never] ? unknown : z.output<z.ZodObject<F>>;

/** Facts of one field; each field of a resource has some. */
export function metaOf(fields: Fields, key: string): FieldMeta {
  const type = fields[key];
  const meta = type && fieldMeta.get(type);
  if (!meta) throw new Error(`the field ${key} has no facts registered`);
  return meta;
}

/** Names of the fields whose values are secrets. */
export function secretsAmong(fields: Fields): string[] {
  return Object.keys(fields).filter((key) => metaOf(fields, key).secret);
}

/** What begins with `__` is the affair of the host, or of the provider alone: no input and no output. */
export function withoutInternals<V extends object>(values: V): V {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__"))) as V;
}

/** The default of a field, or undefined when it has none. */
export function defaultOf(type: z.ZodType): unknown {
  const parsed = type.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Whether a field means anything beside the others: `tz` only with `schedule`, `timeout` only without. */
export function applies(meta: FieldMeta, values: Values): boolean {
  if (meta.onlyWith !== undefined && values[meta.onlyWith] === undefined) return false;
  return meta.onlyWithout === undefined || values[meta.onlyWithout] === undefined;
}

/** Text of at most `max` code points (the service counts those, not UTF-16 units). */
export function text(max?: number) {
  return z.string({ error: "must be a string" }).superRefine((value, context) => {
    if (!value.isWellFormed())
      context.addIssue("has half of a surrogate pair, which the service cannot store; remove it");
    if (value.includes("\0")) context.addIssue("has a NUL character, which databases refuse; remove it");
    const length = [...value].length;
    if (max !== undefined && length > max)
      context.addIssue(`has ${length} characters; at most ${max} are allowed`);
  });
}

/** Seconds between two bounds, as a whole number or as a text such as `5m`, `1h30m` or `P1D`; a number from here on. */
export function seconds(min: number, max: number) {
  const range = `must be a whole number of seconds, ${min} to ${max}, or a text such as "5m", "1h30m" or "P1D"`;
  return z
    .union([z.number(), z.string()], { error: range })
    .transform(secondsOf)
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, { error: range });
}

/** true or false. */
export function flag() {
  return z.boolean({ error: "must be true or false" });
}

/** A list that the service keeps as one string, of at most `max` code points when joined by `separator`; `instead` is what to do where an element holds that. */
export function joinedList(separator: " " | ",", max?: number, instead = "make it two elements") {
  const forbidden = separator === " " ? /\s/ : /,/;
  const item = text()
    .refine((value) => value.trim() !== "", { error: "must not be empty" })
    .refine((value) => !forbidden.test(value), {
      error: `must not hold ${separator === " " ? "a blank" : "a comma"}; ${instead}`,
    });
  return z.array(item, { error: "must be a list of strings" }).superRefine((items, context) => {
    const length = [...items.join(separator)].length;
    if (max !== undefined && length > max) {
      context.addIssue(`has ${length} characters when joined; the service keeps at most ${max}`);
    }
  });
}
