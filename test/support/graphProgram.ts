/** A program of checks that hang together, and of other resources that fail or are slow. */
import { type HostName, hostOfRun, RESOURCE_TYPES } from "./hosts";

/** Files of a project whose program stands in `checks.json`; see `Graph`. */
export const GRAPH = {
  "index.js": `
const pulumi = require("@pulumi/pulumi");
const { Check, ChannelAssignment, Provider } = require("pulumi-checks");
const { readFileSync } = require("fs");

const { checks, assignments = {}, others = {} } = JSON.parse(readFileSync("checks.json", "utf8"));
const made = {};
const teams = {};
const providers = {};
/** Of the same service and with the same keys as the default one. */
const provider = (name) => (providers[name] ??= new Provider(name, {
  url: process.env.CHECKS_URL,
  apiKey: process.env.CHECKS_API_KEY,
  projects: { beta: { apiKey: process.env.CHECKS_PROJECTS_BETA_API_KEY } },
}));
const servedBy = ({ by } = {}) => (by ? { provider: provider(by) } : {});
const team = (name) => (teams[name] ??= new pulumi.ComponentResource("test:Team", name));

/** As a program has it that asks somebody for the slug first. */
const known = (slug, way) => {
  if (way === "late") return new Promise((resolve) => setTimeout(() => resolve(slug), 700));
  return way === "soon" ? pulumi.output(slug).apply((it) => Promise.resolve(it)) : slug;
};

for (const [name, { options: { parent, by, slugIs, dependsOn = [], ...options } = {}, ...args }] of Object.entries(checks)) {
  made[name] = new Check(name, { ...args, slug: known(args.slug, slugIs) }, {
    ...options,
    ...(parent && { parent: team(parent) }),
    ...servedBy({ by }),
    dependsOn: dependsOn.map((one) => made[one]),
  });
}
for (const [name, { of, by, provider, ...args }] of Object.entries(assignments))
  new ChannelAssignment(
    name,
    { check: made[of]?.[by] ?? made[of] ?? of, ...args },
    servedBy(provider ? { by: provider !== "default" && provider } : checks[of]?.options),
  );

/** Resources of somebody else: they fail, or take a minute. */
const ACTS = {
  fails: 'throw new Error("this resource of somebody else fails")',
  isSlow: "await new Promise((resolve) => setTimeout(resolve, 60000))",
};
class Other extends pulumi.CustomResource {
  constructor(name, act, options) {
    const __provider = \`exports.handler = () => ({ create: async () => { \${ACTS[act]}; } })\`;
    super("pulumi-nodejs:dynamic/test:Other", name, { __provider }, options);
  }
}
for (const [name, { act, first = false }] of Object.entries(others))
  new Other(name, act, first ? {} : { dependsOn: Object.values(made) });
`,
};

/** The engine writes its state once, at its end: quicker, where nothing is killed. */
export const ONE_WRITE = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

/** The engine writes its state after each resource, as it does by itself. */
export const CHECKPOINTS = { PULUMI_SKIP_CHECKPOINTS: "false", PULUMI_EXPERIMENTAL: "false" };

/** Arguments of a check, and options by names. */
export type GraphCheck = Record<string, unknown> & {
  slug: string;
  options?: {
    parent?: string;
    /** The explicit provider that serves it, on the plugin. */
    by?: string;
    /** How the program comes to know the slug, unless it is plain. */
    slugIs?: "soon" | "late";
    dependsOn?: string[];
    protect?: boolean;
    retainOnDelete?: boolean;
    deleteBeforeReplace?: boolean;
    aliases?: (string | { name: string })[];
  };
};

/** An assignment to a check of the program, told by its name. */
export interface GraphAssignment {
  of: string;
  by?: "id" | "uuid" | "slug";
  channels: string[] | "*";
  mode?: "additive" | "exclusive";
  /** What serves it, on the plugin, if it is not what serves the check. */
  provider?: "own" | "default";
}

/** A program: resources by their names. */
export type Graph = {
  checks: Record<string, GraphCheck>;
  /** Each of a check of the program, by its name; it is given the check, or one of its outputs. */
  assignments?: Record<string, GraphAssignment>;
  /** Somebody else's resources. Made after all checks, unless `first`. */
  others?: Record<string, { act: "fails" | "isSlow"; first?: boolean }>;
};

/** A resource that fails after all checks are done. */
export const FAILURE: NonNullable<Graph["others"]> = { elsewhere: { act: "fails" } };

/** The engine's name for a check of a stack. */
export function urnOf(
  name: string,
  { parent, stack = "dev", host = hostOfRun() }: { parent?: string; stack?: string; host?: HostName } = {},
): string {
  const types = `${parent === undefined ? "" : "test:Team$"}${RESOURCE_TYPES[host]}Check`;
  return `urn:pulumi:${stack}::jobs::${types}::${name}`;
}
