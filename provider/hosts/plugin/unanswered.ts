/**
 * Questions of the plugin to the engine. When a resource fails, the engine does not answer whoever registered it: it
 * ends the plugin, and waits five seconds for those who wait for an answer.
 */
import { ChecksError } from "../../core/errors";

const waiting = new Set<() => void>();

/** Waits for the engine's answer. @throws {ChecksError} when there will be none. */
export async function answerOf<T>(answer: Promise<T>): Promise<T> {
  let stop = () => {};
  const none = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new ChecksError({ reason: "one of its parts failed, or the run was cancelled" }));
  });
  waiting.add(stop);
  return Promise.race([answer, none]).finally(() => void waiting.delete(stop));
}

/** To be called when the engine ends the plugin, because it answers nothing any more. */
export function giveUpAnswers(): void {
  for (const stop of [...waiting]) stop();
}
