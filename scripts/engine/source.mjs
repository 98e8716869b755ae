import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { needDisk } from "./cache.mjs";
import { readDictionariesLate } from "./dictionaries.mjs";
import { ENGINE, FIRST_GO_THAT_UPGRADES, isAtLeast, NODE_HOST, OLDEST_GO } from "./version.mjs";

const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const PROGRAMS = [
  {
    name: "pulumi-language-nodejs",
    what: "Node language host",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    version: NODE_HOST,
    // What starts dynamic providers: the engine looks for it beside itself, and elsewhere would look for a download.
    scripts: ["../../dist/pulumi-resource-pulumi-nodejs"],
  },
  {
    name: "pulumi",
    what: "Pulumi engine",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version: ENGINE,
    amend: readDictionariesLate,
  },
];
/** A build with cold caches: downloads, objects and the linker's work. Warm caches need far less. */
const NEEDED_MEGABYTES = 2_000;
/** Between two lines of a download or a compiler; the engine's largest packages and its linking take a minute. */
const STALLED_AFTER_MS = 5 * 60_000;
/** Before the first line of a download: a proxy that cannot be reached does not answer at all. */
const UNREACHABLE_AFTER_MS = 60_000;
const INSTALL_PULUMI = "Install Pulumi (its installation page names the package for your system)";

/** Builds the engine and its Node language host from Go modules; returns `{ bin }`, the folder of programs. */
export async function buildFromSource(work) {
  return buildPrograms(work, PROGRAMS);
}

/**
 * Builds programs from Go modules; returns `{ bin }`, their folder. Of a program:
 *
 * - `package`: what is built, of a module in `version`; with `sources` (`{ name: text }`) it is "." and they are built.
 * - `beside`: modules in the versions that it was made with, where it does not say so itself.
 * - `amend`: what is done, in the folder that it is built in, once its modules are there.
 * - `scripts`: files, as seen from the package's folder, that belong beside the program.
 * - `isOurs`: it does not come with an installed Pulumi, so that installing that is no way out.
 */
export async function buildPrograms(work, programs) {
  const go = await goCommand(work, programs.at(-1));
  const bin = join(work, "bin");
  mkdirSync(bin);
  for (const program of programs) {
    const folder = join(work, program.name);
    await fetchModules(go, program, folder);
    await compile(go, program, folder, join(bin, program.name));
    await copyScripts(go, program, folder, bin);
  }
  return { bin };
}

async function copyScripts(go, program, folder, bin) {
  const { package: path, scripts = [] } = program;
  if (scripts.length === 0) return;
  const outcome = await go(["list", "-f", "{{.Dir}}", path], { cwd: folder });
  if (!outcome.ok) throw buildProblem(outcome, program);
  for (const script of scripts) {
    const target = join(bin, basename(script));
    copyFileSync(join(outcome.stdout.trim(), script), target);
    chmodSync(target, 0o755); // Files of modules can be read only.
  }
}

/** Runs `go` with nothing of the user's settings that would change what is built or leave something behind. */
async function goCommand(work, program) {
  const temporary = join(work, "tmp-go");
  mkdirSync(temporary);
  const env = {
    GOFLAGS: "-mod=mod -buildvcs=false",
    GOWORK: "off",
    GO111MODULE: "on",
    GOOS: "",
    GOARCH: "",
    GOTMPDIR: temporary,
  };
  const go = (args, options) => run("go", args, { ...options, env });
  const { trouble, stdout, ok } = await go(["env", "GOVERSION", "GOTOOLCHAIN", "GOCACHE"], { cwd: work });
  const [version = "", toolchain = "", objects] = stdout.split("\n");
  const tooOld = goProblem({ missing: trouble === "missing" || !ok, version, toolchain }, program);
  if (tooOld) throw tooOld;
  if (objects) needDisk(objects, NEEDED_MEGABYTES, "Building the engine");
  return go;
}

