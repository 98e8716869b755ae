/** What is undone when the process is told to stop: children end, locks and half-made folders go. */
const undo = new Set();
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/**
 * Registers an action (synchronous) for the case of a signal, and returns what takes it back. While none is
 * registered the process has no handlers of ours, so a command that runs in it later is free to have its own.
 */
export function whenStopped(action) {
  if (undo.size === 0) for (const signal of Object.keys(SIGNALS)) process.on(signal, stop);
  undo.add(action);
  return () => {
    if (!undo.delete(action) || undo.size > 0) return;
    for (const signal of Object.keys(SIGNALS)) process.off(signal, stop);
  };
}

function stop(signal) {
  for (const action of [...undo].reverse()) {
    try {
      action();
    } catch {
      // The others must have their turn; what stays behind is cleared by the next run.
    }
  }
  process.exit(128 + SIGNALS[signal]);
}
