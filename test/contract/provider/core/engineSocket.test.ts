import { runNameOf } from "../../../../provider/core/engineSocket";
import { silent } from "../../../../provider/core/log";
import { RunRecord } from "../../../../provider/core/runRecord";
import { Session } from "../../../../provider/core/session";
import { itTellsSocketsApart, listening } from "../../../support/listening";

const run = (address: string) => new Session(() => undefined, silent, address);

describe("the name of a run", () => {
  itTellsSocketsApart("is one while its engine runs, and another for a later engine", async () => {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    const name = runNameOf(address);
    expect(name).toMatch(new RegExp(`^127\\.0\\.0\\.1:${engine.port} [1-9][0-9]*$`));
    expect(runNameOf(address)).toBe(name);
    await engine.close();
    const later = await listening(engine.port);
    expect(runNameOf(address)).not.toBe(name);
    await later.close();
  });

  itTellsSocketsApart("stays when somebody else listens at this port of another address", async () => {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    const name = runNameOf(address);
    const other = await listening(engine.port, "127.0.0.2");
    expect(runNameOf(address)).toBe(name);
    await Promise.all([engine.close(), other.close()]);
  });

  it("is the address where nothing listens", () => {
    expect(runNameOf("an engine")).toBe("an engine ");
  });
});

describe("what the provider of a killed engine told of a check", () => {
  itTellsSocketsApart("is not believed by a later engine that listens at the same port", async () => {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    // The provider of the killed engine is another process, which still runs.
    const left = new RunRecord(run(address).run, silent, undefined, process.ppid);
    left.add("check a");
    expect(run(address).record.has("check a")).toBe(true);
    await engine.close();
    const later = await listening(engine.port);
    expect(run(address).record.has("check a")).toBe(false);
    await later.close();
    left.remove("check a");
  });
});
