import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformFileSync } from "@swc/core";

const OUTPUT = join(__dirname, "..", "..", "..", "..", "provider", "hosts", "output.ts");

/** A provider with the SDK's handler; it prints when its engine is gone, and tells how many errors it saw. */
const PROVIDER = `
const { outliveReaders } = require("./output.js");
let errors = 0;
process.on("uncaughtException", (error) => { errors += 1; console.error(error.stack); });
outliveReaders();
process.stdin.resume().on("end", () => {
  process.stderr.write("to nobody\\n");
  setTimeout(() => {
    require("node:fs").writeFileSync("errors.txt", String(errors));
    process.exit();
  }, 300);
});
process.stdout.write("ready");`;

it("prints to nobody when the engine is gone, and does not go on about it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-output-"));
  try {
    const { code } = transformFileSync(OUTPUT, {
      jsc: { parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    writeFileSync(join(folder, "output.js"), code);
    const provider = spawn(process.execPath, ["--eval", PROVIDER], { cwd: folder, stdio: "pipe" });
    await new Promise((resolve) => provider.stdout.once("data", resolve));
    const ended = new Promise((resolve) => provider.once("exit", resolve));
    provider.stdout.destroy();
    provider.stderr.destroy();
    provider.stdin.end();
    await ended;
    expect(readFileSync(join(folder, "errors.txt"), "utf8")).toBe("0");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
