/** Finds a Pulumi engine with its Node language host, or makes one in the cache. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { run, step } from "./steps.mjs";

const OLDEST = [3, 142];
const ENGINE = "3.259.0";
const NODE_HOST = "3.68.0";

/** The cache is outside the checkout, so that every clone shares it. */
export function cacheFolder(environment = process.env) {
  if (environment.PULUMI_CHECKS_CACHE) return environment.PULUMI_CHECKS_CACHE;
  return join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-checks");
}

/** A folder that holds `pulumi`, `pulumi-language-nodejs` and `pulumi-resource-pulumi-nodejs`. */
export async function engineFolder() {
  const onPath = (process.env.PATH ?? "").split(delimiter).find((folder) => complete(folder));
  if (onPath && (await newEnough(onPath))) return onPath;
  const folder = join(cacheFolder(), `engine-${ENGINE}`);
  if (complete(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const made = (await fromRelease()) ?? (await fromGoModules());
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was first; its engine is as good.
    rmSync(made, { recursive: true, force: true });
    if (!complete(folder)) throw error;
  }
  return folder;
}

function complete(folder) {
  return ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"].every((name) =>
    existsSync(join(folder, name)),
  );
}

async function newEnough(folder) {
  const version = await run(join(folder, "pulumi"), ["version"], { env: quietEnvironment() }).catch(() => "");
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Pulumi's own state stays in the cache, never in the user's home. */
function quietEnvironment() {
  return { ...process.env, PULUMI_HOME: join(cacheFolder(), "home"), PULUMI_SKIP_UPDATE_CHECK: "1" };
}

/** The official release, through the npm package `pulumi`, which downloads it into PULUMI_HOME. */
async function fromRelease() {
  try {
    await step(`Getting the Pulumi ${ENGINE} release`, () =>
      run("npm", ["exec", "--yes", `--package=pulumi@${ENGINE}`, "--", "pulumi", "version"], {
        env: quietEnvironment(),
        timeout: 90_000,
      }),
    );
  } catch {
    process.stderr.write("The release cannot be had here; building the engine from Go modules instead.\n");
    return undefined;
  }
  const bin = join(cacheFolder(), "home", "versions", ENGINE, "bin");
  return complete(bin) ? bin : undefined;
}

/** A real engine from the public Go modules: about 4 minutes on 2 cores, once. */
async function fromGoModules() {
  const work = mkdtempSync(join(cacheFolder(), "building-"));
  const bin = join(work, "bin");
  mkdirSync(bin);
  const version = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${ENGINE}`;
  try {
    await goBuild(
      work,
      bin,
      "pulumi-language-nodejs",
      `sdk/v3/nodejs/cmd/pulumi-language-nodejs@v${NODE_HOST}`,
      [],
    );
    await goBuild(work, bin, "pulumi", `pkg/v3/cmd/pulumi@v${ENGINE}`, ["-ldflags", `-s -w -X ${version}`]);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    process.stderr.write(`No Pulumi engine could be had: ${error.message}\n`);
    throw new Error(
      `Install Pulumi ${OLDEST.join(".")} or newer (https://www.pulumi.com/docs/install/) so that it is on PATH,\nor Go 1.24 or newer so that it can be built; then run this again.`,
    );
  }
  writeFileSync(join(bin, "pulumi-resource-pulumi-nodejs"), DYNAMIC_HOST);
  chmodSync(join(bin, "pulumi-resource-pulumi-nodejs"), 0o755);
  const done = `${work}-done`;
  renameSync(bin, done);
  rmSync(work, { recursive: true, force: true });
  return done;
}

/** Starts the dynamic provider that the project's own `@pulumi/pulumi` brings. */
const DYNAMIC_HOST = `#!/bin/sh
exec node "$(node -p "require.resolve('@pulumi/pulumi/cmd/dynamic-provider')")" "$@"
`;

function goBuild(work, bin, name, at, flags) {
  const [path] = at.split("@");
  const cwd = join(work, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "go.mod"), "module tools\n\ngo 1.24\n");
  const env = { ...process.env, GOFLAGS: "-mod=mod -buildvcs=false", GOWORK: "off" };
  return step(`Building ${name} from Go modules`, async (tell) => {
    await run("go", ["get", `github.com/pulumi/pulumi/${at}`], { cwd, env, onLine: tell });
    let packages = 0;
    const onLine = () => {
      packages += 1;
      tell(`${packages} packages compiled`);
    };
    const target = ["-o", join(bin, name), `github.com/pulumi/pulumi/${path}`];
    await run("go", ["build", "-v", ...flags, ...target], { cwd, env, onLine });
  });
}
