/**
 * Signals during a maintenance. None of them ends this process before everything is put back. While the command runs,
 * signals are passed on to it, and its reaction decides. An earlier signal keeps the command from starting; a later one
 * ends the process once everything is put back.
 */
import type { ChildProcess } from "node:child_process";
import { interrupt } from "../../provider/core/interruption";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Signals {
  /** The first signal that came while no command was running. */
  received: NodeJS.Signals | undefined;
  private child: ChildProcess | undefined;
  private readonly handle = (signal: NodeJS.Signals) => {
    if (this.child !== undefined) return this.passOn(this.child, signal);
    this.received ??= signal;
    interrupt();
  };

  constructor(private readonly isTerminal = [process.stdin, process.stdout, process.stderr].some(isTty)) {
    for (const signal of SIGNALS) process.on(signal, this.handle);
  }

  /** Whether a signal has asked for the end. */
  isOver(): boolean {
    return this.received !== undefined;
  }

  /** Passes signals on to this command from now on, until called with `undefined`. */
  passOnTo(child: ChildProcess | undefined): void {
    this.child = child;
  }

  /** Restores the default handling of signals, and ends the process by the given signal. */
  end(signal: NodeJS.Signals | undefined): void {
    for (const one of SIGNALS) process.off(one, this.handle);
    if (signal !== undefined) process.kill(process.pid, signal);
  }

  /**
   * A terminal sends Ctrl-C to all foreground processes. If we passed it on, the command would get it twice, which many
   * commands take for "at once".
   */
  private passOn(child: ChildProcess, signal: NodeJS.Signals): void {
    if (signal === "SIGINT" && this.isTerminal) return;
    child.kill(signal);
  }
}

function isTty(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
