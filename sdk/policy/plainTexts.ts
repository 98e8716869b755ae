/**
 * Which texts of a resource are no secrets. The engine tells a policy pack that; `@pulumi/policy` takes the marks off
 * before a policy sees the values, and has no other way to ask. So what it does with them is noted here, where the one
 * function is that takes them off. It is internal to that package: where it is another one there, `plainTexts` says so.
 */
import { runtime } from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";

/** A text or a number, and where it stands: `spec.env.0.value`. */
export interface PlainText {
  path: string;
  text: string;
}

/**
 * A function that gives them. The package stops whoever reads, below a resource, what a preview does not know; it does not
 * look into what a function gives, where the mark of an unknown value is a text that nobody looks for.
 */
const NOTED = Symbol("plain texts");

type Deserialize = (properties: { toJavaScript(): Values }, ...rest: unknown[]) => Values;

/** To be called once before a pack is served. */
export function notePlainTexts(): void {
  const module = require("@pulumi/policy/deserialize") as { deserializeProperties?: Deserialize };
  const original = module.deserializeProperties;
  if (!original || NOTED in original) return;
  const noting: Deserialize = (properties, ...rest) => {
    const values = original(properties, ...rest);
    const value = () => plainIn(properties.toJavaScript(), "");
    return Object.defineProperty(values, NOTED, { value, configurable: true });
  };
  module.deserializeProperties = Object.assign(noting, { [NOTED]: true });
}

/** The texts of a resource that are no secrets; undefined where that cannot be known. */
export function plainTexts(props: Values): readonly PlainText[] | undefined {
  return (props as { [NOTED]?: () => readonly PlainText[] })[NOTED]?.();
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
  return plainTexts(props)?.some(isWanted) ?? true;
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
