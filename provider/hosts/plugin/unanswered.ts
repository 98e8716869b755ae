/**
 * Questions of the plugin to the engine. Of a resource that fails the engine tells nothing to whoever registered it: it ends
 * the plugin, and waits five seconds for who waits for that.
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

/** To be called when the engine ends the plugin: it answers nothing any more. */
export function giveUpAnswers(): void {
  for (const stop of [...waiting]) stop();
}
