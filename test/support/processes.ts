/** Processes below a process, as Linux tells them. */
import { readdirSync, readFileSync } from "node:fs";

/** Kills all below one whose command line has these words, as a lack of memory would. */
export function killBelow(pid: number, words: string): void {
  for (const child of descendants(pid)) {
    ifAlive(() => {
      if (readFileSync(`/proc/${child}/cmdline`, "utf8").includes(words)) process.kill(child, "SIGKILL");
      return [];
    });
  }
}

/** Kills all processes whose environment has these words: those of an engine outlive it when it is killed. */
export function killWhereEnvironmentHas(words: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    ifAlive(() => {
      if (Number(pid) !== process.pid && readFileSync(`/proc/${pid}/environ`, "utf8").includes(words))
        process.kill(Number(pid), "SIGKILL");
      return [];
    });
  }
}

/** Each thread of a process has its children. */
function descendants(pid: number): number[] {
  const children = ifAlive(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    ifAlive(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean)),
  );
  return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
}

/** A process may end while it is looked at. */
function ifAlive(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    if (/^(EACCES|ENOENT|EPERM|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
