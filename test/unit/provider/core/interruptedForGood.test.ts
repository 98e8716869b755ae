import { setTimeout } from "node:timers/promises";
import { interrupt } from "../../../../provider/core/interruption";
import { whenDone } from "../../../../provider/core/patience";

it("a wait that begins after the end of all waits is over at once, and leaves no failure that nobody hears", async () => {
  interrupt(true);
  const unheard = jest.fn();
  process.on("unhandledRejection", unheard);
  await expect(whenDone(new Promise(() => undefined))).rejects.toThrow("interrupted while waiting");
  await setTimeout(20);
  process.off("unhandledRejection", unheard);
  expect(unheard).not.toHaveBeenCalled();
});