/** Why this Go will not do to build a program, if so. */
export function goProblem({ missing, version, toolchain }, program) {
  const wanted = toolchain === "local" ? OLDEST_GO : FIRST_GO_THAT_UPGRADES;
  if (!missing && isAtLeast(version, wanted)) return undefined;
  return new Problem(
    `There is no ${program.what}, and ${missing ? "no Go" : `${version} is too old`} to build one.`,
    `${program.isOurs ? "Install" : `${INSTALL_PULUMI}, or`} Go ${OLDEST_GO} or newer, then run this again.`,
  );
}

function fetchModules(go, program, folder) {
  const { what, package: path, version, beside = [], sources = {} } = program;
  mkdirSync(folder);
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  const own = path === "." ? [] : [`${path}@v${version}`];
  writeFileSync(join(folder, "go.mod"), `module tools\n\ngo ${FIRST_GO_THAT_UPGRADES}\n`);
  return step(
    `Engine: sources of the ${what} ${version}`,
    async (tell) => {
      let modules = 0;
      const outcome = await go(["get", ...own, ...beside], {
        cwd: folder,
        stall: { after: UNREACHABLE_AFTER_MS, sign: () => signOfDownload(modules) },
        onLine: (line) => {
          if (line.startsWith("go: downloading ")) tell(`${++modules} modules downloaded`);
        },
      });
      if (!outcome.ok) throw buildProblem(outcome, program);
    },
    { result: () => "here" },
  );
}

/** While modules come, each five minutes count as one sign: a large one may take long on a slow line. */
function signOfDownload(modules) {
  return modules === 0 ? 0 : `${modules} ${Math.floor(Date.now() / STALLED_AFTER_MS)}`;
}

async function compile(go, program, folder, target) {
  const { what, package: path, version, amend } = program;
  await amend?.(go, folder);
  const all = await go(["list", "-deps", path], { cwd: folder, stall: { after: STALLED_AFTER_MS } });
  const total = all.ok ? all.stdout.split("\n").length : undefined;
  const flags = `-s -w -X ${VERSION_VARIABLE}=v${version}`;
  await step(
    `Engine: building the ${what} ${version}`,
    async (tell) => {
      let compiled = 0;
      const outcome = await go(["build", "-v", "-ldflags", flags, "-o", target, path], {
        cwd: folder,
        stall: { after: STALLED_AFTER_MS },
        onLine: () => tell(`${++compiled}${total ? ` of at most ${total}` : ""} packages`),
      });
      if (!outcome.ok) throw buildProblem(outcome, program);
    },
    { result: () => "built" },
  );
}

/** What went wrong, in the terms of the person who can mend it. */
export function buildProblem({ trouble, text }, { what, isOurs }) {
  const otherwise = isOurs ? [] : [INSTALL_PULUMI];
  if (/no space left on device|disk quota exceeded/.test(text)) {
    return new Problem(
      `The disk is full: the ${what} could not be built.`,
      "Free some space (2 GB), or set PULUMI_CHECKS_CACHE and GOCACHE to folders on a larger disk.",
    );
  }
  const toolchain = /requires go >= ?(\S+?)[;)\s]/.exec(`${text} `)?.[1];
  if (toolchain) {
    return new Problem(
      `This Go is too old: the ${what} needs ${toolchain}.`,
      `Install Go ${toolchain} or newer, then run this again.`,
    );
  }
  if (
    trouble === "stalled" ||
    /dial tcp|i\/o timeout|no such host|connection refused|TLS handshake|proxyconnect/.test(text)
  ) {
    return new Problem(
      `The Go modules of the ${what} cannot be reached${trouble ? "" : `: ${lastWords(text).slice(-160)}`}.`,
      `${["Set GOPROXY to a module mirror that you can reach", ...otherwise].join(", or: ")}, then run this again.`,
    );
  }
  return new Problem(
    `The ${what} could not be built: ${lastWords(text).slice(0, 200)}`,
    `${otherwise[0] ?? "Mend that"}, then run this again.`,
  );
}
