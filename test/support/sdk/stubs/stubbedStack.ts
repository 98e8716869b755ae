/** Stacks whose program has official SDKs, and in place of their plugins some that record what they are given. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Run, Stack } from "../../engine";
import { libraryBesideSdks } from "../../library";

const CHECKOUT = join(__dirname, "..", "..", "..", "..");
/** A package of Pulumi. */
type Package = "aws" | "gcp" | "kubernetes";

/** Tells the engine where the plugins are. */
function projectWith(packages: readonly Package[]): string {
  const plugins = packages.map((name) => `    - name: ${name}\n      path: ${name}-stub\n`);
  return `name: jobs\nruntime: nodejs\nplugins:\n  providers:\n${plugins.join("")}`;
}

/** What a plugin did. */
export interface Recorded {
  done: "created" | "updated" | "deleted";
  /** `kubernetes:batch/v1:CronJob` */
  type: string;
  /** Of the resource. */
  name: string;
  inputs?: Record<string, unknown>;
}

/**
 * A stack with its records. Its program runs in a process of the tests: the language host that is built from Go modules is
 * too old to hand transforms on.
 */
export class StubbedStack extends Stack {
  constructor(
    environment: Record<string, string>,
    files: Record<string, string>,
    packages: readonly Package[],
  ) {
    super({ ...environment, STUB_SDK: CHECKOUT }, { "Pulumi.yaml": projectWith(packages), ...files });
    for (const name of packages) this.install(name);
  }

  protected override get installed(): string {
    return libraryBesideSdks();
  }

  private install(name: Package): void {
    const plugin = join(this.folder, `${name}-stub`);
    mkdirSync(plugin);
    const program = join(plugin, `pulumi-resource-${name}`);
    const log = join(this.folder, "records.jsonl");
    writeFileSync(program, `#!/bin/sh\nSTUB_LOG='${log}' exec node '${join(__dirname, "stubPlugin.cjs")}'\n`);
    chmodSync(program, 0o755);
  }

  /** `up` or `preview`; never rejects because of the exit code. */
  run(operation: "up" | "preview"): Promise<Run> {
    return operation === "up" ? this.tryUp() : this.pulumi(["preview"]);
  }

  /** What was done since the last time it was asked for, by what was done to which resource: its inputs. */
  done(): Record<string, Record<string, unknown> | undefined> {
    return Object.fromEntries(
      this.records().map(({ done, type, name, inputs }) => [
        `${done} ${type.split(":").at(-1)} ${name}`,
        inputs,
      ]),
    );
  }

  /** What was done since the last time it was asked for. */
  records(): Recorded[] {
    const log = join(this.folder, "records.jsonl");
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
    writeFileSync(log, "");
    return lines.map((line) => JSON.parse(line) as Recorded);
  }
}
