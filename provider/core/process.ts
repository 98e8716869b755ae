import { readFileSync, readlinkSync } from "node:fs";

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

/**
 * When a process began, in ticks since boot: its number may be another one's by now, as of the first processes of a container
 * that is started again. @throws {Error} like `containerName`, and where there is no such process.
 */
export function beganAt(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before it is in parentheses, and may itself contain blanks and parentheses.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

/** The same; empty where the system does not tell. */
export function beganAtIfAny(pid: number): string {
  try {
    return beganAt(pid);
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
