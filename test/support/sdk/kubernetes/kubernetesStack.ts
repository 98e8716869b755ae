/** Stacks whose program has the official SDK of Kubernetes, and in place of its plugin one that records what it is given. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Run, Stack } from "../../engine";
import { copyModules } from "../../library";

const CHECKOUT = join(__dirname, "..", "..", "..", "..");
const PLUGIN = "kubernetes-stub";

const PROJECT = `name: jobs
runtime: nodejs
plugins:
  providers:
    - name: kubernetes
      path: ${PLUGIN}
`;

/**
 * Runs the program in its own process, by the Automation API: the language host that is built from Go modules stands
 * between program and engine, and is too old to hand transforms on.
 */
const RUN = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const [operation] = process.argv.slice(2);
const onOutput = (text) => process.stdout.write(text);
(async () => {
  const place = { stackName: "dev", projectName: "jobs", program: async () => require("./index.js") };
  const stack = await LocalWorkspace.selectStack(place, { workDir: process.cwd() });
  await stack[operation]({ onOutput, onError: onOutput, color: "never" });
})().catch(() => process.exit(1));
`;

/** What the plugin did. */
export interface Recorded {
  done: "created" | "updated" | "deleted";
  /** `kubernetes:batch/v1:CronJob` */
  type: string;
  /** Of the resource. */
  name: string;
  inputs?: Record<string, unknown>;
}

/** A stack with its records. */
export class KubernetesStack extends Stack {
  constructor(environment: Record<string, string>, files: Record<string, string>) {
    super(
      {
        ...environment,
        KUBERNETES_STUB_SDK: CHECKOUT,
      },
      { "Pulumi.yaml": PROJECT, "run.js": RUN, ...files },
    );
    this.ownLibrary();
    copyModules(
      join(CHECKOUT, "node_modules", "@pulumi", "kubernetes"),
      join(this.folder, "node_modules", "@pulumi", "kubernetes"),
    );
    const plugin = join(this.folder, PLUGIN);
    mkdirSync(plugin);
    const program = join(plugin, "pulumi-resource-kubernetes");
    const log = join(this.folder, "records.jsonl");
    writeFileSync(
      program,
      `#!/bin/sh\nKUBERNETES_STUB_LOG='${log}' exec node '${join(__dirname, "stubPlugin.cjs")}'\n`,
    );
    chmodSync(program, 0o755);
  }

  /** `up` or `preview`; never rejects because of the exit code. */
  run(operation: "up" | "preview"): Promise<Run> {
    return this.execute(process.execPath, ["run.js", operation]);
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
