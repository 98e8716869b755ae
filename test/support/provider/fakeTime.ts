import diagnosticsChannel from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Time that passes at once: timers, dates and deadlines of the provider and the emulator alike; sockets stay real. */

const STEP_MS = 500;
/** So many turns of the event loop in which nothing else is under way let a request and its answer travel. */
const TURNS = 8;
/** What threads do beside the loop takes as long as it takes: reading and writing files, looking up names. */
const BESIDE = /^(?:FSReq|CloseReq|GetAddrInfoReq)/;

/** On a busy machine an answer may be on its way for longer than these turns; nobody waits longer for it than this. */
const ON_ITS_WAY_MS = 2000;

const clientSockets = new Set<Socket>();
const serverSockets = new Set<Socket>();

/** Makes the time of each test of a file pass only in `fastForward`. */
export function withFakeTime(): void {
  const noteClient = noteIn(clientSockets);
  const noteServer = noteIn(serverSockets);
  beforeAll(() => {
    diagnosticsChannel.subscribe("net.client.socket", noteClient);
    diagnosticsChannel.subscribe("net.server.socket", noteServer);
  });
  afterAll(() => {
    diagnosticsChannel.unsubscribe("net.client.socket", noteClient);
    diagnosticsChannel.unsubscribe("net.server.socket", noteServer);
  });
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance", "hrtime"],
    });
    jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
}

/** Longer than anything that the provider waits for. */
const LONGEST_MS = 3_600_000;

/** Lets time pass until a call has ended; gives the seconds that it took, and its result. */
export async function fastForward<T>(call: Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = Date.now();
  let ended = false;
  const end = () => {
    ended = true;
  };
  call.then(end, end);
  while (!ended) {
    if (Date.now() - began > LONGEST_MS) throw new Error("the call does not end");
    await pass(STEP_MS);
  }
  return { seconds: (Date.now() - began) / 1000, result: await call };
}

/** Lets so many milliseconds pass. */
export async function pass(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
  const began = performance.now();
  const isLate = () => performance.now() - began > ON_ITS_WAY_MS;
  for (let quiet = 0; quiet < TURNS; quiet = isWorking() || (isOnItsWay() && !isLate()) ? 0 : quiet + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isWorking(): boolean {
  return process.getActiveResourcesInfo().some((kind) => BESIDE.test(kind));
}

/** Whether one end of a connection has written what the other has not read; both ends are in this process. */
function isOnItsWay(): boolean {
  const servers = new Map([...serverSockets].map((socket) => [socket.remotePort, socket]));
  return [...clientSockets].some((client) => {
    if (client.connecting) return true;
    const server = servers.get(client.localPort);
    if (server === undefined) return true;
    return client.bytesWritten !== server.bytesRead || server.bytesWritten !== client.bytesRead;
  });
}

function noteIn(sockets: Set<Socket>) {
  return (message: unknown) => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
}
