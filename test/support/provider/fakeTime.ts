/** Time that passes at once: timers, dates and deadlines of the provider and the emulator alike; sockets stay real. */

const STEP_MS = 500;
/** So many turns of the event loop in which nothing else is under way let a request and its answer travel. */
const TURNS = 8;
/** What threads do beside the loop takes as long as it takes: reading and writing files, looking up names. */
const BESIDE = /^(?:FSReq|CloseReq|GetAddrInfoReq)/;

/** Makes the time of each test of a file pass only in `fastForward`. */
export function withFakeTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "hrtime"],
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
  for (let quiet = 0; quiet < TURNS; quiet = isWorking() ? 0 : quiet + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isWorking(): boolean {
  return process.getActiveResourcesInfo().some((kind) => BESIDE.test(kind));
}
