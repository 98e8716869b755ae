/** Runs `pulumi` and `pulumi-checks` in a copy of the quickstart project, so that nothing of the run stays in the checkout. */
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { isStopping } from "../process/interrupt.mjs";
import { Problem } from "../process/problem.mjs";

/** Leaves out the lines that only a moving display needs. */
const QUIETER = ["--suppress-progress"];
const PLAIN = ["--non-interactive", "--color=never"];

/** The demo is being ended: the process ends when all is cleaned up, and the story goes no further. */
const NEVER = new Promise(() => {});

export class Pulumi {
  /** @param slugs what the slugs of the program's checks begin with instead of `quickstart` */
  constructor({ root, engine, folder, environment, slugs }) {
    this.program = join(engine, "pulumi");
    this.commandLine = join(root, "dist", "cli", "main.js");
    this.project = join(folder, "quickstart");
    cpSync(join(root, "examples", "quickstart"), this.project, {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
    const source = join(this.project, "index.ts");
    writeFileSync(source, readFileSync(source, "utf8").replaceAll("quickstart-", `${slugs}-`));
    symlinkSync(join(root, "node_modules"), join(this.project, "node_modules"), "junction");
    const state = join(folder, "state");
    mkdirSync(state);
    this.environment = {
      ...environment,
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: randomBytes(16).toString("hex"),
      // Set in somebody's shell for a project of theirs: a stack that is not here, and a plugin that may not be installed.
      PULUMI_STACK: undefined,
      CHECKS_HOST: undefined,
    };
    this.running = Promise.resolve();
  }

  /** Runs and prints a `pulumi` command as a person would type it; its exit code must be one of `codes`. */
  show(args, { codes = [0] } = {}) {
    const outcome = (onLine) => this.run([...args, ...QUIETER], onLine);
    return this.shown(`pulumi ${args.join(" ")}`, outcome, codes);
  }

  /** The same with a `pulumi-checks` command. */
  showChecks(args, { codes = [0] } = {}) {
    const outcome = (onLine) => this.start(process.execPath, [this.commandLine, ...args], onLine);
    return this.shown(`npx pulumi-checks ${args.join(" ")}`, outcome, codes);
  }

  async shown(words, start, codes) {
    process.stdout.write(`\n  $ ${words}\n`);
    const outcome = await start((line) => process.stdout.write(`  ${line}\n`));
    if (!codes.includes(outcome.code)) {
      throw new Problem(
        `${words.split(" ").slice(0, 3).join(" ")} ended with exit code ${outcome.code ?? outcome.trouble}.`,
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
    return this.start(this.program, [...args, ...PLAIN], onLine);
  }

  start(program, args, onLine) {
    if (isStopping()) return NEVER;
    // A command that is ended by the same signal has nothing to say any more, and no outcome.
    const tell = onLine && ((line) => isStopping() || onLine(line));
    this.running = run(program, args, { cwd: this.project, env: this.environment, onLine: tell });
    return this.running.then((outcome) => (isStopping() ? NEVER : outcome));
  }
}
