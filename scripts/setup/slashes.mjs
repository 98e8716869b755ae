/** Paths as modules and git write them, also on Windows. */
import { dirname, relative, sep } from "node:path";

/** A path with slashes. */
export const slashed = (path) => path.split(sep).join("/");

/** How a file imports another one. */
export function specifierOf(from, to) {
  const path = slashed(relative(dirname(from), to));
  return path.startsWith(".") ? path : `./${path}`;
}
