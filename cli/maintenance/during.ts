/** The command that runs while the channels are off. */
import { ChildProcess } from "node:child_process";
// On Windows most commands (npm, npx) are batch files, which Node itself refuses to run.
import spawn from "cross-spawn";
import type { Signals } from "./signals";

/** How the command ended: with an exit code, by a signal, or without having started. */
export type Ended = { code: number } | { signal: NodeJS.Signals } | { notStarted: string; code: number };

/** The exit codes that shells and `env` use. */
const CANNOT_RUN = 126;
const NOT_FOUND = 127;

/** Runs the command on this terminal, with this environment, and waits for its end. Never rejects. */
export function runDuring([command = "", ...args]: readonly string[], signals: Signals): Promise<Ended> {
  return new Promise((done) => {
    const end = (ended: Ended) => {
      signals.passOnTo(undefined);
      done(ended);
    };
    const child = startCommand(command, args);
    if (!(child instanceof ChildProcess)) return end(startFailure(command, child));
    signals.passOnTo(child);
    child.on("error", (error: NodeJS.ErrnoException) => {
      // On Windows, the shell starts successfully and reports the missing command itself.
      if (child.pid === undefined || error.code === "ENOENT") end(startFailure(command, error));
    });
    child.on("exit", (code, signal) => end(signal === null ? { code: code ?? 1 } : { signal }));
  });
}

/** Node reports some reasons why a command cannot be run by an event, and throws the others. */
function startCommand(command: string, args: readonly string[]): ChildProcess | NodeJS.ErrnoException {
  try {
    return spawn(command, args, { stdio: "inherit" });
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function startFailure(command: string, { code }: NodeJS.ErrnoException): Ended {
  const isMissing = code === "ENOENT";
  const reason = isMissing ? "there is no such command" : `it cannot be run (${code ?? "unknown reason"})`;
  return { notStarted: `${command}: ${reason}`, code: isMissing ? NOT_FOUND : CANNOT_RUN };
}
