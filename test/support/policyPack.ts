/** The example's policy pack in a stack's folder, as its user installs it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import type { Stack } from "./engine";
import { given } from "./library";

const EXAMPLE = join(__dirname, "..", "..", "examples", "policy-pack");

/** Where the pack is, and what the engine needs in its environment to run it. */
export interface PolicyPack {
  folder: string;
  environment: Record<string, string>;
}

/**
 * Puts the pack there. An official engine runs it by its own Node host. The host that is built from Go modules is too old
 * to start packs; the engine then starts them as it starts those in a language without a host, by a program of that name.
 */
export function policyPackIn(stack: Stack): PolicyPack {
  stack.linkFromCheckout("@pulumi/policy");
  stack.linkFromCheckout("typescript");
  const folder = join(stack.folder, "policy-pack");
  mkdirSync(folder);
  for (const name of readdirSync(EXAMPLE)) {
    if (name !== "node_modules") writeFileSync(join(folder, name), readFileSync(join(EXAMPLE, name)));
  }
  symlinkSync(join(stack.folder, "node_modules"), join(folder, "node_modules"));
  const engine = given("PULUMI_CHECKS_ENGINE");
  if (existsSync(join(engine, "pulumi-analyzer-policy"))) return { folder, environment: {} };
  const project = readFileSync(join(folder, "PulumiPolicy.yaml"), "utf8");
  writeFileSync(join(folder, "PulumiPolicy.yaml"), project.replace("runtime: nodejs", "runtime: oldnode"));
  const bin = join(stack.folder, "bin");
  mkdirSync(bin);
  const script = join(bin, "pulumi-analyzer-policy-oldnode");
  const entry = join(folder, "node_modules", "@pulumi", "pulumi", "cmd", "run-policy-pack");
  writeFileSync(script, `#!/bin/sh\nexec node '${entry}' "$@"\n`);
  chmodSync(script, 0o755);
  return { folder, environment: { PATH: [bin, stack.shellEnvironment.PATH].join(delimiter) } };
}
