/** Programs in YAML against the native plugin, as a user with the npm package in the project has them. */
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { stringify } from "yaml";
import { Stack, type StateRow, succeeded } from "./engine";
import { NO_HOST_NAMED } from "./hosts";
import { Service } from "./service";

/** What a program in YAML says. */
export interface YamlProgram {
  resources?: Record<string, YamlResource>;
  variables?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** A resource of a program. */
export interface YamlResource {
  type: string;
  properties?: Record<string, unknown>;
  /** Looks at what exists in place of that. */
  get?: { id: string };
  options?: Record<string, unknown>;
}

const PROJECT = { name: "jobs", runtime: "yaml" };

/** A check of a program. */
export const check = (
  properties: Record<string, unknown>,
  options?: Record<string, unknown>,
): YamlResource => ({
  type: "checks:Check",
  properties,
  ...(options && { options }),
});

/** A stack of a YAML program. */
export class YamlStack extends Stack {
  constructor(environment: Record<string, string>) {
    super({ ...NO_HOST_NAMED, ...environment, PATH: pathWithHost() });
    this.program({});
  }

  /** What the program names as its plugins. */
  protected get plugins(): object[] {
    return [{ name: "checks", path: "node_modules/pulumi-checks/plugin" }];
  }

  /** Replaces the program. */
  program(program: YamlProgram): void {
    this.drop("Pulumi.yaml");
    this.write("Pulumi.yaml", stringify({ ...PROJECT, plugins: { providers: this.plugins }, ...program }));
  }

  /** The rows of the plugin's resources, by name. */
  async rows(): Promise<Record<string, StateRow>> {
    const { deployment } = JSON.parse(await this.exported()) as { deployment: { resources?: StateRow[] } };
    const rows = (deployment.resources ?? []).filter(({ type }) => type.startsWith("checks:"));
    return Object.fromEntries(rows.map((row) => [row.urn.split("::").at(-1), row]));
  }

  /** The stack's outputs, secrets shown. */
  async outputs(): Promise<Record<string, unknown>> {
    const run = await this.pulumi(["stack", "output", "--json", "--show-secrets"]);
    return JSON.parse(run.text) as Record<string, unknown>;
  }
}

/** A service and a stack of one test, and their end. */
export interface YamlScene {
  service: Service;
  stack: YamlStack;
}

/** Gives each test of a `describe` a service, and a stack of a YAML program that is configured for it. */
export function eachWithYaml(environment: Record<string, string> = {}): YamlScene {
  const scene = {} as YamlScene;
  beforeEach(async () => {
    scene.service = await Service.start();
    scene.stack = new YamlStack(environment);
    await scene.stack.init();
    const settings = [
      `--plaintext=checks:url=${scene.service.emulator.url}`,
      `--secret=checks:apiKey=${scene.service.key}`,
    ];
    succeeded(await scene.stack.pulumi(["config", "set-all", ...settings]));
  });
  afterEach(async () => {
    scene.stack.remove();
    await scene.service.stop();
  });
  return scene;
}

let host: string | undefined;

/** The host is built the first time, which takes minutes. */
function pathWithHost(): string {
  const script = join(__dirname, "..", "..", "scripts", "languageHost.mjs");
  host ??= execFileSync(process.execPath, [script, "yaml"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  const engine = process.env.PULUMI_CHECKS_ENGINE ?? "";
  return [engine, host, process.env.PATH].join(delimiter);
}
