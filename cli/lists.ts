/** Lists put in groups and in order, the same on every machine. */
import { compare } from "../provider/core/compare";

/** The items by their key, in the order in which each key first comes up. (`Map.groupBy` is newer than Node 20.) */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Whether a list has all that is wanted. */
export function hasAll<T>(list: readonly T[], wanted: readonly T[]): boolean {
  return wanted.every((one) => list.includes(one));
}

/** Order of names that have several parts, part by part. */
export function compareParts(a: readonly string[], b: readonly string[]): number {
  const [first = 0] = a.map((part, index) => compare(part, b[index] ?? "")).filter((order) => order !== 0);
  return first;
}
