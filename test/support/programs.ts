/** Which programs run in a process that they share with those before them (`programHost.cjs`), and that process. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LOADS_QUICKLY, library } from "./library";

/**
 * In the environment of a stack, or of all tests: each program runs in a process of its own, as the engine starts it.
 * For tests of what a process is part of: its end, its signals, what it loads.
 */
export const OWN_PROCESS = { PULUMI_CHECKS_PROGRAMS: "own process" } as const;

/** The commands that run a program. */
const RUN_A_PROGRAM: readonly string[] = ["up", "preview"];

/** Of this file of tests. One runs a program at a time, so that there are as many as programs run at once. */
const all = new Set<ProgramHost>();
const idle = new Set<ProgramHost>();

afterAll(() => {
  for (const host of all) host.end();
});

/** Whether a command would run the program of this folder as it stands, in plain JavaScript on the shared library. */
export function canShareProcess(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): boolean {
  if ((environment.PULUMI_CHECKS_PROGRAMS ?? process.env.PULUMI_CHECKS_PROGRAMS) !== undefined) return false;
  if (!RUN_A_PROGRAM.includes(args[0] ?? "") || !existsSync(join(folder, "index.js"))) return false;
  const project = read(folder, "Pulumi.yaml");
  if (!/^runtime: nodejs$/m.test(project) || /^main:/m.test(project)) return false;
  if (/"(type|main|exports)":/.test(read(folder, "package.json"))) return false;
  const installed = lstatSync(join(folder, "node_modules", "pulumi-checks"), { throwIfNoEntry: false });
  return installed?.isSymbolicLink() === true;
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

/** A process that runs programs, while it runs one. */
export class ProgramHost {
  private readonly child: ChildProcess;
  private isRunning = false;

  private constructor() {
    this.child = fork(join(__dirname, "programHost.cjs"), [library()], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, ...LOADS_QUICKLY },
      execArgv: [],
    });
    this.child.on("message", (message: { isRunning?: boolean }) => {
      if (message.isRunning !== undefined) this.isRunning = message.isRunning;
    });
    this.child.on("exit", () => this.end());
    all.add(this);
  }

  /** One that is free, or a new one. */
  static take(): ProgramHost {
    const [free] = idle;
    if (free === undefined) return new ProgramHost();
    idle.delete(free);
    return free;
  }

  /** Says what the next command runs, and gives the address for its `--client`. */
  prepare(folder: string, environment: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error("the process that runs programs ended"));
      const onMessage = (message: { address?: string }) => {
        if (message.address === undefined) return;
        this.child.off("exit", onExit).off("message", onMessage);
        resolve(message.address);
      };
      this.child.on("exit", onExit).on("message", onMessage);
      this.child.send({ folder, environment });
    });
  }

  /**
   * After the end of the command. A program that outlived it writes to an engine that is gone, and after one such
   * failure Pulumi's SDK delivers no message any more.
   */
  release(): void {
    if (this.isRunning) this.end();
    else if (all.has(this)) idle.add(this);
  }

  end(): void {
    all.delete(this);
    idle.delete(this);
    this.child.kill("SIGKILL");
  }
}
