import { durationOption, withProgress } from "../../../../cli/command";
import { main } from "../../../../cli/main";
import { coloursFor, complain, Progress, progressTerminal } from "../../../../cli/render/terminal";
import { exactDuration } from "../../../../cli/render/words";
import { stackOption } from "../../../../cli/stacks/source";

describe("durations", () => {
  it.each([
    ["90", 90],
    ["45s", 45],
    ["90m", 5400],
    ["36 h", 129_600],
    ["7d", 604_800],
    ["2w", 1_209_600],
  ])("are read: %s", (given, seconds) => expect(durationOption(given)).toBe(seconds));

  it.each(["", "soon", "-1d", "1.5h", "1y"])("are refused when they are none: %j", (given) => {
    expect(() => durationOption(given)).toThrow("such as 90m, 36h or 7d");
  });

  it.each([
    [0, "0 s"],
    [45, "45 s"],
    [5400, "90 min"],
    [3600, "1 h"],
    [86_400, "1 d"],
    [90_000, "25 h"],
  ])("are told in the largest unit that fits: %d", (seconds, words) =>
    expect(exactDuration(seconds)).toBe(words),
  );
});

describe("colours", () => {
  const isOn = (asked: boolean | undefined, isTTY: boolean, environment = {}) =>
    coloursFor(asked, { isTTY }, environment).isColorSupported;

  it("are for terminals, unless something says otherwise; the command line has the last word", () => {
    expect(isOn(undefined, true)).toBe(true);
    expect(isOn(undefined, false)).toBe(false);
    expect(isOn(undefined, true, { NO_COLOR: "1" })).toBe(false);
    expect(isOn(undefined, true, { TERM: "dumb" })).toBe(false);
    expect(isOn(undefined, false, { FORCE_COLOR: "1" })).toBe(true);
    expect(isOn(undefined, true, { FORCE_COLOR: "0" })).toBe(false);
    expect(isOn(true, false, { NO_COLOR: "1" })).toBe(true);
    expect(isOn(false, true, { FORCE_COLOR: "1" })).toBe(false);
  });
});

describe("what goes wrong", () => {
  const told: unknown[] = [];
  let stderr: jest.SpyInstance;
  beforeEach(() => {
    told.length = 0;
    stderr = jest.spyOn(process.stderr, "write").mockImplementation((text) => told.push(text) > 0);
  });
  afterEach(() => stderr.mockRestore());

  it("is one line that commands no runner of a workflow", async () => {
    await main(["node", "pulumi-checks", "drift", "render", "there-is-no\n##[add-mask]x"]);
    process.exitCode = undefined;
    await withProgress(true, async (progress) => progress.warn("##[group]x was renamed"));
    complain("not patched", "a\n::error::b");
    expect(told).toEqual([
      expect.stringMatching(/^error: there-is-no #\\u0023\[add-mask\]x: .*\n$/),
      "warning: #\\u0023[group]x was renamed\n",
      "not patched: a ::error::b\n",
    ]);
  });
});

describe("progress", () => {
  const terminal = (isTTY: boolean) => {
    const written: string[] = [];
    return { isTTY, write: (text: string) => written.push(text), written };
  };

  it("commands no runner of a workflow, whatever a check is called", () => {
    const log = terminal(false);
    const progress = new Progress(false, log);
    progress.info("::set-output name=result::clean was pinged");
    progress.info("##[group]x was pinged");
    progress.begin("Putting the channels back of m1 (##[add-mask]x)");
    expect(log.written).toEqual([
      "\\u003a:set-output name=result::clean was pinged\n",
      "#\\u0023[group]x was pinged\n",
      "Putting the channels back of m1 (#\\u0023[add-mask]x)\n",
    ]);
  });

  it("is one line that moves on a terminal, and goes away", () => {
    const tty = terminal(true);
    const progress = new Progress(false, tty);
    progress.begin("listing");
    progress.info("asking again");
    progress.end();
    expect(tty.written[0]).toContain("listing");
    expect(tty.written).toContain("\r\u001b[2Kasking again\n");
    expect(tty.written.at(-1)).toBe("\r\u001b[2K");
  });

  it("never takes a second line of the terminal, however long it is and whatever it is made of", () => {
    const step =
      "0 of 30 checks pinged; waiting for 夜間バックアップ, check-1, check-2 and 27 more; 3 s left";
    const tty = { ...terminal(true), columns: 41 };
    const progress = new Progress(false, tty);
    progress.begin(step);
    progress.end();
    expect(tty.written[0]).toBe("\r\u001b[2K⠙ 0 of 30 checks pinged; waiting for 夜…");
    tty.columns = 120;
    progress.begin(step);
    progress.end();
    expect(tty.written[2]).toContain("3 s left");
  });

  it("is plain lines elsewhere, and nothing when it is to be quiet", () => {
    const file = terminal(false);
    const progress = new Progress(false, file);
    progress.begin("listing");
    progress.end();
    expect(file.written).toEqual(["listing\n"]);
    const quiet = terminal(true);
    const silent = new Progress(true, quiet);
    silent.begin("listing");
    silent.info("asking again");
    silent.end();
    expect(quiet.written).toEqual([]);
  });

  it("is plain lines on a terminal that cannot clear one", () => {
    for (const [TERM, shown] of [
      ["dumb", "listing\n"],
      ["xterm", "\r\u001b[2K⠙ listing"],
    ] as const) {
      const tty = terminal(true);
      const progress = new Progress(false, progressTerminal(tty, { TERM }));
      progress.begin("listing");
      progress.end();
      expect(tty.written[0]).toBe(shown);
    }
  });

  it("keeps warnings for the result, each once", () => {
    const progress = new Progress(true, terminal(false));
    progress.warn("channels are hidden");
    progress.warn("channels are hidden");
    expect(progress.warnings).toEqual(["channels are hidden"]);
  });
});

describe("a stack", () => {
  it.each([
    ["prod", { stack: "prod", folder: "." }],
    ["org/jobs/prod", { stack: "org/jobs/prod", folder: "." }],
    ["prod@../billing", { stack: "prod", folder: "../billing" }],
    ["@jobs@home", { folder: "jobs@home" }],
  ])("is named as %s", (given, place) => {
    expect(stackOption(given)).toEqual([{ spelled: given, ...place }]);
  });

  it.each(["", "prod@"])("is refused as %j", (given) =>
    expect(() => stackOption(given)).toThrow("STACK@FOLDER"),
  );
});
