/** How the end of a command is told where Windows starts it by its shell. */
import { ChildProcess } from "node:child_process";
import { runDuring } from "../../../../cli/maintenance/during";
import { Signals } from "../../../../cli/maintenance/signals";

const mockSpawn = jest.fn();
jest.mock(
  "cross-spawn",
  () =>
    (...args: unknown[]) =>
      mockSpawn(...args),
);

/** A process that is there, as the shell of Windows is, whatever becomes of the command. */
function shell(): ChildProcess {
  return Object.assign(Object.create(ChildProcess.prototype) as ChildProcess, { pid: 4711 });
}

describe("a command that runs by a shell", () => {
  let signals: Signals;
  beforeEach(() => {
    signals = new Signals();
  });
  afterEach(() => signals.end(undefined));

  const ended = (emit: (child: ChildProcess) => void) => {
    const child = shell();
    mockSpawn.mockReturnValue(child);
    const end = runDuring(["npm", "run", "deploy"], signals);
    emit(child);
    return end;
  };

  it("ends with its own code", async () => {
    await expect(ended((child) => child.emit("exit", 3, null))).resolves.toEqual({ code: 3 });
    expect(mockSpawn).toHaveBeenCalledWith("npm", ["run", "deploy"], { stdio: "inherit" });
  });

  it("is missing where the shell did not find it", async () => {
    const missing = Object.assign(new Error("spawn npm ENOENT"), { code: "ENOENT" });
    await expect(ended((child) => child.emit("error", missing))).resolves.toEqual({
      notStarted: "npm: there is no such command",
      code: 127,
    });
  });

  it("still runs where a signal could not be passed on", async () => {
    const refused = Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    const end = ended((child) => {
      child.emit("error", refused);
      child.emit("exit", 0, null);
    });
    await expect(end).resolves.toEqual({ code: 0 });
  });
});
