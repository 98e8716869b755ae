/** Runs the real Pulumi engine in throw-away projects outside the checkout, with the library from its tarball. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, on } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { copyEmptyStack, keepEmptyStack } from "./emptyStack";
import { removeEmptyAttributes } from "./fileBackend";
import { type HostName, hostIn, hostOfRun, SERVING, withPlugin } from "./hosts";
import { keyService, secretsProvider } from "./keyService";
import { copyLibrary, given, LOADS_QUICKLY, library, linkFromCheckout, linkLibrary } from "./library";
import { killBelow, killWhereEnvironmentHas } from "./processes";
import { sharedBy, withShared } from "./sharedProcess/processes";
import { checkRowsOf, nameOf } from "./stateFile";

/** What a command printed, and how it ended. */
export interface Run {
  code: number | null;
  /** stdout and stderr together, in order, without colours. */
  text: string;
  /** How long it took to end after it had printed its last word. */
  silentForMs: number;
}

/** A resource's row of the state. */
export interface StateRow {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  /** It was deleted, or taken for that, by a run that was cut off before it had made another one in its place. */
  pendingReplacement?: boolean;
}

/** The engine's processes end before it pays to collect their garbage, which takes a tenth of their CPU and more. */
const SELDOM_COLLECTS = { GOGC: "off", GOMEMLIMIT: "1GiB" };

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
  /** Of the stack; its full name is `jobs/<name>`. */
  name = "dev";
  /** Whether its programs and providers run in processes of their own, as they must in a run that is to be cut off. */
  ownsProcesses: boolean;
  private readonly alwaysOwnsProcesses: boolean;
  private running: ChildProcess | undefined;
  /** What the command that runs now has printed so far, as the event `text`. */
  private readonly printing = new EventEmitter();
  private wasKilled = false;

  /** The folder that the project's packages are installed in. */
  protected get installed(): string {
    return library();
  }

  /** The folder of the engine's file backend. */
  get backend(): string {
    return join(this.folder, "state");
  }

  constructor(
    private readonly environment: Record<string, string>,
    files: Record<string, string> = {},
  ) {
    this.folder = mkdtempSync(join(tmpdir(), "pulumi-checks-stack-"));
    this.alwaysOwnsProcesses = { ...process.env, ...environment }.PULUMI_CHECKS_PROCESSES !== undefined;
    this.ownsProcesses = this.alwaysOwnsProcesses;
    mkdirSync(this.backend);
    const defaults = {
      "Pulumi.yaml": "name: jobs\nruntime: nodejs\n",
      "package.json": readFileSync(join(library(), "package.json"), "utf8"),
      "index.js": PROGRAM,
      "checks.json": "{}",
    };
    const all = { ...defaults, ...files };
    for (const [name, text] of Object.entries(all)) this.write(name, text);
    linkLibrary(this.folder, this.installed);
  }

  /** What serves the program's resources. */
  get host(): HostName {
    return (this.environment.CHECKS_HOST as HostName | undefined) ?? hostOfRun();
  }

  /** Replaces the checks that the program declares. */
  declare(checks: Record<string, object>): void {
    this.write("checks.json", JSON.stringify(checks));
  }

  /** Writes a file of the project; on the plugin its settings say where that is. */
  write(name: string, text: string): void {
    const isOnPlugin = name === "Pulumi.yaml" && this.host === "plugin";
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), isOnPlugin ? withPlugin(text) : text);
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
    copyLibrary(this.folder);
    linkFromCheckout(this.folder, name);
  }

  /** Gives the project a copy of the library that may be changed. */
  ownLibrary(): void {
    copyLibrary(this.folder);
  }

  /** What a shell in the stack's folder needs for `pulumi` and `npx pulumi-checks`. */
  get shellEnvironment(): Record<string, string> {
    return {
      PATH: `${given("PULUMI_CHECKS_ENGINE")}${delimiter}${process.env.PATH}`,
      HOME: this.folder,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_BACKEND_URL: `file://${this.backend}`,
      PULUMI_CONFIG_PASSPHRASE: "correct horse",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      ...SELDOM_COLLECTS,
      ...LOADS_QUICKLY,
      ...keyService(),
      ...(this.host === "plugin" && { CHECKS_HOST: "plugin" }),
      ...this.environment,
    };
  }

  /** Runs `pulumi` with these arguments; never rejects because of the exit code. */
  async pulumi(args: string[], environment: Record<string, string> = {}): Promise<Run> {
    const program = join(given("PULUMI_CHECKS_ENGINE"), "pulumi");
    const all = { ...this.shellEnvironment, ...environment };
    const kinds = this.ownsProcesses ? [] : sharedBy(this.folder, args, hostIn(all));
    return withShared(kinds, this.folder, all, (use) =>
      this.execute(program, ["--non-interactive", "--color=never", ...args, ...use.args], {
        ...environment,
        ...use.variables,
      }),
    );
  }

  /** Does what runs `pulumi` by itself, with an environment in which its commands share the process of the provider. */
  async withProvider<T>(
    environment: Record<string, string>,
    work: (environment: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const all = { ...this.shellEnvironment, ...environment };
    const kinds = this.ownsProcesses ? [] : (["provider"] as const);
    return withShared(kinds, this.folder, all, ({ variables }) => work({ ...all, ...variables }));
  }

  /** Runs a program in the stack's folder; never rejects because of the exit code. */
  protected execute(
    program: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<Run> {
    const child = spawn(program, args, {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.shellEnvironment, ...environment },
    });
    this.running = child;
    return new Promise((resolve, reject) => {
      let text = "";
      let printedAt = Date.now();
      const add = (chunk: Buffer) => {
        text += chunk.toString();
        printedAt = Date.now();
        this.printing.emit("text", text);
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      child.on("error", reject);
      child.on("close", (code) => {
        this.output.push(text);
        resolve({ code, text, silentForMs: Date.now() - printedAt });
      });
    });
  }

  async init(name = this.name): Promise<void> {
    this.name = name;
    const provider = secretsProvider(this.environment);
    const stack = { folder: this.folder, name, provider };
    if (copyEmptyStack(stack)) return;
    succeeded(await this.pulumi(["stack", "init", name, "--secrets-provider", provider]));
    keepEmptyStack(stack);
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

  /** Resolves once the command that is about to print them has printed these words. */
  async untilPrinted(words: string, timeoutMs = 300_000): Promise<void> {
    const texts = on(this.printing, "text", { signal: AbortSignal.timeout(timeoutMs) });
    for await (const [text] of texts) if (String(text).includes(words)) return;
  }

  /** Kills the engine that runs now, as a power cut would. */
  kill(): void {
    this.mustOwnProcesses();
    this.wasKilled = true;
    this.running?.kill("SIGKILL");
  }

  /** Interrupts the engine that runs now, as Ctrl-C does. */
  interrupt(): void {
    this.mustOwnProcesses();
    this.running?.kill("SIGINT");
  }

  /** Kills the process that serves the resources, as a lack of memory would. */
  killProvider(): void {
    this.mustOwnProcesses();
    if (this.running?.pid !== undefined) killBelow(this.running.pid, SERVING[this.host]);
  }

  private mustOwnProcesses(): void {
    if (!this.ownsProcesses)
      throw new Error("set `ownsProcesses` of a stack before a run of it that is cut off");
  }

  /**
   * What a user does after a kill, before anything else is run: removes what the engine left half-written and the
   * lock that it still holds. Gives the half-written files that it removed. Later runs share processes again.
   */
  async recover(): Promise<string[]> {
    this.ownsProcesses = this.alwaysOwnsProcesses;
    const removed = removeEmptyAttributes(this.backend);
    succeeded(await this.pulumi(["cancel", "--yes"]));
    return removed;
  }

  /** The checks' rows of the state, by the names of the resources. */
  state(): Record<string, StateRow> {
    return Object.fromEntries(checkRowsOf(this).map((row) => [nameOf(row), row]));
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
