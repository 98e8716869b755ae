/** What a terminal can show: colours, lines of some width, and on stderr what a command is doing. */

import pc from "picocolors";
import type { Log } from "../../provider/core/log";
import { within } from "./table";
import { commandingNobody, visible } from "./visible";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";
/** The frame, a blank, and the last column: what is written there can begin the next line. */
const AROUND_STEP = 3;

/** Where progress goes, one moving line on a terminal and plain lines elsewhere; the parts of `process.stderr` that it needs. */
export interface Terminal {
  isTTY?: boolean;
  /** Characters in a line, as far as that is known. */
  columns?: number;
  write(text: string): unknown;
}

/** Writes a line to stderr: what kind of thing it is about, and what somebody's words say. They leave no line and command nobody. */
export function complain(kind: "error" | "warning" | "not patched", words: string): void {
  process.stderr.write(commandingNobody(`${kind}: ${visible(words)}\n`));
}

/** Tells the steps of a command. Also the log of its requests: waits and repetitions. */
export class Progress implements Log {
  /** Things to tell once, with the result rather than in passing. */
  readonly warnings: string[] = [];
  private step = "";
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly quiet = false,
    private readonly terminal: Terminal = process.stderr,
  ) {}

  /** Something that takes a while begins. */
  begin(step: string): void {
    this.step = step;
    if (this.quiet) return;
    if (!this.terminal.isTTY) return void this.terminal.write(commandingNobody(`${step}\n`));
    this.draw();
    this.timer ??= setInterval(() => this.draw(), FRAME_MS).unref();
  }

  /** Nothing is being waited for any more. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (!this.quiet && this.terminal.isTTY) this.terminal.write(CLEAR_LINE);
  }

  info(message: string): void {
    if (this.quiet) return;
    const text = commandingNobody(`${message}\n`);
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
    // Only one line is cleared for the next frame: of a longer step each frame would leave a line behind.
    const step = columns ? within(this.step, columns - AROUND_STEP) : this.step;
    this.terminal.write(`${CLEAR_LINE}${FRAMES[this.frame]} ${step}`);
  }
}

/** Colours as functions; without colour they give the text as it is. */
export type Colours = ReturnType<typeof pc.createColors>;

/**
 * Colours for a terminal and none elsewhere, unless it is said: `--color`, `--no-color`, `NO_COLOR` (any value),
 * `FORCE_COLOR`. What the command line says wins.
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

/** Narrower than this, a table is a column of single letters: the terminal's own line breaks read better. */
const NARROWEST = 40;

/**
 * Characters in a line of the terminal that output goes to. Undefined for a file or a pipe, where each row stays
 * on a line of its own for `grep` and the like.
 */
export function terminalWidth(
  output: { isTTY?: boolean; columns?: number } = process.stdout,
): number | undefined {
  return output.isTTY && output.columns ? Math.max(output.columns, NARROWEST) : undefined;
}
