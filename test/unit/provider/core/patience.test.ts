import { interrupt } from "../../../../provider/core/interruption";
import { patiently } from "../../../../provider/core/patience";

it("ends at once when the user interrupts, as every longer wait does", async () => {
  const waiting = patiently(() => false);
  await Promise.resolve();
  interrupt();
  await expect(waiting).rejects.toThrow("interrupted while waiting");
}, 2000);
