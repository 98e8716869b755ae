import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { interrupt } from "../../../../provider/core/interruption";
import { CheckTurns } from "../../../../provider/monitor/checkTurns";
import { recordsOfTwoProviders } from "../../../support/provider/twoRecords";

describe("who writes to a check", () => {
  const [own, other] = recordsOfTwoProviders();
  const [here, sister] = [new CheckTurns(own), new CheckTurns(other)];
  let mostAtOnce: number;
  let atOnce: number;
  beforeEach(() => {
    [atOnce, mostAtOnce] = [0, 0];
  });
  const work = async () => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await setTimeout(10);
    atOnce -= 1;
  };

  it("is one resource after another, also of two providers of a program", async () => {
    const both = [here, sister, here, sister].map((turns) => turns.take("a", work));
    await Promise.all(both);
    expect(mostAtOnce).toBe(1);
  });

  it("waits for another provider as long as that one writes, be it a minute for a limit or a slow service", async () => {
    const now = performance.now.bind(performance);
    let later = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => now() + later);
    const long = here.take("a", async () => {
      atOnce += 1;
      await setTimeout(300);
      atOnce -= 1;
    });
    const next = sister.take("a", work);
    await setTimeout(50);
    later = 60_000;
    await Promise.all([long, next]);
    clock.mockRestore();
    expect(mostAtOnce).toBe(1);
  });

  it("does not keep those of other checks waiting, nor anybody once it failed", async () => {
    await Promise.all([here.take("a", work), sister.take("b", work)]);
    expect(mostAtOnce).toBe(2);
    const failing = here.take("a", () => Promise.reject(new Error("refused")));
    await expect(failing).rejects.toThrow("refused");
    await sister.take("a", work);
    expect(atOnce).toBe(0);
  });

  it("is nobody more who would have to wait, once the user interrupted for good", async () => {
    const written = new AbortController();
    const held = here.take("a", () => once(written.signal, "abort"));
    const waiting = expect(sister.take("a", work)).rejects.toThrow("interrupted while waiting");
    interrupt(true);
    await waiting;
    await sister.take("b", work);
    written.abort();
    await held;
  });
});
