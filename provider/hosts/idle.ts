/**
 * How a process of dynamic providers ends whose engine was killed: the SDK's server waits for the next call for ever.
 * Others' providers may be served by the same process, and only Node knows whether a call of theirs is under way. So
 * nothing is ended here: the server stops to be what the process lives for, and Node ends it when all else is done.
 */
import type { Server } from "node:net";

/** An inner part of Node, as old as Node. If a later one lacks it, the process stays as it did before. */
type Handles = typeof process & { _getActiveHandles?: () => object[] };

/** To be called when no call can come any more. What is under way, whoever's it is, goes on to its end. */
export function endWhenIdle(): void {
  // A server of gRPC is one of HTTP/2; one of another kind may be part of somebody's call.
  for (const handle of (process as Handles)._getActiveHandles?.() ?? [])
    if (handle.constructor.name === "Http2Server") (handle as Server).unref();
}
