import { spawn } from "node:child_process";
import { join } from "node:path";
import { listening } from "../../../support/listening";

const SDK = join(__dirname, "..", "..", "..", "..", "dist", "sdk");

/** As long as it may take that the engine is missed, on a busy machine. */
const ENDS_WITHIN_MS = 20_000;

/** As the handler of Pulumi's SDK in a large program: what cannot be printed is an error, which is printed. */
const PROGRAM = `
process.on("uncaughtException", (error) => process.stderr.write(error.stack));
require(${JSON.stringify(SDK)}).getStatus().catch(() => undefined);
process.stdin.resume().on("end", () => process.stderr.write("to nobody"));
process.stdout.write("ready");`;

it("a program whose engine was killed ends, and does not print its errors about printing for ever", async () => {
  const engine = await listening(0);
  const address = `127.0.0.1:${engine.port}`;
  const program = spawn(process.execPath, ["--eval", PROGRAM], {
    stdio: "pipe",
    env: {
      ...process.env,
      PULUMI_NODEJS_ENGINE: address,
      PULUMI_NODEJS_MONITOR: address,
      PULUMI_NODEJS_PROJECT: "jobs",
      PULUMI_NODEJS_STACK: "dev",
      CHECKS_URL: `http://${address}`,
      CHECKS_API_KEY: "not-asked-for",
      CHECKS_DEADLINE_SECONDS: "1",
    },
  });
  const ended = new Promise((resolve) => program.once("exit", () => resolve("ended")));
  await new Promise((resolve) => program.stdout.once("data", resolve));
  await engine.close();
  program.stdout.destroy();
  program.stderr.destroy();
  program.stdin.end();
  const outcome = await Promise.race([
    ended,
    new Promise((resolve) => setTimeout(resolve, ENDS_WITHIN_MS, "goes on").unref()),
  ]);
  program.kill("SIGKILL");
  expect(outcome).toBe("ended");
});
