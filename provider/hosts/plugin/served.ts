/** What the plugin serves, by the engine's tokens. */
import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type Fields, metaOf, type Values } from "../../core/fields";
import type { ResultOf } from "../../core/function";
import { type ResourceDefinition, secretsOf } from "../../core/resource";
import { type Listed, listedChecks } from "../../monitor/check/listedChecks";
import { getChecks } from "../../monitor/functions/getChecks";
import { scheduledJobsFields, scheduledJobsOutputs } from "../../monitor/scheduledJobs";
import { notFoundById } from "../calls";
import { type DefinitionName, definitions, pluginTypes, typeOf } from "../definitions";
import { type AnyFunction, functions as dataSources } from "../functions";
import { type Constructed, scheduledJobs } from "./component";
import { type RefundComponent, refundComponent } from "./refundComponent";

/** A resource as the engine names it. */
export interface Named {
  urn: string;
  type: string;
}

/** A kind of resource, and what the engine wants to know of it at each answer. */
export interface ServedResource {
  definition: ResourceDefinition;
  /** Keys of inputs and outputs that are secrets. */
  secrets: ReadonlySet<string>;
  /** Outputs that stay what they are as long as the resource does. */
  stables: readonly string[];
  /** How those that exist are listed, where they can be. */
  list?: Listing;
}

/** The data source that finds what there is, which gives a list its arguments, and what the list has of its answer. */
interface Listing {
  by: AnyFunction;
  entries: (found: Values, args: Values) => Listed[];
}

/** Kinds of resources that can be listed. */
const lists: Readonly<Record<string, Listing>> = {
  Check: {
    by: getChecks as unknown as AnyFunction,
    entries: (found, { project }) =>
      listedChecks(found as ResultOf<typeof getChecks>, project as string | undefined),
  },
};

/** All kinds of rows, by token: `checks:index:Check`, `checks:payments:InvoiceShare`. */
export const resources: ReadonlyMap<string, ServedResource> = new Map(
  Object.entries(definitions).map(([name, definition]) => [
    pluginTypes[name as DefinitionName],
    servedResource(definition),
  ]),
);

/** What programs declare of it, by token; the rows behind a refund are left to the component. */
export const declared: ReadonlyMap<string, ServedResource> = new Map(
  [...resources].filter(([, { definition }]) => !definition.isPart),
);

/** A kind of resource that is made of others, and of nothing on the service. */
export interface ServedComponent {
  kind: string;
  fields: Fields;
  outputs: Fields;
  construct: (request: ConstructRequest, run: ServedRun) => Promise<Constructed>;
}

/** What a process is in a run. */
export interface ServedRun {
  /** The reference under which the engine knows this very process, where it tells that. */
  provider: string | undefined;
  /** What the process has made of refunds. */
  refunds: RefundComponent;
}

/** All components, by token. */
export const components: ReadonlyMap<string, ServedComponent> = new Map<string, ServedComponent>([
  [
    "checks:index:ScheduledJobs",
    {
      kind: "ScheduledJobs",
      fields: scheduledJobsFields,
      outputs: scheduledJobsOutputs,
      construct: (request, { provider }) => scheduledJobs(request, provider),
    },
  ],
  [
    refundComponent.token,
    { ...refundComponent, construct: (request, { refunds }) => refunds.construct(request) },
  ],
]);

/** All data sources, by token. */
export const functions: ReadonlyMap<string, AnyFunction> = new Map(
  dataSources.map((definition) => [tokenOf(definition.name), definition]),
);

/** `getCheck` → `checks:index:getCheck`, `payments.getTransaction` → `checks:payments:getTransaction`. */
function tokenOf(name: string): string {
  const [wing, own] = name.includes(".") ? name.split(".") : ["index", name];
  return `checks:${wing}:${own}`;
}

/** Keys that are secrets wherever a data source shows them. */
export const secretKeys: ReadonlySet<string> = new Set(
  [...resources.values()].flatMap(({ secrets }) => [...secrets]),
);

/**
 * The resource of a token. @throws {Error} for a component, of which the engine asks only in an import; for one of the
 * dynamic host, and for one that another version of this package has.
 */
export function resourceOf(token: string): ServedResource {
  const known = resources.get(token);
  if (known) return known;
  const component = components.get(token);
  if (component) throw notFoundById(component.kind, "it is a component");
  if (isOfDynamicHost(token)) {
    throw new Error(
      "has a Provider although the program declares it for the dynamic host: a transform gave it that one. Name the Provider in the resource's own options or in those of a component above it, or set checks:host to plugin",
    );
  }
  throw new Error(
    `this version of the plugin has no resource ${token}; it has ${[...declared.keys(), ...components.keys()].join(", ")}`,
  );
}

/** A program's class has chosen the host before a transform sees the resource. */
function isOfDynamicHost(token: string): boolean {
  return Object.keys(definitions).some((name) => typeOf("dynamic", name as DefinitionName) === token);
}

function servedResource(definition: ResourceDefinition): ServedResource {
  const { outputs, kind } = definition;
  const list = lists[kind];
  return {
    definition,
    ...(list && { list }),
    secrets: new Set(secretsOf(definition)),
    stables: Object.keys(outputs).filter((key) => metaOf(outputs, key).stable),
  };
}
