/**
 * The process that ends a maintenance, and whether it is still that one. Its number alone does not tell: the next container
 * starts with the same numbers, and so does the machine after a power cut.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { isRunning } from "../../provider/core/process";
import type { QuietWindow } from "./window";

/** What a record says of its process. */
export type Runner = Pick<QuietWindow, "runner" | "runnerIdentity">;

/** This process, as the record names it. */
export function thisRunner(): Runner {
  const runnerIdentity = identityOf(process.pid);
  return { runner: process.pid, ...(runnerIdentity !== undefined && { runnerIdentity }) };
}

/** Whether the process of a maintenance runs, here. One that cannot be told from another with its number counts as gone. */
export function isRunnerHere({ runner, runnerIdentity }: Runner): boolean {
  if (runner === undefined || runnerIdentity === undefined || runner === process.pid) return false;
  return isRunning(runner) && identityOf(runner) === runnerIdentity;
}

/**
 * On Linux which start of the machine it is, which container, and when in it the process began; elsewhere the machine alone.
 * Undefined where the system does not tell.
 */
function identityOf(pid: number): string | undefined {
  if (process.platform !== "linux") return hostname();
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return [boot, readlinkSync("/proc/self/ns/pid"), beganAt(pid)].join(" ");
  } catch {
    // Without /proc, or where the process has just ended.
    return undefined;
  }
}

/** In ticks since the machine started. The name before it, in brackets, may have blanks and brackets itself. */
function beganAt(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}
