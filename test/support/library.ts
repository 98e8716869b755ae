/** The library as a user has it: installed from its packed tarball, once for all projects of a run. */
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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
export function linkLibrary(project: string): void {
  const [from, to] = [join(library(), "node_modules"), join(project, "node_modules")];
  mkdirSync(to);
  const { dependencies } = JSON.parse(readFileSync(join(library(), "package.json"), "utf8")) as {
    dependencies: object;
  };
  const folders = new Set(Object.keys(dependencies).map((name) => name.replace(/\/.*/, "")));
  for (const name of [".bin", ...folders]) symlinkSync(join(from, name), join(to, name));
}

/** Gives a project the library in files of its own, once. They are hard links: replace one, never write into it. */
export function copyLibrary(project: string): void {
  const place = join(project, "node_modules");
  if (!lstatSync(join(place, "pulumi-checks")).isSymbolicLink()) return;
  rmSync(place, { recursive: true });
  copyModules(join(library(), "node_modules"), place);
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
