/**
 * Outputs that are made when a program reads them. Pulumi's SDK keeps some nine kilobytes for each output of a resource
 * until that is written; a check has some thirty, of which most programs read one or none.
 */
import * as pulumi from "@pulumi/pulumi";
import { metaOf, secretsAmong, type Values } from "../../provider/core/fields";
import { impliedValue } from "../../provider/core/implied";
import type { ResourceDefinition } from "../../provider/core/resource";
import { hasEngine, isKnown, whenKnown } from "./engineRun";

/** A resource under the names of its outputs. */
type Outputs = Record<string, pulumi.Output<unknown>>;

/** How each lazy output of a kind is defined: one descriptor for all resources, so that they share their shape. */
const descriptorsOf = new WeakMap<ResourceDefinition, PropertyDescriptorMap>();

/** What the program said of a resource. */
interface Said {
  args: Values;
  /** The outputs that it wants to be secrets, besides those that are. */
  secrets: readonly string[];
}

const saidOf = new WeakMap<object, Said>();
const NOTHING: Said = { args: {}, secrets: [] };

/** The outputs of what is only looked at, of which engines before 3.150 tell nothing afterwards, and of what mocks make. */
const wholeRows = new WeakMap<object, Outputs>();

/** What asks Pulumi's SDK for all outputs of a resource. */
export function outputsUnset(definition: ResourceDefinition): Values {
  return Object.fromEntries(keysOf(definition).map((key) => [key, undefined]));
}

const keysOf = ({ fields, outputs }: ResourceDefinition) => [...Object.keys(fields), ...Object.keys(outputs)];

/**
 * Defines all outputs of a resource that is registered. Those that the registration has made for what the program named
 * are replaced as well: a row leaves out what is at its default. `isWhole`: the whole row comes with the registration or
 * the look.
 */
export function defineRowOutputs(
  resource: pulumi.CustomResource,
  definition: ResourceDefinition,
  said: Said,
  isWhole: boolean,
): void {
  saidOf.set(resource, said);
  if (isWhole) wholeRows.set(resource, { ...(resource as unknown as Outputs) });
  let descriptors = descriptorsOf.get(definition);
  if (!descriptors) {
    descriptors = describe(definition);
    descriptorsOf.set(definition, descriptors);
  }
  Object.defineProperties(resource, descriptors);
}

function describe(definition: ResourceDefinition): PropertyDescriptorMap {
  const outputOf = (key: string): PropertyDescriptor => {
    const parts = partsOf(definition, key);
    return {
      enumerable: true,
      configurable: true,
      get(this: pulumi.CustomResource) {
        const output = rowOutput(this, definition, key, parts);
        define(this, key, output);
        return output;
      },
      // Called by Pulumi's SDK on the copy of a resource that it fills.
      set(this: pulumi.CustomResource, output: unknown) {
        define(this, key, output);
      },
    };
  };
  return Object.fromEntries(keysOf(definition).map((key) => [key, outputOf(key)]));
}

function define(resource: object, key: string, value: unknown): void {
  Object.defineProperty(resource, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The values that an output may follow from. */
function partsOf({ fields, outputs, derived }: ResourceDefinition, key: string): string[] {
  if (!Object.hasOwn(fields, key))
    return derived?.[key] ? Object.keys(outputs).filter((part) => part !== key) : [];
  const { onlyWith, onlyWithout } = metaOf(fields, key);
  return [onlyWith, onlyWithout].filter((part) => part !== undefined);
}

/** The value of a resource's row, or what follows from the rest where the row leaves it out. */
function rowOutput(
  resource: pulumi.CustomResource,
  definition: ResourceDefinition,
  key: string,
  parts: readonly string[],
): pulumi.Output<unknown> {
  const read = rowReader(resource, [key, ...parts]);
  const { args, secrets } = saidOf.get(resource) ?? NOTHING;
  // What follows from a secret would tell it.
  const isDerived = !Object.hasOwn(definition.fields, key);
  const isSecret = secrets.includes(key) || (isDerived && parts.some((part) => secrets.includes(part)));
  return resource.urn.apply(async (urn): Promise<unknown> => {
    if (await isUnmade(resource)) return ofUnmade(resource, definition, key, args[key]);
    const row = read(urn);
    const own = row[key] as pulumi.Output<unknown>;
    const values: Values = {};
    for (const part of [key, ...parts]) {
      // Unknown, and not only left out.
      if (!(await isKnown(args[part]))) return own;
      const value = await whenKnown(row[part]);
      if (value !== undefined) values[part] = value;
    }
    if (values[key] !== undefined) return isSecret ? pulumi.secret(own) : own;
    const implied = impliedValue(definition, key, values);
    if (implied === undefined || !(pulumi.runtime.isDryRun() || (await isKnown(own)))) return own;
    if (isSecret) return pulumi.secret(implied);
    // What was said as a secret stays one, also where it is the default.
    return pulumi.all([args[key] as pulumi.Input<unknown>]).apply(() => implied);
  });
}

/** Whether an `up` passed over a resource that has no row: it is not targeted, or its create or what it needs failed. */
async function isUnmade(resource: pulumi.CustomResource): Promise<boolean> {
  return hasEngine() && !pulumi.runtime.isDryRun() && !(await isKnown(resource.id));
}

/** Such a resource has what the program says of it; nobody knows the rest. */
function ofUnmade(
  resource: pulumi.CustomResource,
  { fields }: ResourceDefinition,
  key: string,
  argument: unknown,
): pulumi.Output<unknown> {
  const type = fields[key];
  if (type === undefined || argument === undefined) return resource.id.apply(() => undefined);
  const value = pulumi.output(argument).apply((given) => type.safeParse(given).data ?? given);
  return secretsAmong(fields).includes(key) ? pulumi.secret(value) : value;
}

/** What is read of a resource before its row is there: one question to the engine gives it all. */
interface Reading {
  keys: Set<string>;
  row?: Outputs;
}

const readings = new WeakMap<object, Reading>();

/** Gives what reads these keys of a resource's row, together with all that others read until then. */
function rowReader(resource: pulumi.CustomResource, keys: readonly string[]): (urn: string) => Outputs {
  const row = wholeRows.get(resource);
  if (row) return () => row;
  const before = readings.get(resource);
  const reading: Reading = before && !before.row ? before : { keys: new Set() };
  readings.set(resource, reading);
  for (const key of keys) reading.keys.add(key);
  return (urn) => {
    reading.row ??= rowOf(resource, [...reading.keys], urn);
    return reading.row;
  };
}

/** The row as the engine has it now, secrets and unknown values included; its outputs depend on the resource. */
function rowOf(resource: pulumi.CustomResource, keys: readonly string[], urn: string): Outputs {
  const row = Object.create(resource) as pulumi.CustomResource;
  const unset = Object.fromEntries(keys.map((key) => [key, undefined]));
  pulumi.runtime.getResource(row, undefined, unset, true, urn);
  return row as unknown as Outputs;
}
