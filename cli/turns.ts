/** Many requests, a few at a time, so that each can be decided on when its turn has come. */

/** Is told how far it is. */
export type Tell = (done: number, of: number) => void;

/** More gains nothing (measured on a real server), and when it stops answering each has to fail by itself. */
const AT_ONCE = 8;

/** Does the work for each, and gives what came of it in their order. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  tell: Tell,
): Promise<R[]> {
  const results: R[] = [];
  const left = all.entries();
  let done = 0;
  tell(done, all.length);
  const worker = async () => {
    for (const [index, one] of left) {
      results[index] = await work(one);
      done += 1;
      tell(done, all.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
