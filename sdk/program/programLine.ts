/**
 * Of the stack that Pulumi's SDK sends along with a resource, the engine's state needs the line of the program alone:
 * annotations point there. The rest is the path through this package, Pulumi's and Node's own code.
 */
import { relative, sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { OWN_FOLDER } from "./ownFolder";

/** A place in a stack, as Pulumi's SDK reads it; empty where there is no file. */
interface Site {
  file?: string;
}

/** What the SDK reads stacks with; it is not declared. Absent in versions that send no stacks. */
interface StackReader {
  callsites?: () => Site[];
}

/** The SDK leaves out so many, its own constructors and those of this package, in front of what it sends. */
const CONSTRUCTORS = 5;

/** Stacks of resources are the program's line alone until the returned function is called. */
export function withProgramLine(): () => void {
  const reader = pulumi.Resource as unknown as StackReader;
  const { callsites } = reader;
  if (callsites === undefined) return () => {};
  reader.callsites = () => {
    const sites = callsites.call(reader);
    return [...sites.slice(0, CONSTRUCTORS), ...programLine(sites.slice(CONSTRUCTORS))];
  };
  return () => {
    reader.callsites = callsites;
  };
}

/**
 * The innermost place outside of packages; when that is not below the program's own folder, the innermost one there,
 * too. All of them when there is none.
 */
export function programLine(sites: readonly Site[], folder = process.cwd()): readonly Site[] {
  const ofProgram = sites.filter(({ file }) => file !== undefined && !isOfPackage(file));
  const [innermost] = ofProgram;
  if (innermost === undefined) return sites;
  const inside = ofProgram.find(({ file = "" }) => !relative(folder, file).startsWith(".."));
  return [...new Set([innermost, inside ?? innermost])];
}

/** Of an installed package, of this one where it is linked, or of Node. */
function isOfPackage(file: string): boolean {
  return file.startsWith("node:") || PACKAGES.test(file) || isOwn(file);
}

/** On Windows compilers and ESM write slashes, Node itself backslashes. */
const PACKAGES = /[\\/]node_modules[\\/]/;

function isOwn(file: string): boolean {
  return OWN_FOLDER !== undefined && file.startsWith(`${OWN_FOLDER}${sep}`);
}
