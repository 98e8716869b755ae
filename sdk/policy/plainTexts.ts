/**
 * Which texts of a resource are no secrets. The engine tells a policy pack that; `@pulumi/policy` takes the marks off
 * before a policy sees the values, and has no other way to ask. So what it does with them is noted here, where the one
 * function is that takes them off. It is internal to that package: where it is another one there, `plainTexts` says so.
 */
import { runtime } from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";
import { UNKNOWN } from "../../provider/core/unknown";

/** A text or a number, and where it stands: `spec.env.0.value`. */
export interface PlainText {
  path: string;
  text: string;
}

const NOTED = Symbol("plain texts");
/** Whether there is such a one. In a preview, whoever goes through the texts stops at the first that is not known. */
const HAS = Symbol("has a plain text");

/** Names of what stands for a value that a preview does not know, a text of its own for each type of value. */
const MARKS = /^unknown\w+Value$/;

type Deserialize = (properties: { toJavaScript(): Values }, ...rest: unknown[]) => Values;

/** To be called once before a pack is served. */
export function notePlainTexts(): void {
  const module = require("@pulumi/policy/deserialize") as { deserializeProperties?: Deserialize };
  const original = module.deserializeProperties;
  if (!original || NOTED in original) return;
  const proxy = require("@pulumi/policy/proxy") as Values;
  const marks = new Set<unknown>([UNKNOWN]);
  for (const [name, mark] of Object.entries(proxy)) if (MARKS.test(name)) marks.add(mark);
  const noting: Deserialize = (properties, ...rest) => {
    const values = original(properties, ...rest);
    // Worked out only where a policy asks.
    const texts = () => plainIn(properties.toJavaScript(), "");
    // Who reads the mark of an unknown one is stopped, with all that it would have said of the others.
    const get = () => texts().filter(({ text }) => !marks.has(text));
    const value = (isPlain: (one: PlainText) => boolean) => texts().some(isPlain);
    return Object.defineProperties(values, {
      [NOTED]: { get, configurable: true },
      [HAS]: { value, configurable: true },
    });
  };
  module.deserializeProperties = Object.assign(noting, { [NOTED]: true });
}

/** The texts of a resource that are known and no secrets; undefined where that cannot be said. */
export function plainTexts(props: Values): readonly PlainText[] | undefined {
  return (props as { [NOTED]?: readonly PlainText[] })[NOTED];
}

/** Whether a property is a secret, which no report repeats. */
export function isSecret(props: Values, path: string): boolean {
  return path in props && !hasPlain(props, (one) => one.path === path);
}

/** Whether a report may repeat a text that is one of the resource, or a part of one. */
export function isPlain(props: Values, text: string): boolean {
  return hasPlain(props, (one) => one.text.includes(text));
}

/** Where that cannot be known, a policy says what it says without secrets. */
function hasPlain(props: Values, isWanted: (one: PlainText) => boolean): boolean {
  return (props as { [HAS]?: (isPlain: typeof isWanted) => boolean })[HAS]?.(isWanted) ?? true;
}

function plainIn(value: unknown, path: string): PlainText[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value === "number") return [{ path, text: String(value) }];
  if (typeof value !== "object" || value === null) return [];
  if ((value as Values)[runtime.specialSigKey] === runtime.specialSecretSig) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    plainIn(inner, path === "" ? key : `${path}.${key}`),
  );
}
