import { inNode } from "../../support/scripts/inNode";
import { describeUnless } from "../../support/unless";

/** A child whose own child is in a group of its own, holds memory, and outlives its parent. */
const FAMILY = `
  const { spawn } = await import("node:child_process");
  const { setTimeout: sleep } = await import("node:timers/promises");
  const { Descendants } = await import("../bench/descendants.mjs");
  const HOLDS = "const held = Buffer.alloc(150e6, 1); setInterval(() => held.length, 1000); // holder";
  const parent = (rest) => [
    "-e",
    'require("node:child_process").spawn(process.execPath, ["-e", process.argv[1]], { detached: true, stdio: "ignore" }).unref();'
      + rest,
    HOLDS,
  ];
  const isHolder = ({ command }) => command.includes(HOLDS) && command.length === 4;
  async function until(look) {
    for (let tries = 0; tries < 400; tries++) {
      const found = look();
      if (found) return found;
      await sleep(50);
    }
    throw new Error("it never came");
  }
`;

const reason = process.platform === "linux" ? undefined : "only Linux has /proc";

describeUnless(reason, "the memory that bench counts", () => {
  it("is of all descendants, in whatever group, also of those whose parent has ended", () => {
    const seen = inNode<{ grown: number; orphan: boolean; peak: number }>(`${FAMILY}
      const family = new Descendants(process.pid);
      const child = spawn(process.execPath, parent("setInterval(() => 0, 1000);"), { stdio: "ignore" });
      const grown = await until(() => family.now().find((one) => isHolder(one) && one.bytes > 150e6));
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
      const orphan = family.now().find(isHolder);
      process.kill(grown.pid);
      return { grown: grown.bytes, orphan: orphan?.pid === grown.pid, peak: grown.peakBytes };
    `);
    expect(seen.grown).toBeGreaterThan(150e6);
    expect(seen.peak).toBeGreaterThanOrEqual(seen.grown);
    expect(seen.orphan).toBe(true);
  });

  it("leaves out what ran before, such as the emulator", () => {
    const counts = inNode<number[]>(`${FAMILY}
      const before = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "ignore" });
      const family = new Descendants(process.pid);
      const counts = [family.now().length, new Descendants(process.pid, []).now().length];
      before.kill();
      return counts;
    `);
    expect(counts).toEqual([0, 1]);
  });
});
