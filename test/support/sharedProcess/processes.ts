/**
 * Which commands of tests share processes with those before them, and those processes: one that runs programs in plain
 * JavaScript (`programHost.cjs`), one that serves dynamic providers (`providerHost.cjs`), and one that serves plugins
 * (`pluginHost.cjs`).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type HostName, PLUGIN_PROVIDERS } from "../hosts";
import { LOADS_QUICKLY, libraryOf } from "../library";

/**
 * In the environment of a stack, or of all tests: each program and each provider runs in a process of its own, as the
 * engine starts it. For tests of what a process is part of: its end, its signals, what it loads.
 */
export const OWN_PROCESS = { PULUMI_CHECKS_PROCESSES: "own" } as const;

type Kind = "program" | "provider" | "plugin";

/** What a process answers: an address first, later whether a program or a call of the engine has not ended. */
interface Answer {
  address?: string;
  isRunning?: boolean;
}

/** The commands that run a program. */
const RUN_A_PROGRAM: readonly string[] = ["up", "preview"];
/** The commands that call the providers of a stack's resources. */
const CALL_PROVIDERS: readonly string[] = [...RUN_A_PROGRAM, "refresh", "destroy", "import"];

/** For a program that notices that the engine is gone. */
const ENDS_WITHIN_MS = 2_000;

declare global {
  /** Of a worker of jest: `environment.cjs`. */
  var idleProcesses: () => Map<string, ChildProcess[]>;
}

/** In use by this file of tests, each by a command at a time. */
const inUse = new Set<SharedProcess>();

afterAll(() => {
  for (const one of inUse) one.kill();
});

/**
 * Which processes a command in this folder can share, whose resources are on this host if it names none: of programs
 * and plugins only those of the shared library as they stand.
 */
export function sharedBy(folder: string, args: readonly string[], host: HostName): Kind[] {
  const [command = ""] = args;
  const installed = lstatSync(join(folder, "node_modules", "pulumi-checks"), { throwIfNoEntry: false });
  if (!CALL_PROVIDERS.includes(command) || installed?.isSymbolicLink() !== true) return [];
  const project = read(folder, "Pulumi.yaml");
  const isInJavaScript = /^runtime: nodejs$/m.test(project) && !/^main:/m.test(project);
  const isPlain =
    existsSync(join(folder, "index.js")) && !/"(type|main|exports)":/.test(read(folder, "package.json"));
  const kinds: Record<Kind, boolean> = {
    program: isInJavaScript && isPlain && RUN_A_PROGRAM.includes(command),
    provider: isInJavaScript && host === "dynamic",
    plugin: PLUGIN_PROVIDERS.every(({ path }) => new RegExp(`path: ${path}(?: #.*)?$`, "m").test(project)),
  };
  return (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind]);
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

/** What makes the engine use shared processes: arguments of its command, and variables of its environment. */
interface Use {
  args: string[];
  variables: Record<string, string>;
}

/** Does work of one command at a time with a process of each kind; a new one only where none is free. */
export async function withShared<T>(
  kinds: readonly Kind[],
  folder: string,
  environment: Record<string, string>,
  work: (use: Use) => Promise<T>,
): Promise<T> {
  const shared = kinds.map((kind) => new SharedProcess(kind, libraryOf(folder)));
  try {
    const uses = await Promise.all(shared.map((one) => one.prepare(folder, environment)));
    const variables = Object.assign({}, ...uses.map((use) => use.variables)) as Use["variables"];
    return await work({ args: uses.flatMap(({ args }) => args), variables });
  } finally {
    await Promise.all(shared.map((one) => one.release()));
  }
}

/** A process that serves commands, while it serves one. */
class SharedProcess {
  private readonly child: ChildProcess;
  private readonly idle: ChildProcess[];
  private isRunning = false;

  /** One that is free, or a new one, that has what is installed in this folder. */
  constructor(
    private readonly kind: Kind,
    installed: string,
  ) {
    this.idle = idleOf(`${kind} ${installed}`);
    this.child = taken(this.idle) ?? forked(kind, installed);
    this.child.ref();
    this.child.channel?.ref();
    this.child.on("message", this.onMessage).on("exit", this.onExit);
    inUse.add(this);
  }

  private readonly onMessage = ({ isRunning }: Answer) => {
    this.isRunning = isRunning ?? this.isRunning;
  };

  private readonly onExit = () => this.kill();

  /** Says what the next command runs, and gives what makes the engine use this process. */
  async prepare(folder: string, environment: Record<string, string>): Promise<Use> {
    const { address = "" } = await this.ask({ folder, environment }, ({ address }) => address !== undefined);
    if (this.kind === "program") return { args: ["--client", address], variables: {} };
    const port = address.split(":").at(-1) ?? "";
    if (this.kind === "provider")
      return { args: [], variables: { PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${port}` } };
    const variables = {
      PATH: `${join(__dirname, "bin")}${delimiter}${environment.PATH}`,
      PULUMI_CHECKS_PLUGIN_HOST: port,
      PULUMI_CHECKS_NODE: process.execPath,
    };
    return { args: [], variables };
  }

  /** After the end of the command. What outlives it talks to an engine that is gone, and fails soon. */
  async release(): Promise<void> {
    if (!inUse.has(this)) return;
    if (this.kind === "program") await this.untilEnded();
    else await this.ask({ ended: true }, ({ isRunning }) => isRunning !== undefined);
    if (this.isRunning) return this.kill();
    inUse.delete(this);
    this.child.off("message", this.onMessage).off("exit", this.onExit);
    this.child.unref();
    this.child.channel?.unref();
    this.idle.push(this.child);
  }

  private async untilEnded(): Promise<void> {
    if (!this.isRunning) return;
    await Promise.race([once(this.child, "message"), setTimeout(ENDS_WITHIN_MS, undefined, { ref: false })]);
  }

  kill(): void {
    inUse.delete(this);
    this.child.kill("SIGKILL");
  }

  private ask(message: object, isAnswer: (answer: Answer) => boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`the process that serves a ${this.kind} ended`));
      const onMessage = (answer: Answer) => {
        if (!isAnswer(answer)) return;
        this.child.off("exit", onExit).off("message", onMessage);
        resolve(answer);
      };
      this.child.on("exit", onExit).on("message", onMessage);
      this.child.send(message);
    });
  }
}

function idleOf(key: string): ChildProcess[] {
  const all = idleProcesses();
  const list = all.get(key) ?? [];
  all.set(key, list);
  return list;
}

function taken(idle: ChildProcess[]): ChildProcess | undefined {
  const child = idle.pop();
  return child === undefined || child.connected ? child : taken(idle);
}

function forked(kind: Kind, installed: string): ChildProcess {
  return fork(join(__dirname, `${kind}Host.cjs`), [installed], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...LOADS_QUICKLY },
    // Each run loads modules anew, and leaves those of the run before as garbage.
    execArgv: ["--max-semi-space-size=32"],
  });
}
