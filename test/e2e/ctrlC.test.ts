import { eachWithScene } from "../support/scene";
import { OWN_PROCESS } from "../support/sharedProcess/processes";

describe("Ctrl-C while the service is asked to be asked later", () => {
  const scene = eachWithScene({}, OWN_PROCESS);

  it("ends the up within seconds instead of after the deadline, and loses nothing", async () => {
    const { stack, service } = scene;
    stack.declare({ a: { slug: "a" }, b: { slug: "b" } });
    await service.admin.faults({
      match: { method: "POST" },
      action: { kind: "status", status: 503, retryAfter: 100 },
    });
    const up = stack.tryUp();
    await stack.untilPrinted("trying again in 100.0 s");
    const began = performance.now();
    stack.interrupt();
    const { code, text } = await up;
    // The engine takes its time on a busy machine; what is to be shown is that nobody waited for the 100 seconds.
    expect((performance.now() - began) / 1000).toBeLessThan(90);
    expect(code).not.toBe(0);
    expect(text).toContain("interrupted");
    await service.admin.clearFaults();
    await stack.up();
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual(["a", "b"]);
  });
});
