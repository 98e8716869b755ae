/**
 * Messages that are on their way to the engine. The answer to a call waits for them, because an engine ends its
 * providers as soon as they have answered the last call, and older engines show nothing that comes later.
 */
const underWay = new Set<Promise<void>>();

/** Notes a message; `sent` resolves when the engine has it, or is gone. */
export function trackMessage(sent: Promise<void>): void {
  underWay.add(sent);
  void sent.finally(() => underWay.delete(sent));
}

/** Does the work of a call, then waits until its messages have arrived. */
export async function afterMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await Promise.all(underWay);
  }
}
