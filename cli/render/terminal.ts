/** What a terminal can show: colours, lines of its width, and progress on stderr. */

import pc from "picocolors";
import type { Log } from "../../provider/core/log";
import { within } from "./table";
import { visible, withoutCommands } from "./visible";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";
/** The frame, a blank, and the last column, which is left free because some terminals wrap there. */
const AROUND_STEP = 3;

/**
 * Where progress is shown: one moving line on a terminal, plain lines elsewhere. Has the needed parts of
 * `process.stderr`.
 */
export interface Terminal {
  isTTY?: boolean;
  /** Characters in a line, if known. */
  columns?: number;
  write(text: string): unknown;
}

/** Where progress is shown. A dumb terminal, as of an editor, cannot clear a line, so it is written to like a file. */
export function progressTerminal(
  stderr: Terminal = process.stderr,
  { TERM }: NodeJS.ProcessEnv = process.env,
): Terminal {
  return TERM === "dumb" ? { write: (text) => stderr.write(text) } : stderr;
}

/** Writes a line to stderr. The words are escaped: they can neither break the line nor act as commands. */
export function complain(kind: "error" | "warning" | "not patched", words: string): void {
  process.stderr.write(withoutCommands(`${kind}: ${visible(words)}\n`));
}

/** Shows the steps of a command. Also logs its requests' waits and retries. */
export class Progress implements Log {
  /** Messages to show once with the result, rather than along the way. */
  readonly warnings: string[] = [];
  private step = "";
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly quiet = false,
    private readonly terminal: Terminal = progressTerminal(),
  ) {}

  /** Starts to show a step that takes a while. */
  begin(step: string): void {
    this.step = step;
    if (this.quiet) return;
    if (!this.terminal.isTTY) return void this.terminal.write(withoutCommands(`${step}\n`));
    this.draw();
    this.timer ??= setInterval(() => this.draw(), FRAME_MS).unref();
  }

  /** Stops showing the current step. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (!this.quiet && this.terminal.isTTY) this.terminal.write(CLEAR_LINE);
  }

  info(message: string): void {
    if (this.quiet) return;
    const text = withoutCommands(`${visible(message)}\n`);
    this.terminal.write(this.terminal.isTTY ? `${CLEAR_LINE}${text}` : text);
  }

  warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }

  status(message: string): void {
    if (this.terminal.isTTY) this.step = message;
  }

  private draw(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    const { columns } = this.terminal;
    // Cut to one line, because only one line is cleared for the next frame.
    const step = columns ? within(this.step, columns - AROUND_STEP) : this.step;
    this.terminal.write(`${CLEAR_LINE}${FRAMES[this.frame]} ${step}`);
  }
}

/** Colours as functions; without colour they return the text unchanged. */
export type Colours = ReturnType<typeof pc.createColors>;

/**
 * Uses colours only on a terminal, unless overridden by `--color`, `--no-color`, `NO_COLOR` (any value) or
 * `FORCE_COLOR`. Options win over the environment.
 */
export function coloursFor(
  asked: boolean | undefined,
  output: { isTTY?: boolean } = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): Colours {
  return pc.createColors(asked ?? fromEnvironment(environment) ?? output.isTTY === true);
}

function fromEnvironment({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv): boolean | undefined {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0";
  return TERM === "dumb" ? false : undefined;
}

/**
 * In narrower terminals a table would become a column of single letters; the terminal's own line breaks are more
 * readable.
 */
const NARROWEST = 40;

/**
 * Width of the output terminal in characters. Undefined for a file or a pipe, where each row stays on one line for
 * `grep` and the like.
 */
export function terminalWidth(
  output: { isTTY?: boolean; columns?: number } = process.stdout,
): number | undefined {
  return output.isTTY && output.columns ? Math.max(output.columns, NARROWEST) : undefined;
}
