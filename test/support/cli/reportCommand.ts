/** The command line as a user runs it, in a folder of its own and with nothing in its environment but this. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../../cli/main";

// Its package.json is looked for from the compiled file.

/** What a command did. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder that is in no Pulumi project, with an environment. */
export class Shell {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-checks-shell-"));
  private readonly before = { folder: process.cwd(), environment: { ...process.env } };

  constructor(environment: Record<string, string>) {
    for (const name of Object.keys(process.env)) if (name.startsWith("CHECKS_")) delete process.env[name];
    Object.assign(process.env, environment);
    process.chdir(this.folder);
  }

  /** Runs `pulumi-checks` with these arguments. */
  async run(...args: string[]): Promise<Outcome> {
    const printed = { stdout: "", stderr: "" };
    const spies = (["stdout", "stderr"] as const).map((name) =>
      jest.spyOn(process[name], "write").mockImplementation((text) => {
        printed[name] += String(text);
        return true;
      }),
    );
    let exited: number | undefined;
    const exit = jest.spyOn(process, "exit").mockImplementation((code) => {
      exited ??= Number(code ?? 0);
      throw new Error("the process would have ended here");
    });
    process.exitCode = 0;
    try {
      await main(["node", "pulumi-checks", ...args]);
      return { code: exited ?? Number(process.exitCode), ...printed };
    } finally {
      process.exitCode = 0;
      for (const spy of [...spies, exit]) spy.mockRestore();
    }
  }

  close(): void {
    process.chdir(this.before.folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.before.environment);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
