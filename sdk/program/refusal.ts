import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";
import { HALF_PAIR } from "../../provider/core/fields";
import { isRecord } from "./engineRun";
import { asRunError, runError } from "./runError";

/** The error for a job that cannot be monitored as requested: which job, which field, why, and what to do if the reason does not say it. */
export function refusal(job: string, property: string, reason: string, remedy = ""): Error {
  return asRunError(new ChecksError({ subject: job, property, reason, remedy }));
}

/** In JavaScript the arguments of a resource may be missing; this is checked before any of them is read. */
export function refuseNoArgs(called: string, args: unknown): void {
  if (typeof args === "object" && args !== null) return;
  throw runError(`${called}: has no arguments. Pass them as one object, the second argument, after the name`);
}

/** In JavaScript a name may be missing, or an Output; this is checked before it names anything. */
export function refuseNoName(called: string, name: unknown): void {
  if (typeof name === "string") return;
  throw refusal(called, "name", "must be a text", "Pass the name of the resource as the first argument");
}

/** The same for further arguments, which may also be absent. */
export function refuseNoObject(called: string, property: string, given: unknown): void {
  if (given === undefined || given === null || (typeof given === "object" && !Array.isArray(given))) return;
  throw refusal(called, property, "must be an object", "Pass the arguments by name, in { }");
}

/**
 * The provider refuses half of a surrogate pair, as what is left of an emoji that was cut in two, but it would not get
 * that far: the engine cannot read such a text, and names no property.
 */
export function refuseHalfPairs(called: string, args: object): void {
  const place = placeWhere(isHalfPair, args);
  if (place !== undefined) throw refusal(called, place, HALF_PAIR);
}

/**
 * A resource or a function where a value belongs. No compiler tells that in JavaScript, nor of a Check that another copy of
 * this package made. A resource is refused before anybody asks what is known in it: all properties of its outputs are outputs,
 * without end. Of a function nothing would reach the provider, as if the argument were not set.
 */
export function refuseNoValues(called: string, args: object): void {
  const resource = placeWhere(pulumi.Resource.isInstance, args);
  if (resource !== undefined) {
    const remedy = "Give one of its outputs, as the uuid of a Check";
    throw refusal(called, resource, "is a resource, not a value", remedy);
  }
  const uncalled = placeWhere((value) => typeof value === "function", args);
  if (uncalled !== undefined)
    throw refusal(called, uncalled, "is a function, not a value", "Give what it returns");
}

function isHalfPair(value: unknown): boolean {
  return typeof value === "string" && !value.isWellFormed();
}

/** Where in the arguments the first value is that is so, also within lists and objects, as `screen.titleText`. */
function placeWhere(isSo: (value: unknown) => boolean, args: object): string | undefined {
  const firstOf = (parts: [string, unknown][]): string | undefined =>
    parts
      .map(([place, value]) => (isSo(value) ? place : firstOf(partsOf(value, place))))
      .find((found) => found !== undefined);
  return firstOf(Object.entries(args));
}

/** What a value is made of, with the place of each; nothing for what is no list and no plain object, as an output. */
function partsOf(value: unknown, place: string): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [`${place}[${index}]`, item]);
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([key, part]) => [`${place}.${key}`, part]);
}
