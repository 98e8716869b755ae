/**
 * The engine's `Cancel`, which is how Ctrl-C reaches a provider: it has a process group of its own, and no signal comes.
 * The SDK's server of dynamic providers answers that call without telling those it serves, so it is heard where calls
 * are dispatched. If a later SDK does that differently, a cancelled run waits as long as it did before.
 */
import { createRequire } from "node:module";
import { interrupt } from "../core/interruption";

const CANCEL = "/pulumirpc.ResourceProvider/Cancel";

/** The part of a gRPC server that is needed here. */
interface Dispatcher {
  _retrieveHandler?: (this: unknown, path: string) => unknown;
}

/** To be called once in the provider's process: from then on its waits end when the engine cancels. */
export function hearCancellation(): void {
  const dispatcher = dispatcherOfProcess();
  const dispatch = dispatcher?._retrieveHandler;
  if (!dispatcher || !dispatch) return;
  dispatcher._retrieveHandler = function (path) {
    if (path === CANCEL) interrupt(true);
    return dispatch.call(this, path);
  };
}

/** The server that the process was started with, which may differ from the one that we would load. */
function dispatcherOfProcess(): Dispatcher | undefined {
  const started = process.argv[1];
  if (started === undefined || !started.includes("dynamic-provider")) return undefined;
  const { Server } = createRequire(started)("@grpc/grpc-js") as { Server?: { prototype: Dispatcher } };
  return Server?.prototype;
}
