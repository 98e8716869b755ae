/**
 * Ctrl-C ends waits. Every longer wait goes through this module, so that an interruption (SIGINT, SIGTERM, or a
 * cancellation by the engine) ends it at once instead of after the deadline. Requests that are under way are not
 * aborted.
 */
import { ChecksError } from "./errors";

/** A wait that was ended by the user. */
export class Interrupted extends ChecksError {
  constructor(what?: string) {
    super({
      ...(what !== undefined && { subject: what }),
      reason: "interrupted while waiting",
      remedy: "Run again to continue",
    });
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** How long a process lives on after a signal, to finish the answers that are under way. */
const LAST_WORDS_MS = 1000;

const listeners = new Set<() => void>();
let lasting = false;
/** How many pieces of work are under way that must not be interrupted. */
let sheltered = 0;
let dying: NodeJS.Timeout | undefined;

/** Whether this process is to end: from now on every wait fails instead. */
export function isInterrupted(): boolean {
  return lasting;
}

/** Ends all waits that are under way, and with `forGood` also all later ones. */
export function interrupt(forGood = false): void {
  lasting ||= forGood;
  if (sheltered > 0 && !lasting) return;
  for (const listener of [...listeners]) listener();
}

/**
 * Calls `listener` at each interruption until the returned function is called. The process handles signals only while
 * there is a listener; otherwise they end it as usual.
 */
export function onInterruption(listener: () => void): () => void {
  if (listeners.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  listeners.add(listener);
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

/**
 * Does work that no interruption ends, except one that is for good. It is for callers that handle the signals themselves
 * and end the process when the work is done.
 */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  sheltered += 1;
  try {
    return await work();
  } finally {
    sheltered -= 1;
  }
}

/** Waits. @throws {Interrupted} at once when the user interrupts; `what` is for its message. */
export function sleep(milliseconds: number, what?: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilInterrupted(pause, what).finally(() => clearTimeout(timer));
}

/** Waits for work that does not handle interruptions itself. @throws {Interrupted} when the user interrupts. */
export async function untilInterrupted<T>(work: Promise<T>, what?: string): Promise<T> {
  if (lasting) {
    // Nobody hears any more how it ends.
    work.catch(() => undefined);
    throw new Interrupted(what);
  }
  let forget = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    forget = onInterruption(() => reject(new Interrupted(what)));
  });
  return Promise.race([work, end]).finally(forget);
}

/** If nobody else handles the signal, it would have ended the process: so the process ends, a little later. */
function onSignal(signal: NodeJS.Signals): void {
  const alone = process.listenerCount(signal) === 1;
  interrupt(alone);
  if (!alone || dying) return;
  dying = setTimeout(() => {
    for (const one of SIGNALS) process.off(one, onSignal);
    process.kill(process.pid, signal);
  }, LAST_WORDS_MS);
}
