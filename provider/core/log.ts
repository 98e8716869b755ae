import { oneLine } from "./visible";

/** Where one-line messages to the user go; the host decides. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** For waits and progress of batches; the display replaces it by the next one where it can. */
  status(message: string): void;
}

/** The same log for messages with names that others chose: each stays on its line, and shows all that is in it. */
export function inLines(log: Log): Log {
  return {
    info: (message) => log.info(oneLine(message)),
    warn: (message) => log.warn(oneLine(message)),
    status: (message) => log.status(oneLine(message)),
  };
}

/** Says nothing. */
export const silent: Log = { info() {}, warn() {}, status() {} };
