/** Checks that this package is installed such that all parts of a run use the same copy. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { hasEngine } from "./engineRun";
import { OWN_FOLDER } from "./ownFolder";
import { runError } from "./runError";

/** What Pulumi's SDK runs programs with, in the folder from which the engine has its dynamic providers look for their code. */
const RUNNER = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run([\\/]index\.js)?$/;

/** The folder at the beginning of the program, which may change it. */
const FOLDER = process.cwd();

/** The folder of this copy of the package. */
const OWN_PLACE = OWN_FOLDER === undefined ? "a bundle" : dirname(OWN_FOLDER);

/** The places from which resources were declared in this process, shared by all that are loaded. */
const PLACES = Symbol.for("pulumi-checks.places");

let isProviderThere = false;

/**
 * To be called for each resource of an engine's run.
 * @throws {pulumi.RunError} when the engine would not find what serves it; otherwise another process would fail with a
 * stack trace.
 */
export function checkInstallation(resource: string, isDynamic: boolean): void {
  if (!hasEngine()) return;
  const isRunner = RUNNER.test(process.argv[1] ?? "");
  // A program of the Automation API may run anywhere.
  if (isDynamic && isRunner && !isProviderThere) {
    if (!isProviderFound(FOLDER)) throw runError(`${resource}: ${NOT_THERE}`);
    isProviderThere = true;
  }
  const others = otherPlaces(OWN_PLACE);
  if (others !== undefined) void pulumi.log.warn(others);
}

const NOT_THERE =
  "pulumi-checks is not among the packages of this project, only in a library that it uses or in a bundle, and the engine looks for the provider in the project. Add it to the dependencies of the project itself";

/** Whether a provider that the engine starts in a folder finds its code. */
export function isProviderFound(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-checks/provider");
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return false;
    throw error;
  }
}

/** Notes that resources are declared from a place; returns a warning, once, if others are declared from another place. */
export function otherPlaces(place: string): string | undefined {
  const shared = globalThis as { [PLACES]?: Set<string> };
  shared[PLACES] ??= new Set();
  const places = shared[PLACES];
  if (places.has(place)) return undefined;
  places.add(place);
  if (places.size === 1) return undefined;
  return `pulumi-checks is loaded from ${places.size} places (${[...places].join(", ")}), and the resources of one copy do not know those of the other: withDefaults applies to only one of them, and a check whose name or slug changes may be taken for a new one. Let the library that brings its own copy name it in its peerDependencies`;
}
