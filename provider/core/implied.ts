/**
 * What a state can leave out because it follows from the rest: a field at its default, and an output that can be derived
 * from others. The engine writes the whole state after each resource, so a large stack waits for its size.
 */
import { isDeepStrictEqual } from "node:util";
import { applies, defaultOf, type Fields, metaOf, type Values } from "./fields";

/** Outputs of a resource that follow from its other values; undefined where they do not. */
export type Derived = Readonly<Record<string, (values: Values) => unknown>>;

/** The parts of a definition from which implied values follow. */
interface Implying {
  readonly fields: Fields;
  readonly derived?: Derived;
}

/** What follows for one key from the values that a state holds; undefined when nothing does. */
export function impliedValue(definition: Implying, key: string, values: Values): unknown {
  if (!Object.hasOwn(definition.fields, key)) return definition.derived?.[key]?.(values);
  const meta = metaOf(definition.fields, key);
  const type = definition.fields[key];
  return type && meta.managed === "always" && applies(meta, values) ? defaultOf(type) : undefined;
}

/**
 * The values as a state keeps them: without what follows from the rest. What `before` contains stays, so that reading a
 * state of an earlier version, which contained everything, shows no difference.
 */
export function withoutImplied(definition: Implying, values: Values, before: Values = {}): Values {
  const entries = Object.entries(values).filter(([key, value]) => {
    if (Object.hasOwn(before, key)) return true;
    const { [key]: _, ...rest } = values;
    const implied = impliedValue(definition, key, rest);
    return implied === undefined || !isDeepStrictEqual(implied, value);
  });
  return Object.fromEntries(entries);
}

/** The values of a state with what follows from them. */
export function withImplied(definition: Implying, state: Values): Values {
  const values = { ...state };
  for (const key of [...Object.keys(definition.fields), ...Object.keys(definition.derived ?? {})]) {
    const implied = values[key] === undefined ? impliedValue(definition, key, values) : undefined;
    if (implied !== undefined) values[key] = implied;
  }
  return values;
}

/** Whether a state leaves out an output that follows from the rest of it. */
export function isLean({ derived }: Implying, state: Values): boolean {
  return Object.entries(derived ?? {}).some(
    ([key, outputFrom]) => state[key] === undefined && outputFrom(state) !== undefined,
  );
}
