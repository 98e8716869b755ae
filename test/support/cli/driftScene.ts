/** Stacks without an engine: the provider makes the checks, and the state is written as the engine exports it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { defineDrift } from "../../../cli/drift/command";
import type { DriftReport } from "../../../cli/drift/findings";
import { silent } from "../../../provider/core/log";
import { type ResourceDefinition, secretsOf } from "../../../provider/core/resource";
import { Session } from "../../../provider/core/session";
import { validate } from "../../../provider/core/validation";
import { check as typedCheck } from "../../../provider/monitor/check/check";

/** As a host serves it: by what is known of any resource. */
const check: ResourceDefinition = typedCheck;

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** How a command ended and what it printed. */
export interface Outcome {
  code: number;
  stdout: string;
}

/** A folder to run in, with what the environment was before. */
export class DriftScene {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-checks-drift-"));
  private readonly before = { folder: process.cwd(), environment: { ...process.env } };

  /** Runs are made in the scene's folder, with nothing of a CI service or another test in the environment. */
  constructor() {
    process.chdir(this.folder);
    for (const name of Object.keys(process.env)) {
      if (/^(CHECKS|CI|GITHUB|GITLAB)_?/.test(name)) delete process.env[name];
    }
  }

  end(): void {
    process.chdir(this.before.folder);
    for (const name of Object.keys(process.env))
      if (!(name in this.before.environment)) delete process.env[name];
    Object.assign(process.env, this.before.environment);
    rmSync(this.folder, { recursive: true });
  }

  /**
   * Makes the checks and writes the stack's state, and beside it what a preview says of a program that declares just
   * these; gives the name of the state's file. The fields in `secrets` are secret in the program.
   */
  async deploy(
    stack: string,
    checks: Record<string, object>,
    secrets: readonly string[] = [],
  ): Promise<string> {
    const session = new Session(() => undefined, silent);
    const resources = [];
    const steps = [];
    for (const [name, args] of Object.entries(checks)) {
      const { inputs, problems } = validate(check, { ...args });
      expect(problems).toEqual([]);
      const { id, state } = await check.create(session, inputs);
      const row = rowOf(stack, name, id, state, [...secretsOf(check), ...secrets]);
      resources.push(row);
      const told = Object.entries(inputs).map(([key, value]) => [
        key,
        secrets.includes(key) ? "[secret]" : value,
      ]);
      const newState = { urn: row.urn, type: row.type, inputs: Object.fromEntries(told) };
      steps.push({ op: "same", urn: row.urn, newState });
    }
    this.write(`${stack}.preview.json`, JSON.stringify({ steps }));
    return this.write(`${stack}.json`, JSON.stringify({ version: 3, deployment: { resources } }));
  }

  write(name: string, text: string, mode = 0o644): string {
    writeFileSync(join(this.folder, name), text, { mode });
    return name;
  }

  /** Runs `pulumi-checks drift` with these arguments. Rejects where the command ends with 1. */
  async drift(...args: string[]): Promise<Outcome> {
    const printed: string[] = [];
    const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
    const program = new Command()
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({ writeErr() {} });
    defineDrift(program.command("drift"));
    try {
      await program.parseAsync(["drift", ...args], { from: "user" });
      return { code: Number(process.exitCode ?? 0), stdout: printed.join("") };
    } finally {
      process.exitCode = 0;
      write.mockRestore();
    }
  }

  /** The report of a run that compares states. */
  async report(...args: string[]): Promise<DriftReport & { code: number }> {
    const { code, stdout } = await this.drift("--json", "--quiet", ...args);
    return { code, ...(JSON.parse(stdout) as DriftReport) };
  }
}

/** Findings in short: `changed backup`. */
export function shorts({ findings }: DriftReport): string[] {
  return findings.map((finding) => `${finding.class} ${finding.check.slug || finding.check.name}`);
}

function rowOf(stack: string, name: string, id: string, state: object, secrets: readonly string[]) {
  const type = "pulumi-nodejs:dynamic/checks:Check";
  const outputs = Object.entries(state).map(([key, value]) => {
    return [key, secrets.includes(key) ? { ...SECRET, plaintext: JSON.stringify(value) } : value];
  });
  return {
    urn: `urn:pulumi:${stack}::jobs::${type}::${name}`,
    type,
    id,
    outputs: Object.fromEntries(outputs),
    created: new Date().toISOString(),
    stackTrace: [{ sourcePosition: "project:///index.js#4,17" }],
  };
}
