/** The two hosts that serve the same definitions, and what a project needs for each. */
import { parseDocument } from "yaml";

export type HostName = "dynamic" | "plugin";

/** In the environment of a stack that is to be as users have it, whatever the run's host is. */
export const NO_HOST_NAMED = { CHECKS_HOST: "" } as const;

/** The host of all stacks whose test names none: `CHECKS_HOST=plugin npm test -- e2e` has everything on the plugin. */
export function hostOfRun(): HostName {
  return hostIn(process.env);
}

/** The host of what runs in this environment. */
export function hostIn({ CHECKS_HOST }: NodeJS.ProcessEnv): HostName {
  return CHECKS_HOST === "plugin" ? "plugin" : "dynamic";
}

/** A part of the table of scenarios: the same tests on both hosts; with a host for the run, on that one. */
export function onEachHost(name: string, scenarios: (on: { CHECKS_HOST: HostName }) => void): void {
  const hosts: HostName[] = process.env.CHECKS_HOST === undefined ? ["dynamic", "plugin"] : [hostOfRun()];
  describe.each(hosts)(`${name}, on the %s host`, (host) => scenarios({ CHECKS_HOST: host }));
}

/** The types of this package's resources, in front of their kind. */
export const RESOURCE_TYPES: Readonly<Record<HostName, string>> = {
  dynamic: "pulumi-nodejs:dynamic/checks:",
  plugin: "checks:index:",
};

/** The kind of one of our resources, whichever host serves it; undefined for any other row of a state. */
export function kindOf(type: string): string | undefined {
  const prefix = Object.values(RESOURCE_TYPES).find((one) => type.startsWith(one));
  return prefix === undefined ? undefined : type.slice(prefix.length);
}

/** What the command line of the process has that serves our resources. */
export const SERVING: Readonly<Record<HostName, string>> = {
  dynamic: "dynamic-provider",
  plugin: "hosts/plugin/program.cjs",
};

/** What a project names in its `Pulumi.yaml` to be served by the plugin that the npm package holds. */
export const PLUGIN_PROVIDERS = [{ name: "checks", path: "node_modules/pulumi-checks/plugin" }];

/** The same project with the plugin named, unless it is already. */
export function withPlugin(project: string): string {
  const document = parseDocument(project);
  const named =
    (document.toJS() as { plugins?: { providers?: { name: string }[] } }).plugins?.providers ?? [];
  if (named.some(({ name }) => name === "checks")) return project;
  document.setIn(["plugins", "providers"], [...named, ...PLUGIN_PROVIDERS]);
  return String(document);
}
