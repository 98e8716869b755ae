import { readlinkSync } from "node:fs";

/**
 * What the container of this process is named by the system, which sees no processes of the others. @throws {Error} on
 * another system than Linux, and where there is no /proc.
 */
export function containerName(): string {
  return readlinkSync("/proc/self/ns/pid");
}

/** The same; empty on such a system. */
export function containerNameIfAny(): string {
  try {
    return containerName();
  } catch {
    return "";
  }
}

/** Whether a process of this machine still runs. A process of another user runs even though we may not signal it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
