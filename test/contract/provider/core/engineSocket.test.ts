import { runNameOf } from "../../../../provider/core/engineSocket";
import { itTellsSocketsApart, listening } from "../../../support/listening";

describe("the name of a run", () => {
  itTellsSocketsApart("is one while its engine runs, and another for a later engine", async () => {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    const name = await runNameOf(address);
    expect(name).toMatch(new RegExp(`^127\\.0\\.0\\.1:${engine.port} [1-9][0-9]*$`));
    expect(await runNameOf(address)).toBe(name);
    await engine.close();
    const later = await listening(engine.port);
    expect(await runNameOf(address)).not.toBe(name);
    await later.close();
  });

  it("is the address where nothing listens", async () => {
    expect(await runNameOf("an engine")).toBe("an engine ");
  });
});
