/** Runs `pulumi` in a copy of the quickstart project, so that nothing of the run stays in the checkout. */
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";

/** Leaves out the lines that only a moving display needs. */
const QUIETER = ["--suppress-progress"];

export class Pulumi {
  constructor({ root, engine, folder, environment }) {
    this.program = join(engine, "pulumi");
    this.project = join(folder, "quickstart");
    cpSync(join(root, "examples", "quickstart"), this.project, {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
    symlinkSync(join(root, "node_modules"), join(this.project, "node_modules"), "junction");
    const state = join(folder, "state");
    mkdirSync(state);
    this.environment = {
      ...environment,
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: randomBytes(16).toString("hex"),
    };
  }

  /** Runs and prints a command as a person would type it; its exit code must be one of `codes`. */
  async show(args, { codes = [0] } = {}) {
    process.stdout.write(`\n  $ pulumi ${args.join(" ")}\n`);
    const outcome = await this.run([...args, ...QUIETER], (line) => process.stdout.write(`  ${line}\n`));
    if (!codes.includes(outcome.code)) {
      throw new Problem(
        `pulumi ${args[0]} ended with exit code ${outcome.code ?? outcome.trouble}.`,
        "What it printed is above; please report it if the service was fine.",
      );
    }
    return outcome;
  }

  /** Runs a command without showing it; gives what it printed. */
  async quiet(args) {
    const outcome = await this.run(args);
    if (!outcome.ok)
      throw new Problem(`pulumi ${args[0]} failed: ${lastWords(outcome.text)}`, "Run this again.");
    return outcome.stdout;
  }

  run(args, onLine) {
    return run(this.program, [...args, "--non-interactive", "--color=never"], {
      cwd: this.project,
      env: this.environment,
      onLine,
    });
  }
}
