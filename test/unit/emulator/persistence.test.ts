import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StateFile } from "../../../emulator/stateFile";

describe("the state file", () => {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("writes what changed, also while it is being written, and leaves nothing else behind", async () => {
    const file = join(folder, "a.json");
    let value = 0;
    const state = new StateFile(file, () => ({ value }));
    for (value = 1; value < 20; value++) state.touch();
    const flushing = state.flush();
    value = 99;
    state.touch();
    await flushing;
    await state.flush();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ value: 99 });
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  it("is written by one at a time, however long that takes", async () => {
    let written = 0;
    const state = new StateFile(join(folder, "slow.json"), () => {
      written += 1;
      const until = performance.now() + (written === 2 ? 200 : 0);
      while (performance.now() < until);
      return { written };
    });
    state.touch();
    const flushing = state.flush();
    while (written === 0) await Promise.resolve();
    state.touch();
    await flushing;
    expect(written).toBe(2);
  });

  it("is nothing at first, and an error when it is not JSON", () => {
    expect(StateFile.load(join(folder, "none.json"))).toBeUndefined();
    writeFileSync(join(folder, "b.json"), "{");
    expect(() => StateFile.load(join(folder, "b.json"))).toThrow("cannot be read");
  });
});
