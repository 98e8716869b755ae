import type { InternalAxiosRequestConfig } from "axios";
import { isInterrupted, onInterruption } from "../core/interruption";
import type { Circumstances } from "./explanation";

const courses = new WeakMap<object, Course>();

/** How a call stands, from its first attempt to its last. */
export class Course {
  attempts = 1;
  /** An earlier attempt was not answered properly: it may have had its effect, or still be about to. */
  unclear = false;
  /** Why the attempt before failed. */
  before: string | undefined;
  /** Seconds after which it was not asked again although that might have helped; undefined while it goes on. */
  gaveUpAfter: number | undefined;
  /** Between two attempts: nothing is on its way. */
  waits = false;
  interrupted = isInterrupted();
  readonly began = Date.now();
  /** When it is given up, in milliseconds. */
  readonly deadline: number;
  /** Aborted by the deadline, and by an interruption, save while a change is on its way: that is waited for. */
  readonly signal: AbortSignal;
  /** To be called when the call has ended. */
  readonly end: () => void;

  constructor(method: string, patienceMs: number) {
    this.deadline = this.began + patienceMs;
    const controller = new AbortController();
    this.signal = controller.signal;
    const abort = () => controller.abort();
    const timeout = AbortSignal.timeout(patienceMs);
    timeout.addEventListener("abort", abort, { once: true });
    const forget = onInterruption(() => {
      this.interrupted = true;
      if (this.waits || method === "GET") abort();
    });
    this.end = () => {
      timeout.removeEventListener("abort", abort);
      forget();
    };
    courses.set(this.signal, this);
  }

  /** What a message says of how it ended. */
  ending(): Pick<Circumstances, "before" | "gaveUpAfter" | "interrupted"> {
    return { before: this.before, gaveUpAfter: this.gaveUpAfter, interrupted: this.interrupted };
  }
}

/** The call that a request belongs to. */
export function courseOf({ signal }: InternalAxiosRequestConfig): Course | undefined {
  return signal && courses.get(signal);
}
