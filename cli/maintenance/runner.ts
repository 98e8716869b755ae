/**
 * The process that ends a maintenance, and whether it is still running. Its number does not suffice, because it recurs
 * in the next container, and after a reboot.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { beganAt, containerName, isRunning } from "../../provider/core/process";
import type { QuietWindow } from "./window";

/** The fields of a record that identify its process. */
export type Runner = Pick<QuietWindow, "runner" | "runnerIdentity">;

/** This process, for the record. */
export function thisRunner(): Runner {
  const runnerIdentity = identityOf(process.pid);
  return { runner: process.pid, ...(runnerIdentity !== undefined && { runnerIdentity }) };
}

/**
 * Whether the process of a maintenance is still running here. If it cannot be distinguished from another one with its
 * number, it counts as gone.
 */
export function isRunnerHere({ runner, runnerIdentity }: Runner): boolean {
  if (runner === undefined || runnerIdentity === undefined || runner === process.pid) return false;
  return isRunning(runner) && identityOf(runner) === runnerIdentity;
}

/**
 * On Linux the boot, the container, and the start time of the process; elsewhere only the machine. Undefined if the
 * system does not tell.
 */
function identityOf(pid: number): string | undefined {
  if (process.platform !== "linux") return hostname();
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return [boot, containerName(), beganAt(pid)].join(" ");
  } catch {
    // There is no /proc, or the process has just ended.
    return undefined;
  }
}
