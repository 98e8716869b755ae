/** A throw-away Pulumi project with the packed library, and the two programs that are compared in it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measured } from "./measure.mjs";

/** Arguments of the n-th check; a change touches each. */
export const fieldsOf = (n, grace) => ({
  name: `Job ${n}`,
  slug: `job-${n}`,
  tags: ["bench", "jobs"],
  timeout: 3600,
  grace,
});

const PROGRAMS = {
  checks: `
const { Check } = require("pulumi-checks");
const fieldsOf = ${fieldsOf};
for (let n = 0; n < Number(process.env.COUNT); n++) new Check("job-" + n, fieldsOf(n, Number(process.env.GRACE)));
`,
  trivial: `
const pulumi = require("@pulumi/pulumi");
const fieldsOf = ${fieldsOf};
const provider = {
  create: async (inputs) => ({ id: inputs.slug, outs: inputs }),
  diff: async (id, olds, news) => ({ changes: olds.grace !== news.grace }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
class Trivial extends pulumi.dynamic.Resource {
  constructor(name, args) { super(provider, name, args); }
}
for (let n = 0; n < Number(process.env.COUNT); n++) new Trivial("job-" + n, fieldsOf(n, Number(process.env.GRACE)));
`,
};

export class Project {
  constructor(folder, engineEnvironment, environment) {
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
          "pulumi-checks": `file:${engineEnvironment.PULUMI_CHECKS_TARBALL}`,
        },
      }),
    );
    this.write("Pulumi.yaml", "name: bench\nruntime: nodejs\n");
    execFileSync(
      "npm",
      ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
      { cwd: folder, stdio: "pipe" },
    );
  }

  async use(program) {
    this.write("index.js", PROGRAMS[program]);
    this.stack = `${program}-${Date.now()}`;
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
    const folder = join(this.folder, "state", ".pulumi", "stacks", "bench");
    const file = readdirSync(folder).find((name) => name === `${this.stack}.json`);
    return readFileSync(join(folder, file)).length;
  }

  write(name, text) {
    writeFileSync(join(this.folder, name), text);
  }
}
