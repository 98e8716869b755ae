/** The same programs of checks as in TypeScript, in YAML: its resources tell nothing of each other before they are made. */
import type { Graph } from "../graphProgram";
import { type YamlProgram, type YamlResource, YamlStack } from "../yaml";

/** Whether the programs of this run are in YAML. */
export function isInYaml(): boolean {
  return process.env.SOAK_LANGUAGE === "yaml";
}

/** A stack whose program is a graph of checks, in YAML. */
export class YamlGraphStack extends YamlStack {
  constructor(private readonly service: Record<string, string>) {
    super({ ...service, CHECKS_HOST: "" });
  }

  override declare(graph: Graph): void {
    this.program(programOf(graph, this.service));
  }
}

function programOf(
  { checks, assignments = {}, others = {} }: Graph,
  service: Record<string, string>,
): YamlProgram {
  const resources: Record<string, YamlResource> = {};
  for (const [
    name,
    { options: { by, dependsOn = [], parent: _, slugIs: __, ...options } = {}, ...properties },
  ] of Object.entries(checks)) {
    if (by !== undefined) resources[by] = provider(service);
    resources[name] = {
      type: "checks:Check",
      properties,
      options: { ...options, ...servedBy(by), dependsOn: dependsOn.map(reference) },
    };
  }
  for (const [name, { of, by = "id", provider: server, ...properties }] of Object.entries(assignments)) {
    const serving = server ?? checks[of]?.options?.by ?? "default";
    if (serving !== "default") resources[serving] = provider(service);
    resources[name] = {
      type: "checks:ChannelAssignment",
      properties: { check: `\${${of}.${by}}`, project: checks[of]?.project, ...properties },
      options: servedBy(serving === "default" ? undefined : serving),
    };
  }
  for (const [name, { first = false }] of Object.entries(others))
    resources[name] = {
      // Of a stack that is not there.
      type: "pulumi:pulumi:StackReference",
      properties: { name: "organization/none/none" },
      options: { dependsOn: first ? [] : Object.keys(checks).map(reference) },
    };
  return { resources };
}

/** Of the same service and with the same keys as the default one. */
function provider(service: Record<string, string>): YamlResource {
  return {
    type: "pulumi:providers:checks",
    properties: {
      url: service.CHECKS_URL,
      apiKey: service.CHECKS_API_KEY,
      projects: { beta: { apiKey: service.CHECKS_PROJECTS_BETA_API_KEY } },
    },
  };
}

function servedBy(by: string | undefined): Record<string, unknown> {
  return by === undefined ? {} : { provider: reference(by) };
}

function reference(name: string): string {
  return `\${${name}}`;
}
