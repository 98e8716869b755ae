import { spawn } from "node:child_process";
import { join } from "node:path";
import { SCRIPTS } from "../../support/scripts/script";

const INTERRUPT = join(SCRIPTS, "process", "interrupt.mjs");

/** Runs module code until it prints `ready`, sends signals, and gives the exit code and what it printed. */
function signalled(
  body: string,
  ...signals: NodeJS.Signals[]
): Promise<{ code: number | null; text: string }> {
  const code = `
    import { whenStopped } from ${JSON.stringify(INTERRUPT)};
    const say = (words) => process.stdout.write(words + "\\n");
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    setTimeout(() => {}, 30_000);
    ${body}
    say("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  return new Promise((resolve) => {
    child.stdout.on("data", (chunk) => {
      const before = text;
      text += String(chunk);
      if (!before.includes("ready") && text.includes("ready")) child.kill(signals[0]);
      else if (text.includes("cleaning") && signals[1]) child.kill(signals[1]);
    });
    child.on("close", (code) => resolve({ code, text }));
  });
}

const SLOW = 'whenStopped(async () => { say("cleaning"); await sleep(300); say("clean"); });';

describe("a command that is interrupted", () => {
  it("finishes what needs time before it ends, the latest first", async () => {
    const { code, text } = await signalled(`${SLOW} whenStopped(() => say("first"));`, "SIGINT");
    expect({ code, text }).toEqual({ code: 130, text: "ready\nfirst\ncleaning\nclean\n" });
  });

  it("waits for the end of a program that it runs, but not for ever", async () => {
    const child = (ending: string) => `
      const { run } = await import(${JSON.stringify(join(SCRIPTS, "process", "child.mjs"))});
      // Nobody ends it once its parent has given up waiting, so it does so itself.
      const program = 'process.on("SIGTERM", () => ${ending}); setTimeout(() => process.exit(), 20000); console.log("there")';
      const started = Date.now();
      process.on("exit", () => say(Date.now() - started > 4500 ? "late" : "soon"));
      await new Promise((resolve) => {
        run(process.execPath, ["-e", program], { onLine: (line) => (line === "there" ? resolve() : say(line)) });
      });`;
    const slow = '{ console.log("tidy"); setTimeout(() => process.exit(), 300); }';
    expect(await signalled(child(slow), "SIGTERM")).toEqual({ code: 143, text: "ready\ntidy\nsoon\n" });
    expect(await signalled(child("0"), "SIGTERM")).toEqual({ code: 143, text: "ready\nlate\n" });
  });

  it("ends at once on a second signal", async () => {
    const { code, text } = await signalled(SLOW, "SIGTERM", "SIGINT");
    expect({ code, text }).toEqual({ code: 130, text: "ready\ncleaning\n" });
  });

  it("ends although one of its actions fails", async () => {
    const failing =
      'whenStopped(async () => { throw new Error("no"); }); whenStopped(() => { throw new Error("no"); });';
    expect(await signalled(failing, "SIGTERM")).toEqual({ code: 143, text: "ready\n" });
  });
});
