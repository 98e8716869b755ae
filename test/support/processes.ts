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
  for (const { pid } of whereEnvironmentHas(words))
    ifAlive(() => {
      process.kill(pid, "SIGKILL");
      return [];
    });
}

/** The processes whose environment has these words, but this one. */
export function whereEnvironmentHas(words: string): { pid: number; command: string }[] {
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return others.flatMap((pid) => {
    const [environment = "", command = ""] = ifAlive(() =>
      ["environ", "cmdline"].map((file) => readFileSync(`/proc/${pid}/${file}`, "utf8")),
    );
    return environment.includes(words) ? [{ pid: Number(pid), command }] : [];
  });
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
