/**
 * Ctrl-C ends waits. Whoever waits for longer than a moment does it here, so that an interruption (SIGINT, SIGTERM, or
 * the engine's wish to cancel) ends it at once instead of after the deadline. What is on its way is not broken off.
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

/** So long a process lives on after a signal, for what is being answered. */
const LAST_WORDS_MS = 1000;

const listeners = new Set<() => void>();
let lasting = false;
/** How much is under way that is not to be interrupted. */
let sheltered = 0;
let dying: NodeJS.Timeout | undefined;

/** Whether this process is to end: whatever would have to wait from now on fails instead. */
export function isInterrupted(): boolean {
  return lasting;
}

/** Ends all waits that are under way, and with `forGood` those to come. */
export function interrupt(forGood = false): void {
  lasting ||= forGood;
  if (sheltered > 0 && !lasting) return;
  for (const listener of [...listeners]) listener();
}

/**
 * Calls `listener` at each interruption until the function it gives is called. Signals are heard only while somebody
 * listens: at any other time a process ends by them as it always did.
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
 * Does work that no interruption ends, save one that is for good. It is for whoever hears the signals himself, and ends
 * the process when the work is done.
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

/** Waits for something that itself knows of no interruption. @throws {Interrupted} when the user interrupts. */
export async function untilInterrupted<T>(work: Promise<T>, what?: string): Promise<T> {
  if (lasting) throw new Interrupted(what);
  let forget = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    forget = onInterruption(() => reject(new Interrupted(what)));
  });
  return Promise.race([work, end]).finally(forget);
}

/** Without our listener, and without one of somebody else, the process would have ended: so it does, a little later. */
function onSignal(signal: NodeJS.Signals): void {
  const alone = process.listenerCount(signal) === 1;
  interrupt(alone);
  if (!alone || dying) return;
  dying = setTimeout(() => {
    for (const one of SIGNALS) process.off(one, onSignal);
    process.kill(process.pid, signal);
  }, LAST_WORDS_MS);
}
