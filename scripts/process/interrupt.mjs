/** What is undone when the process is told to stop: children end, locks and half-made folders go. */
const undo = new Set();
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
let stopping = false;

/**
 * Registers an action for the case of a signal, and returns what takes it back. An action that needs time returns a
 * promise, and the process ends when all are done; a second signal does not wait for them. While none is registered the
 * process has no handlers of ours, so a command that runs in it later is free to have its own.
 */
export function whenStopped(action) {
  if (undo.size === 0) for (const signal of Object.keys(SIGNALS)) process.on(signal, stop);
  undo.add(action);
  return () => {
    if (stopping || !undo.delete(action) || undo.size > 0) return;
    for (const signal of Object.keys(SIGNALS)) process.off(signal, stop);
  };
}

/** Whether a signal came; what else the process was about to do or to say does not matter any more. */
export function isStopping() {
  return stopping;
}

function stop(signal) {
  const end = () => process.exit(128 + SIGNALS[signal]);
  if (stopping) return end();
  stopping = true;
  const unfinished = [];
  for (const action of [...undo].reverse()) {
    try {
      const outcome = action();
      if (outcome instanceof Promise) unfinished.push(outcome);
    } catch {
      // The others must have their turn; what stays behind is cleared by the next run.
    }
  }
  if (unfinished.length === 0) return end();
  Promise.allSettled(unfinished).then(end);
}
