/** Where one-line messages to the user go; the host decides. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Replaced by the next one where the display can do that: waits, progress of batches. */
  status(message: string): void;
}

/** Says nothing. */
export const silent: Log = { info() {}, warn() {}, status() {} };
