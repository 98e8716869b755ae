import type { AxiosError, InternalAxiosRequestConfig } from "axios";
import { isInterrupted, onInterruption } from "../core/interruption";
import { CUT_OFF } from "./codes";
import type { Circumstances } from "./explanation";

const courses = new WeakMap<object, Course>();

/** The progress of one call, from its first attempt to its last. */
export class Course {
  /** An earlier attempt got no proper answer: it may have taken effect, or may still do so. */
  unclear = false;
  /** How the attempt before failed. */
  before: AxiosError | undefined;
  /** Seconds after which it was not asked again although that might have helped; undefined while it goes on. */
  gaveUpAfter: number | undefined;
  /** Seconds that the last answer asks to wait, where that is longer than it may go on. */
  quietSeconds: number | undefined;
  /** Between two attempts: nothing is on its way. */
  waits = false;
  interrupted = isInterrupted();
  /** It would have been asked again, had the user not interrupted it by then. */
  cutShort = false;
  /** When it began, in milliseconds of the steady clock: setting the machine's clock makes no deadline of an hour. */
  began = performance.now();
  /** When it is given up, by the same clock. */
  deadline: number;
  /** Aborted by the deadline, and by an interruption, save while a change is on its way: that is waited for. */
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private timeout: NodeJS.Timeout | undefined;
  private readonly forget: () => void;

  constructor(
    method: string,
    private readonly patienceMs: number,
    private readonly waitForTurn: () => Promise<void>,
  ) {
    this.deadline = this.began + patienceMs;
    this.signal = this.controller.signal;
    this.forget = onInterruption(() => {
      this.interrupted = true;
      if (this.waits || method === "GET") this.controller.abort();
    });
    this.abortInTime();
    courses.set(this.signal, this);
  }

  /** Waits until it may ask again, which is no fault of the service: neither patience nor deadline counts that. */
  async nextTurn(): Promise<void> {
    clearTimeout(this.timeout);
    const since = performance.now();
    try {
      await this.waitForTurn();
      this.waits = false;
    } finally {
      const waited = performance.now() - since;
      this.began += waited;
      this.deadline += waited;
      this.abortInTime();
    }
  }

  /** Whether it may be made again after such a wait, `end` being when it is given up; notes why it may not. */
  mayGoOn(end: number, waitMs: number): boolean {
    const now = performance.now();
    if (now >= end) this.gaveUpAfter = Math.round((end - this.began) / 1000);
    else if (now + waitMs >= end) this.quietSeconds = Math.ceil(waitMs / 1000);
    return now + waitMs < end;
  }

  /** Notes how long a 429 asks to wait, of a call that is not made again. */
  noteQuiet({ response }: AxiosError, waitMs: number): void {
    if (response?.status === 429 && waitMs > 0) this.quietSeconds = Math.ceil(waitMs / 1000);
  }

  /** To be called when the call has ended. */
  end(): void {
    clearTimeout(this.timeout);
    this.forget();
  }

  private abortInTime(): void {
    clearTimeout(this.timeout);
    // It may have passed while another call had the process; newer versions of Node warn of a negative time.
    const left = Math.max(this.deadline - performance.now(), 0);
    this.timeout = setTimeout(() => this.controller.abort(), left);
  }

  /**
   * How it ended, for its error. What the deadline cuts off failed as the attempt before: that says what is wrong, and what
   * to do.
   */
  ending(failure: AxiosError): { failure: AxiosError; circumstances: Circumstances } {
    const { unclear, before, gaveUpAfter, quietSeconds, interrupted, cutShort, waits } = this;
    if (before === undefined || interrupted || failure.code !== CUT_OFF)
      return {
        failure,
        circumstances: { unclear, before, gaveUpAfter, quietSeconds, interrupted, cutShort },
      };
    const seconds = this.patienceMs / 1000;
    return { failure: before, circumstances: { unclear: unclear || !waits, gaveUpAfter: seconds } };
  }
}

/** The call that a request belongs to. */
export function courseOf({ signal }: InternalAxiosRequestConfig): Course | undefined {
  return signal && courses.get(signal);
}
