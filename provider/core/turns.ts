/** Who works on what: one after another on the same thing, or so many at once; side by side on different ones. */
import { Semaphore } from "async-mutex";

export class Turns {
  private readonly semaphores = new Map<string, Semaphore>();

  /** Runs `work` when less than `atOnce` other works of the same key run. Whoever comes first says how many that are. */
  take<T>(key: string, work: () => Promise<T>, atOnce = 1): Promise<T> {
    const semaphore = this.semaphores.get(key) ?? new Semaphore(atOnce);
    this.semaphores.set(key, semaphore);
    return semaphore.runExclusive(work);
  }
}
