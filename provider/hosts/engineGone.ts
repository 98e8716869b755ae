/**
 * An engine that is killed tells neither its providers nor its program. If they went on with their requests, those could
 * collide with the next run and write an old value over a new one.
 */
import { connect } from "node:net";
import { interrupt } from "../core/interruption";

/** How often the engine is looked for, in milliseconds. */
const LOOK_MS = 1000;

/** On some systems a listener that is only busy may refuse a connection once. */
const REFUSALS = 2;

/**
 * To be called once in the process of a provider or of a program: when nobody listens any more at the engine's address (`host:port`), waits
 * end, and those to come, and `then` is called. What is on its way is not broken off. Keeps no process alive.
 */
export function endWithEngine(
  address: string | undefined,
  then: () => void = () => {},
  lookMs: number = LOOK_MS,
): void {
  const [, host, port] = /^(.+):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  let refused = 0;
  const timer = setInterval(() => {
    const socket = connect({ host, port: Number(port) });
    socket.unref();
    socket.once("connect", () => {
      refused = 0;
      socket.destroy();
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      refused += Number(error.code === "ECONNREFUSED");
      if (refused !== REFUSALS) return;
      clearInterval(timer);
      interrupt(true);
      then();
    });
  }, lookMs);
  timer.unref();
}
