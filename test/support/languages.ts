/** What programs in other languages than Node's need: their hosts, their SDKs, and what runs them. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { oncePerRun } from "./library";
import { inNode } from "./scripts/inNode";
import { SCRIPTS } from "./scripts/script";
import { itUnless, lackOf } from "./unless";

export type Language = "yaml" | "python" | "go" | "java";

const EXAMPLES = join(SCRIPTS, "..", "examples");

/** Why programs of a language cannot be run on this machine, for the name of the test that is skipped. */
export function whyNot(language: Language): string | undefined {
  const engine = process.env.PULUMI_CHECKS_ENGINE ?? "";
  if (language === "yaml" && existsSync(join(engine, "pulumi-language-yaml"))) return undefined;
  // Go builds the hosts that the engine did not bring along, and what makes SDKs.
  if (answer("go", "version") === undefined) return "needs Go";
  if (language === "java") return lackOf("javac", "mvn");
  if (language !== "python") return undefined;
  const found = answer("python3", "-m", "pip", "--version");
  const [, minor] = /python 3\.(\d+)/.exec(found ?? "") ?? [];
  return Number(minor) >= 10 ? undefined : "needs Python 3.10 with pip";
}

/**
 * Why `pulumi import` writes no code but YAML on this machine. It asks the language's host for it, and of those only the
 * ones that come with a release of the engine can answer; all of them are beside it there.
 */
export function whyNoCode(): string | undefined {
  const engine = process.env.PULUMI_CHECKS_ENGINE ?? "";
  const isRelease = existsSync(join(engine, "pulumi-language-python"));
  return isRelease ? undefined : "needs a release of Pulumi: its hosts that are Go modules write no code";
}

/** A test of a program in a language, which is skipped with the reason where that cannot be run. */
export function itIn(language: Language, name: string, body: () => Promise<void>): void {
  itUnless(whyNot(language), name, body);
}

/**
 * Where the SDKs are: for Python the folder with the installed package, for Go that of the module, and for Java the
 * repository of Maven's in which the jar is installed.
 */
export interface Sdks {
  python(): string;
  go(): string;
  java(): string;
}

/** Those of the checkout, made where they are not up to date; what is to be installed is, once for all tests of a run. */
const OF_CHECKOUT: Sdks = {
  python: () => oncePerRun("python", (folder) => installWheel(builtIn(sdk("python")), folder)),
  go: () => sdk("go"),
  java: () =>
    oncePerRun("maven", (folder) => {
      copyJavaPackages(folder);
      installJar(builtIn(sdk("java")), folder);
    }),
};

/** What a program's environment has on top, so that the engine finds the language's host and the program its SDK. */
export function environmentOf(language: Language, sdks = OF_CHECKOUT): Record<string, string> {
  const engine = process.env.PULUMI_CHECKS_ENGINE ?? "";
  const path = { PATH: [engine, printed("languageHost.mjs", language), process.env.PATH].join(delimiter) };
  if (language === "python")
    return { ...path, PYTHONPATH: [sdks.python(), pythonPackages()].join(delimiter) };
  if (language === "java") return { ...path, MAVEN_OPTS: mavenOptions(sdks.java()) };
  return language === "go" ? { ...path, ...goSettings() } : path;
}

/** The examples that there are in several languages. */
export type Example = "quickstart" | "payments";

/** The files of an example in the language, as they stand in a project. */
export function exampleIn(
  language: Language,
  sdks = OF_CHECKOUT,
  example: Example = "quickstart",
): Record<string, string> {
  const folder = join(EXAMPLES, `${example}-${language}`);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => !/^(?:package\.json$|node_modules\b|target\b)/.test(name));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  if (language !== "go") return files;
  return { ...files, "go.mod": String(files["go.mod"]).replace(/(?<=\/go => ).*/, sdks.go()) };
}

/** The folder of an SDK, made where it is not up to date. */
export function sdk(language: "python" | "go" | "java" | "csharp"): string {
  return printed("sdks.mjs", language);
}

/** What was built of an SDK's sources. */
function builtIn(folder: string): string {
  const [name] = readdirSync(join(folder, "dist"));
  return join(folder, "dist", String(name));
}

/** Installs a wheel, without what it depends on, into a folder. */
export function installWheel(wheel: string, folder: string): void {
  const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder];
  execFileSync("python3", [...pip, wheel], { stdio: "pipe" });
}

/** Makes a repository of Maven's with all that programs need but the SDK. */
export function copyJavaPackages(repository: string): void {
  cpSync(inNode<string>(`return (await import("./sdks/java.mjs")).mavenRepository();`), repository, {
    recursive: true,
  });
}

/** Installs a jar into a repository. */
function installJar(jar: string, repository: string): void {
  inNode(`await (await import("./sdks/java.mjs")).installJar(...${JSON.stringify([jar, repository])});`);
}

/** For a machine that runs Maven several times, each for a second. */
const mavenOptions = (repository: string) =>
  `-Dmaven.repo.local=${repository} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;

const pythonPackages = () => inNode<string>(`return (await import("./sdks/python.mjs")).pythonPackages();`);

/**
 * Where Go keeps what it has downloaded and compiled: the home of a test is empty. It compiles the SDK once for all
 * folders that the SDK is in, and not for each. A program is linked anew at each change, half of the time for a debugger.
 */
function goSettings(): Record<string, string> {
  const told = answer("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPATH") ?? "{}";
  return { ...(JSON.parse(told) as Record<string, string>), GOFLAGS: "-trimpath -ldflags=-w" };
}

/** What a script of the repository prints; it tells on stderr what takes it long. */
function printed(script: string, argument: string): string {
  return execFileSync(process.execPath, [join(SCRIPTS, script), argument], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}

function answer(program: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}
