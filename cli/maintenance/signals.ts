/**
 * Signals while a maintenance lasts: none of them ends this process before everything is put back. Those that come while
 * the command runs are passed on to it; what it makes of them decides. One that comes before keeps it from beginning, and one
 * that comes while everything is put back ends the process after that.
 */
import type { ChildProcess } from "node:child_process";
import { interrupt } from "../../provider/core/interruption";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Signals {
  /** The first signal that came while no command was running. */
  came: NodeJS.Signals | undefined;
  private child: ChildProcess | undefined;
  private readonly heard = (signal: NodeJS.Signals) => {
    if (this.child !== undefined) return this.passOn(this.child, signal);
    this.came ??= signal;
    interrupt();
  };

  constructor(private readonly isTerminal = [process.stdin, process.stdout, process.stderr].some(isTty)) {
    for (const signal of SIGNALS) process.on(signal, this.heard);
  }

  /** Whether somebody wants this to end. */
  isOver(): boolean {
    return this.came !== undefined;
  }

  /** From now on signals are this command's; until `undefined` is given. */
  lead(child: ChildProcess | undefined): void {
    this.child = child;
  }

  /** From now on signals end the process as they always do; this one does so now. */
  end(signal: NodeJS.Signals | undefined): void {
    for (const one of SIGNALS) process.off(one, this.heard);
    if (signal !== undefined) process.kill(process.pid, signal);
  }

  /** A terminal gives Ctrl-C to all processes in front: passed on as well, the command would have it twice, and many take that for "at once". */
  private passOn(child: ChildProcess, signal: NodeJS.Signals): void {
    if (signal === "SIGINT" && this.isTerminal) return;
    child.kill(signal);
  }
}

function isTty(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
