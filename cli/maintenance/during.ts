/** The command that runs while the channels are off. */
import { spawn } from "node:child_process";
import type { Signals } from "./signals";

/** How the command ended: with its own code, or by a signal. */
export type Ended = { code: number } | { signal: NodeJS.Signals } | { notStarted: string; code: number };

/** As shells and `env` have it. */
const CANNOT_RUN = 126;
const NOT_FOUND = 127;

/** Runs it on this terminal, with this environment, and waits for its end. */
export function runDuring([command = "", ...args]: readonly string[], signals: Signals): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: "inherit" });
    signals.lead(child);
    const end = (ended: Ended) => {
      signals.lead(undefined);
      done(ended);
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      const missing = error.code === "ENOENT";
      const reason = missing
        ? "there is no such command"
        : `it cannot be run (${error.code ?? "unknown reason"})`;
      end({ notStarted: `${command}: ${reason}`, code: missing ? NOT_FOUND : CANNOT_RUN });
    });
    child.on("exit", (code, signal) => end(signal === null ? { code: code ?? 1 } : { signal }));
  });
}
