/** Runs commands inside the ping script, as a container would, in the shells and with the tools that the machine has. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";
import { PING_URL } from "../../../../sdk/jobs/pingUrl";
import { PING_SCRIPT } from "../../../../sdk/kubernetes/pingScript";
import type { Service } from "../../service";

export const SHELLS = ["dash", "bash", "busybox sh"] as const;
export const TOOLS = ["curl", "wget", "busybox nc"] as const;
export type Shell = (typeof SHELLS)[number];
export type Tool = (typeof TOOLS)[number];

/** How a command ended, and what it wrote. */
interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Milliseconds until the first output, and until the end. */
  firstOutput: number | undefined;
  took: number;
}

/** A command that runs. */
interface Running {
  process: ChildProcess;
  /** Resolves when stdout has these words. */
  says: (words: string) => Promise<void>;
  ended: Promise<Ended>;
}

interface Job {
  command: readonly string[];
  stdin?: string;
  /** Without it the command runs as it is. */
  pingUrl?: string;
  environment?: Record<string, string>;
}

const places = (process.env.PATH ?? "").split(delimiter).filter((place) => existsSync(place));
const located = (program: string) =>
  places.map((place) => join(place, program)).find((path) => existsSync(path));

/** What is missing on this machine for a combination; undefined when nothing is. */
export function missing(shell: Shell, tool?: Tool): string | undefined {
  const needed = [shell, tool].map((name) => name?.split(" ")[0]).filter((name) => name !== undefined);
  return needed.find((program) => located(program) === undefined);
}

/** A folder of programs: all of the machine's, but of those that can send only the one that is asked for. */
export class Image {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-checks-image-"));

  constructor(tool: Tool | "none") {
    const bin = join(this.folder, "bin");
    mkdirSync(bin);
    if (tool === "busybox nc") {
      execFileSync(located("busybox") ?? "busybox", ["--install", "-s", bin]);
      return;
    }
    for (const place of places) {
      for (const name of readdirSync(place)) {
        const isSender = /^(curl|wget|nc|netcat|ncat|busybox)(\..*)?$/.test(name);
        if ((!isSender || name === tool) && !existsSync(join(bin, name)))
          symlinkSync(join(place, name), join(bin, name));
      }
    }
  }

  /** Runs a command in the script, in a shell. */
  run(shell: Shell, job: Job): Running {
    const [program = "", ...applet] = shell.split(" ");
    const path = located(program) ?? program;
    const { pingUrl, environment = {} } = job;
    const settings = { PATH: join(this.folder, "bin"), ...environment };
    const input = this.input(job.stdin ?? "");
    if (pingUrl === undefined) {
      return started(this.found(job.command[0] ?? ""), job.command.slice(1), input, settings);
    }
    const args = [...applet, "-c", PING_SCRIPT, "job", ...job.command];
    return started(path, args, input, { ...settings, [PING_URL]: pingUrl });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A file, since bash takes a socket for a remote login and reads its settings. */
  private input(text: string): number {
    const file = join(this.folder, "input");
    writeFileSync(file, text);
    return openSync(file, "r");
  }

  private found(program: string): string {
    return program.includes("/") ? program : join(this.folder, "bin", program);
  }
}

function started(
  program: string,
  args: readonly string[],
  input: number,
  env: Record<string, string>,
): Running {
  const begin = Date.now();
  const child = spawn(program, args, { env, stdio: [input, "pipe", "pipe"] });
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable };
  closeSync(input);
  const out = { stdout: "", stderr: "", firstOutput: undefined as number | undefined };
  stdout.on("data", (chunk) => {
    out.firstOutput ??= Date.now() - begin;
    out.stdout += String(chunk);
  });
  stderr.on("data", (chunk) => {
    out.stderr += String(chunk);
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...out, took: Date.now() - begin }));
  });
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (out.stdout.includes(words) && resolve());
      stdout.on("data", look);
      child.on("close", () => reject(new Error(`it never said ${words}: ${out.stdout}${out.stderr}`)));
      look();
    });
  return { process: child, says, ended };
}

/** What a check was told, oldest first: the end of each ping's address, and its run. */
export async function told(service: Service, uuid: string): Promise<{ kind: string; run: string }[]> {
  const { log } = await service.admin.requestLog();
  return log
    .filter(({ path }) => path.startsWith(`/ping/${uuid}`))
    .map(({ path }) => {
      const { pathname, searchParams } = new URL(path, "http://service");
      return { kind: pathname.slice(`/ping/${uuid}`.length), run: searchParams.get("rid") ?? "" };
    });
}
