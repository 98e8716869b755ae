/** Runs the real Pulumi engine in throw-away projects outside the checkout, with the library from its tarball. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { killBelow, killWhereEnvironmentHas } from "./processes";

/** What a command printed, and how it ended. */
export interface Run {
  code: number | null;
  /** stdout and stderr together, in order, without colours. */
  text: string;
}

/** A resource's row of the state. */
export interface StateRow {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** The folder that holds `pulumi` and its hosts, and the packed library: given by `npm test`. */
function given(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set; run the end-to-end tests with \`npm test e2e\``);
  return value;
}

let installed: string | undefined;

/** One folder with the library and the SDK installed, shared by the projects of a test file. */
function installedModules(): string {
  if (installed) return installed;
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-installed-"));
  const sdk = require("@pulumi/pulumi/package.json") as { version: string };
  const dependencies = {
    "@pulumi/pulumi": sdk.version,
    "pulumi-checks": `file:${given("PULUMI_CHECKS_TARBALL")}`,
  };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "stranger", private: true, dependencies }),
  );
  const options = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--loglevel=error",
  ];
  execFileSync("npm", options, { cwd: folder, stdio: "pipe" });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  installed = folder;
  return folder;
}

/** A program whose checks stand in `checks.json`: name of the resource to its arguments. */
const PROGRAM = `
const { Check } = require("pulumi-checks");
const checks = JSON.parse(require("fs").readFileSync("checks.json", "utf8"));
for (const [name, { options, ...args }] of Object.entries(checks)) {
  const check = new Check(name, args, options);
  exports[name] = { uuid: check.uuid, pingUrl: check.pingUrl };
}
`;

/** A Pulumi project and one stack of it. */
export class Stack {
  readonly folder: string;
  readonly output: string[] = [];
  private running: ChildProcess | undefined;
  private wasKilled = false;

  constructor(
    private readonly environment: Record<string, string>,
    files: Record<string, string> = {},
  ) {
    const modules = installedModules();
    this.folder = mkdtempSync(join(tmpdir(), "pulumi-checks-stack-"));
    mkdirSync(join(this.folder, "state"));
    const defaults = {
      "Pulumi.yaml": "name: jobs\nruntime: nodejs\n",
      "package.json": readFileSync(join(modules, "package.json"), "utf8"),
      "index.js": PROGRAM,
      "checks.json": "{}",
    };
    for (const [name, text] of Object.entries({ ...defaults, ...files }))
      writeFileSync(join(this.folder, name), text);
    execFileSync("cp", ["-al", join(modules, "node_modules"), join(this.folder, "node_modules")]);
  }

  /** Replaces the checks that the program declares. */
  declare(checks: Record<string, object>): void {
    this.write("checks.json", JSON.stringify(checks));
  }

  /** Writes a file of the project. */
  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Removes a file of the project. */
  drop(name: string): void {
    rmSync(join(this.folder, name));
  }

  /** Adds to the project's package.json. */
  patchPackage(fields: object): void {
    const now = JSON.parse(readFileSync(join(this.folder, "package.json"), "utf8")) as object;
    rmSync(join(this.folder, "package.json"));
    this.write("package.json", JSON.stringify({ ...now, ...fields }));
  }

  /** Installs a package that the checkout has anyway, in the same version. */
  linkFromCheckout(name: string): void {
    const place = join(this.folder, "node_modules", name);
    if (!existsSync(place)) symlinkSync(join(__dirname, "..", "..", "node_modules", name), place);
  }

  /** Runs `pulumi` with these arguments; never rejects because of the exit code. */
  pulumi(args: string[], environment: Record<string, string> = {}): Promise<Run> {
    const engine = given("PULUMI_CHECKS_ENGINE");
    const child = spawn(join(engine, "pulumi"), [...args, "--non-interactive", "--color=never"], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: `${engine}${delimiter}${process.env.PATH}`,
        HOME: this.folder,
        PULUMI_HOME: join(this.folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "correct horse",
        PULUMI_SKIP_UPDATE_CHECK: "1",
        ...this.environment,
        ...environment,
      },
    });
    this.running = child;
    return new Promise((resolve, reject) => {
      let text = "";
      const add = (chunk: Buffer) => {
        text += chunk.toString();
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      child.on("error", reject);
      child.on("close", (code) => {
        this.output.push(text);
        resolve({ code, text });
      });
    });
  }

  async init(): Promise<void> {
    const run = await this.pulumi(["stack", "init", "dev"]);
    if (run.code !== 0) throw new Error(run.text);
  }

  /** `pulumi up`; fails the test when it fails. */
  async up(...args: string[]): Promise<Run> {
    return succeeded(await this.tryUp(...args));
  }

  tryUp(...args: string[]): Promise<Run> {
    return this.pulumi(["up", "--yes", "--skip-preview", ...args]);
  }

  preview(...args: string[]): Promise<Run> {
    return this.pulumi(["preview", "--diff", ...args]);
  }

  refreshPreview(...args: string[]): Promise<Run> {
    return this.pulumi(["refresh", "--preview-only", "--diff", ...args]);
  }

  async destroy(): Promise<Run> {
    return succeeded(await this.pulumi(["destroy", "--yes", "--skip-preview"]));
  }

  /** Kills the engine that runs now, as a power cut would. */
  kill(): void {
    this.wasKilled = true;
    this.running?.kill("SIGKILL");
  }

  /** Kills the process that serves the resources, as a lack of memory would. */
  killProvider(): void {
    if (this.running?.pid !== undefined) killBelow(this.running.pid, "dynamic-provider");
  }

  /** The checks' rows of the state, by the names of the resources. */
  async state(): Promise<Record<string, StateRow>> {
    const rows = (JSON.parse(await this.exported()) as { deployment: { resources?: StateRow[] } }).deployment
      .resources;
    const checks = (rows ?? []).filter(({ type }) => type === "pulumi-nodejs:dynamic/checks:Check");
    return Object.fromEntries(checks.map((row) => [row.urn.split("::").at(-1), row]));
  }

  /** The state as the engine stores it. */
  async exported(): Promise<string> {
    const file = join(this.folder, "exported.json");
    await this.pulumi(["stack", "export", "--file", file]).then(succeeded);
    return readFileSync(file, "utf8");
  }

  remove(): void {
    if (this.wasKilled) killWhereEnvironmentHas(`PULUMI_HOME=${this.folder}`);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Fails with what the command printed. */
export function succeeded(run: Run): Run {
  if (run.code !== 0) throw new Error(`exit code ${run.code}:\n${run.text}`);
  return run;
}
