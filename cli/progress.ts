/** What a command is doing, on stderr: one moving line on a terminal, plain lines elsewhere. */
import type { Log } from "../provider/log";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";

/** Where progress goes; the parts of `process.stderr` that it needs. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
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
    if (!this.terminal.isTTY) return void this.terminal.write(`${step}\n`);
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
    this.terminal.write(this.terminal.isTTY ? `${CLEAR_LINE}${message}\n` : `${message}\n`);
  }

  warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }

  status(message: string): void {
    if (this.terminal.isTTY) this.step = message;
  }

  private draw(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    this.terminal.write(`${CLEAR_LINE}${FRAMES[this.frame]} ${this.step}`);
  }
}
