/** A throw-away Pulumi project with the packed library, in which the programs are compared. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measured } from "./measure.mjs";
import { PROGRAMS } from "./programs.mjs";

export class Project {
  /** @param tarball The packed library; another version of it than this checkout's may be given. */
  constructor(folder, engineEnvironment, environment, tarball = engineEnvironment.PULUMI_CHECKS_TARBALL) {
    this.folder = folder;
    this.environment = { ...engineEnvironment, ...environment };
    this.engine = engineEnvironment.PULUMI_CHECKS_ENGINE;
    mkdirSync(join(folder, "state"), { recursive: true });
    const sdk = JSON.parse(
      readFileSync(new URL("../node_modules/@pulumi/pulumi/package.json", import.meta.url), "utf8"),
    );
    this.write(
      "package.json",
      JSON.stringify({
        name: "bench",
        private: true,
        dependencies: {
          "@pulumi/pulumi": sdk.version,
          "pulumi-checks": `file:${tarball}`,
        },
      }),
    );
    execFileSync(
      "npm",
      ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
      { cwd: folder, stdio: "pipe" },
    );
  }

  /** @param sample What a real check's state holds, for programs that imitate it. */
  async use(program, sample) {
    this.write("Pulumi.yaml", "name: bench\nruntime: nodejs\n");
    this.write("index.js", PROGRAMS[program](sample));
    await this.newStack(program);
  }

  /** Goes on with an empty stack. */
  async newStack(name) {
    this.stack = `${name}-${Date.now()}`;
    await this.pulumi(["stack", "init", this.stack], {});
  }

  /** What an operation of `pulumi` costs. */
  pulumi(args, environment) {
    return measured(join(this.engine, "pulumi"), [...args, "--non-interactive"], {
      cwd: this.folder,
      env: {
        PULUMI_HOME: join(this.folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "bench",
        PULUMI_SKIP_UPDATE_CHECK: "1",
        ...this.environment,
        ...environment,
      },
    });
  }

  /** Bytes of the stack's state. */
  stateBytes() {
    return this.state().length;
  }

  /** Inputs and outputs of the first resource that a program declared. */
  sample() {
    const { resources } = JSON.parse(this.state()).checkpoint.latest;
    return resources.find(({ urn }) => urn.endsWith("::job-0"));
  }

  state() {
    return readFileSync(join(this.folder, "state", ".pulumi", "stacks", "bench", `${this.stack}.json`));
  }

  write(name, text) {
    writeFileSync(join(this.folder, name), text);
  }
}
