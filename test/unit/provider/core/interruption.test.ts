import {
  Interrupted,
  interrupt,
  isInterrupted,
  onInterruption,
  sleep,
  uninterrupted,
  untilInterrupted,
} from "../../../../provider/core/interruption";

/** What a wait ended with, and after how many milliseconds. */
async function ended(wait: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const began = performance.now();
  const error: unknown = await wait.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, after: performance.now() - began };
}

describe("Ctrl-C while something waits", () => {
  it("ends the wait at once, saying so", async () => {
    const waits = [ended(sleep(60_000, "refund of T-1")), ended(untilInterrupted(new Promise(() => {})))];
    interrupt();
    const [first, second] = await Promise.all(waits);
    expect(first?.after).toBeLessThan(1000);
    expect(first?.error).toBeInstanceOf(Interrupted);
    expect(String(first?.error)).toContain("refund of T-1: interrupted while waiting. Run again to continue");
    expect(second?.error).toBeInstanceOf(Interrupted);
  });

  it("that somebody else takes care of leaves later waits alone", async () => {
    const heard = jest.fn();
    process.on("SIGINT", heard);
    const wait = ended(sleep(60_000));
    process.emit("SIGINT");
    expect((await wait).error).toBeInstanceOf(Interrupted);
    expect(heard).toHaveBeenCalledTimes(1);
    process.off("SIGINT", heard);
    expect(isInterrupted()).toBe(false);
    expect((await ended(sleep(1))).error).toBeUndefined();
  });

  it("is heard only while something waits", async () => {
    const before = process.listenerCount("SIGTERM");
    const forget = onInterruption(() => {});
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    forget();
    forget();
    await sleep(1);
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });

  it("is heard as long as one of several waits", async () => {
    const before = process.listenerCount("SIGTERM");
    const forget = [onInterruption(() => {}), onInterruption(() => {})];
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    forget[0]?.();
    forget[0]?.();
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    forget[1]?.();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });

  it("leaves one work after another alone", async () => {
    for (let time = 0; time < 2; time += 1) {
      const work = ended(uninterrupted(() => sleep(10)));
      interrupt();
      expect((await work).error).toBeUndefined();
    }
  });

  it("leaves alone what is not to be interrupted, and what waits after that is interrupted again", async () => {
    const heard = jest.fn();
    process.on("SIGINT", heard);
    const work = ended(uninterrupted(() => sleep(50)));
    process.emit("SIGINT");
    interrupt();
    expect((await work).error).toBeUndefined();
    const wait = ended(sleep(60_000));
    process.emit("SIGINT");
    expect((await wait).error).toBeInstanceOf(Interrupted);
    process.off("SIGINT", heard);
  });

  it("that is to end the process ends waits to come as well", async () => {
    interrupt(true);
    const { error, after } = await ended(sleep(60_000));
    expect(error).toBeInstanceOf(Interrupted);
    expect(after).toBeLessThan(1000);
    interrupt();
    expect(isInterrupted()).toBe(true);
  });
});

describe("an interruption for good", () => {
  it("ends also what is not to be interrupted", async () => {
    jest.resetModules();
    const fresh: typeof import("../../../../provider/core/interruption") = require("../../../../provider/core/interruption");
    const work = ended(fresh.uninterrupted(() => fresh.sleep(60_000)));
    fresh.interrupt(true);
    const { error, after } = await work;
    expect(error).toBeInstanceOf(fresh.Interrupted);
    expect(after).toBeLessThan(1000);
  });
});
