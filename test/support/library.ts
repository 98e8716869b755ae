/** The library as a user has it: installed from its packed tarball, once for all projects of a run. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";

const CHECKOUT = join(__dirname, "..", "..");

/** What `npm test` and `npm run soak` hand to the tests by their environment. */
export function given(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set; run the end-to-end tests with \`npm test e2e\``);
  return value;
}

/** The folder in which the library and the SDK are installed. Nobody changes a file of it. */
export function library(): string {
  return given("PULUMI_CHECKS_INSTALLED");
}

/** Where what belongs to one run and serves all of its tests is kept. */
export function runFolder(): string {
  return dirname(library());
}

/** A folder that is made by the first test of a run that needs it. */
export function oncePerRun(name: string, make: (folder: string) => void): string {
  const place = join(runFolder(), name);
  if (existsSync(place)) return place;
  const work = mkdtempSync(join(runFolder(), `${name}-`));
  make(join(work, name));
  try {
    renameSync(join(work, name), place);
  } catch (error) {
    if (!existsSync(place)) throw error; // Another test was faster.
  }
  rmSync(work, { recursive: true });
  return place;
}

/** Those that this checkout has. */
const OFFICIAL_SDKS = ["@pulumi/aws", "@pulumi/kubernetes"];

/** The folder in which official SDKs are installed beside the library. */
export function libraryBesideSdks(): string {
  return oncePerRun("besideSdks", (folder) => {
    copyModules(library(), folder);
    for (const name of OFFICIAL_SDKS)
      copyModules(join(CHECKOUT, "node_modules", name), join(folder, "node_modules", name));
  });
}

/** The folder in which the library is installed that a project has links to. */
export function libraryOf(project: string): string {
  return join(realpathSync(join(project, "node_modules", "pulumi-checks")), "..", "..");
}

/**
 * The environment in which Node compiles the installed modules once a run instead of once a process: of the 2
 * seconds of CPU that an `up` takes, half a second. Node 22 can do it by itself.
 */
export const LOADS_QUICKLY: Record<string, string> =
  process.env.PULUMI_CHECKS_INSTALLED === undefined
    ? {}
    : "enableCompileCache" in module
      ? { NODE_COMPILE_CACHE: join(runFolder(), "compiled") }
      : {
          NODE_OPTIONS: `--require=${join(__dirname, "compileCache.cjs")}`,
          PULUMI_CHECKS_INSTALLED: library(),
        };

/**
 * Gives a project the library by links, which takes a hundredth of the time of a copy: what its package.json names. What
 * that needs in turn Node finds beside the files that the links lead to.
 */
export function linkLibrary(project: string, installed: string): void {
  const [from, to] = [join(installed, "node_modules"), join(project, "node_modules")];
  mkdirSync(to);
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: object;
  };
  const folders = new Set(Object.keys(dependencies).map((name) => name.replace(/\/.*/, "")));
  for (const name of [".bin", ...folders]) symlinkSync(join(from, name), join(to, name));
}

/** Gives a project the library in files of its own, once. They are hard links: replace one, never write into it. */
export function copyLibrary(project: string): void {
  const place = join(project, "node_modules");
  if (!lstatSync(join(place, "pulumi-checks")).isSymbolicLink()) return;
  const from = join(libraryOf(project), "node_modules");
  rmSync(place, { recursive: true });
  copyModules(from, place);
}

/** Copies installed packages: by hard links, which cost little, or where the file system has none across its parts, whole. */
export function copyModules(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "pipe" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}

/** Installs a package that the checkout has anyway, in the same version. */
export function linkFromCheckout(project: string, name: string): void {
  const place = join(project, "node_modules", name);
  if (!existsSync(place)) symlinkSync(join(CHECKOUT, "node_modules", name), place);
}
