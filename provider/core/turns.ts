/** Who works on what: one after another on the same thing, side by side on different ones. */
import { Mutex } from "async-mutex";

export class Turns {
  private readonly mutexes = new Map<string, Mutex>();

  /** Runs `work` when no other work of the same key runs. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex();
    this.mutexes.set(key, mutex);
    return mutex.runExclusive(work);
  }
}
