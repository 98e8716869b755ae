import { Declarations } from "../../../../provider/core/declarations";
import { interrupt } from "../../../../provider/core/interruption";

describe("waiting for the write of another resource", () => {
  it("ends with that write", async () => {
    const declarations = new Declarations();
    declarations.expectWrite("Check", "a");
    const waiting = declarations.whenWritten("Check", "a");
    declarations.noteWritten("ChannelAssignment", "a");
    declarations.noteWritten("Check", "a");
    await expect(waiting).resolves.toBeUndefined();
  }, 2000);

  it("ends at once when the user interrupts, as every longer wait does", async () => {
    const declarations = new Declarations();
    declarations.expectWrite("Check", "a");
    const waiting = declarations.whenWritten("Check", "a");
    await Promise.resolve();
    interrupt();
    await expect(waiting).rejects.toThrow("interrupted while waiting");
  }, 2000);

  it("is none where no write is expected", async () => {
    await expect(new Declarations().whenWritten("Check", "a")).resolves.toBeUndefined();
  }, 2000);
});
