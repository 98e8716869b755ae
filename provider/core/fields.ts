/**
 * A field of a resource is declared once, as a zod type with these facts registered on it.
 * Types, validation, defaults, the wire mapping, diff, drift and the reference docs are derived from that.
 */
import { z } from "zod";
import { secondsOf } from "./duration";

/** Facts about a field beyond its zod type. */
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
   * Whether the service's answer means the same as what was sent, in another spelling (both as in its documents).
   * Absent: the service keeps this field as it is sent.
   */
  spelling?: (sent: unknown, answered: unknown) => boolean;
  /** Whether the service, or its website, is known to replace the first by the second: no difference worth a write. */
  rewrites?: (sent: unknown, kept: unknown) => boolean;
  /** Value that resets a `whenNamed` field when its line is removed from the program. Absent: removing the line changes nothing. */
  undo?: boolean;
  /** Only has an effect when that other field is set. */
  onlyWith?: string;
  /** Has no effect when that other field is set. */
  onlyWithout?: string;
  /** Older spelling of another field; translated by us. */
  deprecatedFor?: string;
  /** A change of it makes a new resource. */
  replaces?: true;
  /**
   * Its value is a secret, as an input, as an output and in the state: every host marks it as one. `ofInputs`: it
   * repeats inputs, and is a secret if one of them may be. Fields that the provider fills in must state it (`produced`).
   */
  secret?: boolean | "ofInputs";
  /** An output that never changes during the life of the resource. */
  stable?: true;
  /** A setting may give its value where the program does not. */
  configurable?: true;
  unit?: "seconds";
  /** What it is called elsewhere: who writes that is told its name. */
  alsoCalled?: readonly string[];
  /** Why it is refused where it is missing. @default `is required` */
  missing?: string;
}

/** The facts of each field, by zod type. */
export const fieldMeta = z.registry<FieldMeta>();

/** The fields of a resource: each key one zod type with its facts. */
export type Fields = Readonly<Record<string, z.ZodType>>;

declare const SAYS_WHETHER_SECRET: unique symbol;

/** A field whose facts say whether it is a secret. The mark exists only in its type, so that the compiler demands it. */
export type Produced<T extends z.ZodType = z.ZodType> = T & { readonly [SAYS_WHETHER_SECRET]: true };

/** What the provider fills in: outputs, and values that the state keeps only for the provider. */
export type ProducedFields = Readonly<Record<string, Produced>>;

/** Facts about what the provider fills in: it is never part of the desired state, and must say whether it is a secret. */
type ProducedMeta = Omit<FieldMeta, "managed" | "secret"> & Required<Pick<FieldMeta, "secret">>;

/** A field that the provider fills in, with its facts. */
export function produced<T extends z.ZodType>(type: T, facts: ProducedMeta): Produced<T> {
  fieldMeta.add(type, { ...facts, managed: "never" });
  return type as Produced<T>;
}

/** Values of fields, by their names in the SDK. */
export type Values = Record<string, unknown>;

/** The values without those that are undefined. */
export function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The values without null, at any depth of them: that is what is not named, by a program or by the service. Places in lists stay. */
export function withoutNulls(values: Values): Values {
  const named = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(named.map(([key, value]) => [key, nestedWithoutNulls(value)]));
}

function nestedWithoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nestedWithoutNulls);
  return typeof value === "object" && value !== null ? withoutNulls(value as Values) : value;
}

/** The same with the types of these fields. */
export type ValuesOf<F extends Fields> = [keyof F] extends [never] ? unknown : z.output<z.ZodObject<F>>;

/** What somebody gives of a type: nobody writes to its lists, so that those of constants (`as const`) will do. */
export type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? T extends Date
      ? T
      : { [K in keyof T]: Given<T[K]> }
    : T;

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

/** The values without names that begin with `__`: those are only for the host or the provider, neither inputs nor outputs. */
export function withoutInternals<V extends object>(values: V): V {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("__"))) as V;
}

/** The default of a field, or undefined when it has none. */
export function defaultOf(type: z.ZodType): unknown {
  const parsed = type.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Whether a field has an effect next to the others: `tz` only with `schedule`, `timeout` only without it. */
export function applies(meta: FieldMeta, values: Values): boolean {
  if (meta.onlyWith !== undefined && values[meta.onlyWith] === undefined) return false;
  return meta.onlyWithout === undefined || values[meta.onlyWithout] === undefined;
}

/** Why a text is refused that cannot be sent; also by the SDK. */
export const HALF_PAIR = "has half of a surrogate pair, which the service cannot store; remove it";

/** Text of at most `max` code points (the service counts those, not UTF-16 units). */
export function text(max?: number) {
  return z.string({ error: "must be a string" }).superRefine((value, context) => {
    if (!value.isWellFormed()) context.addIssue(HALF_PAIR);
    if (value.includes("\0")) context.addIssue("has a NUL character, which databases refuse; remove it");
    const length = [...value].length;
    if (max !== undefined && length > max)
      context.addIssue(`has ${length} characters; at most ${max} are allowed`);
  });
}

/** Texts that a refusal may show, the shortest time first. */
const LENGTHS = ["5m", "1h30m", "P1D"];

/** Seconds between two bounds, as a whole number or as a text such as `5m`, `1h30m` or `P1D`; a number from here on. */
export function seconds(min: number, max: number) {
  // Who is refused copies one of them: each must be within the bounds.
  const texts = LENGTHS.filter((text) => secondsOf(text) <= max).map((text) => JSON.stringify(text));
  const shown = texts.join(", ").replace(/, (?=[^,]*$)/, " or ");
  const range = `must be a whole number of seconds, ${min} to ${max}, or a text such as ${shown}`;
  return z
    .union([z.number(), z.string()], { error: range })
    .transform(secondsOf)
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, { error: range });
}

/** true or false. */
export function flag() {
  return z.boolean({ error: "must be true or false" });
}

/** A text of more than blanks; `error` is what is said of one that has no more. */
export function filledText(error = "must not be empty") {
  return text().refine((value) => value.trim() !== "", { error });
}

/** A list that the service keeps as one string, of at most `max` code points when joined by `separator`; `instead` is the advice for an element that contains the separator. */
export function joinedList(separator: " " | ",", max?: number, instead = "make it two elements") {
  const forbidden = separator === " " ? /\s/ : /,/;
  const item = filledText().refine((value) => !forbidden.test(value), {
    error: `must not hold ${separator === " " ? "a blank" : "a comma"}; ${instead}`,
  });
  return z.array(item, { error: "must be a list of strings" }).superRefine((items, context) => {
    const length = [...items.join(separator)].length;
    if (max !== undefined && length > max) {
      context.addIssue(`has ${length} characters when joined; the service keeps at most ${max}`);
    }
  });
}
