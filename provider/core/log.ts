/** Where one-line messages to the user go; the host decides. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** For waits and progress of batches; the display replaces it by the next one where it can. */
  status(message: string): void;
}

/** Says nothing. */
export const silent: Log = { info() {}, warn() {}, status() {} };
