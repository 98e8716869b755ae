/** Reading a stack's state while the engine may be writing it. */
import { setTimeout } from "node:timers/promises";

/** The engine's words when its file backend has opened the attributes beside the state, and not written them yet. */
const BEING_WRITTEN = /failed to load checkpoint: (?:unexpected )?EOF/;

/** An instant in which nothing can be read is far shorter than this. */
const PAUSE_MS = 50;

/** After so many tries it is no instant: a killed engine has left them empty. */
const TRIES = 5;

/**
 * What `ask` learns of a stack's state; asks again where it came at the very instant of a write. `complaintIn` is for answers
 * that are no errors: what the engine complained of in one, empty where it did not or where it must not be asked again.
 */
export async function whenWritten<T>(
  ask: () => Promise<T>,
  complaintIn: (answer: T) => string = () => "",
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      const answer = await ask();
      if (left === 0 || !BEING_WRITTEN.test(complaintIn(answer))) return answer;
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || !BEING_WRITTEN.test(error.message)) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
