import { main } from "../../../emulator/main";

describe("the command", () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs the command until it printed its line, and gives what it printed. */
  async function started(argv: string[]): Promise<string> {
    const printed = new Promise<string>((resolve) => {
      jest.spyOn(process.stdout, "write").mockImplementation((text) => {
        resolve(String(text));
        return true;
      });
    });
    await Promise.race([printed, main(argv)]);
    return printed;
  }

  it("prints one line of JSON, serves, and ends with 0 on SIGTERM", async () => {
    const exited = new Promise((resolve) => {
      jest
        .spyOn(process, "exit")
        .mockImplementation(((code: number) => resolve(code)) as typeof process.exit);
    });
    const line = await started(["--port", "0", "--dialect", "spec"]);
    expect(line).toMatch(/^\{.*\}\n$/);
    const { url, adminUrl, projects } = JSON.parse(line);
    expect(adminUrl).toBe(`${url}/_emulator`);
    expect(Object.keys(projects.beta)).toEqual(["readWriteKey", "readOnlyKey", "pingKey"]);
    const answer = await fetch(`${url}/api/v3/checks/`, {
      headers: { "X-Api-Key": projects.alpha.readOnlyKey },
    });
    expect(await answer.json()).toEqual({ checks: [] });
    process.emit("SIGTERM");
    expect(await exited).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    [["--dialect", "latin"], "not a dialect"],
    [["--port", "99999"], "not a port"],
    [["--state", ""], '--state "": name a file'],
    [["--colour"], "--colour"],
  ])("refuses %j", async (argv, reason) => {
    await expect(main(argv)).rejects.toThrow(reason);
  });
});
