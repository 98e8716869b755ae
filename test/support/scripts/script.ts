import { join } from "node:path";

/** Where the scripts stand. */
export const SCRIPTS = join(__dirname, "..", "..", "..", "scripts");

/**
 * A module of `scripts/`, loaded into the test; `T` says what the test uses of it. The scripts are plain JavaScript
 * with a type for nothing, so that they run before anything is installed.
 */
export function script<T>(path: string): T {
  return require(join(SCRIPTS, path)) as T;
}
