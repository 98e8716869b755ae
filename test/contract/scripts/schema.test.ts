import { defaultOf, metaOf } from "../../../provider/core/fields";
import { components, declared, functions } from "../../../provider/hosts/plugin/served";
import { settingFields } from "../../../provider/monitor/settings";
import { merchantSettingFields } from "../../../provider/payments/settingFields";
import { inNode } from "../../support/scripts/inNode";

interface Property {
  type?: string;
  oneOf?: Property[];
  items?: Property;
  $ref?: string;
  description?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  deprecationMessage?: string;
}
interface Shape {
  properties: Record<string, Property>;
  required?: string[];
}
interface Schema {
  config: { variables: Record<string, Property> };
  provider: { inputProperties: Record<string, Property> };
  resources: Record<
    string,
    Shape & {
      inputProperties: Record<string, Property>;
      requiredInputs: string[];
      aliases: { type: string }[];
      methods?: Record<string, string>;
      listInputs?: Shape;
      isComponent?: boolean;
    }
  >;
  functions: Record<string, { description: string; inputs: Shape; outputs?: Shape }>;
  types: Record<string, Shape>;
}

const ANY = "pulumi.json#/Any";
/** Of each kind that a program can write. */
const VALUES = [true, 120, "1h30m", "prod", "additive", "*", ["a", "b"], [], "0 3 * * *", "UTC"];

/** Whether the engine lets a value through to a property. */
function admits({ type, oneOf, items, $ref }: Property, value: unknown): boolean {
  if ($ref === ANY) return true;
  if (oneOf) return oneOf.some((option) => admits(option, value));
  if (Array.isArray(value)) return type === "array" && value.every((item) => admits(items ?? {}, item));
  return typeof value === (type === "integer" ? "number" : type);
}

const schema = inNode<Schema>(
  `const { packageSchema } = await import("./schema/package.mjs");
   const { ROOT } = await import("./process/command.mjs");
   return packageSchema(ROOT, ROOT + "/dist");`,
);

describe("the plugin's schema", () => {
  it.each([...declared])("has all of %s, as the zod schemas have it", (token, { definition, secrets }) => {
    const { fields, outputs, kind } = definition;
    const spec = schema.resources[token];
    expect(Object.keys(spec?.inputProperties ?? {})).toEqual(Object.keys(fields));
    expect(Object.keys(spec?.properties ?? {})).toEqual([...Object.keys(fields), ...Object.keys(outputs)]);
    expect(spec?.aliases).toEqual([{ type: `pulumi-nodejs:dynamic/checks:${kind}` }]);
    const required = Object.entries(fields).filter(([, type]) => !type.safeParse(undefined).success);
    expect(spec?.requiredInputs).toEqual(required.map(([key]) => key));
    for (const [key, type] of Object.entries(fields)) {
      const { replaces, deprecatedFor } = metaOf(fields, key);
      const property = spec?.inputProperties[key];
      expect(property?.willReplaceOnChanges ?? false).toBe(replaces ?? false);
      expect(property?.deprecationMessage !== undefined).toBe(deprecatedFor !== undefined);
      const standard = defaultOf(type);
      if (standard !== undefined) expect(property?.description).toContain(`\`${JSON.stringify(standard)}\``);
    }
    const secret = Object.keys(spec?.properties ?? {}).filter((key) => spec?.properties[key]?.secret);
    expect(secret).toEqual([...secrets].filter((key) => !key.startsWith("__")));
  });

  it.each([
    ...[...declared].map(([token, { definition }]) => ({ token, fields: definition.fields })),
    ...[...functions].map(([token, { args }]) => ({ token, fields: args.shape })),
  ])(
    "takes in $token whatever the zod schemas take, and a length of time in whole seconds or as a text",
    (one) => {
      const { token, fields } = one;
      const spec =
        schema.resources[token]?.inputProperties ?? schema.functions[token]?.inputs.properties ?? {};
      for (const [key, type] of Object.entries(fields)) {
        const property = spec[key] as Property;
        const refused = VALUES.filter((value) => type.safeParse(value).success && !admits(property, value));
        expect({ key, refused }).toEqual({ key, refused: [] });
        const isTime = type.safeParse("1h30m").success && type.safeParse(5400).success;
        if (isTime) expect(property.oneOf?.map((option) => option.type)).toEqual(["integer", "string"]);
      }
      const untyped = Object.keys(spec).filter((key) => spec[key]?.$ref === ANY);
      expect(untyped.filter((key) => key !== "channels")).toEqual([]);
    },
  );

  it.each([...functions])("has the arguments and results of %s", (token, { args, result }) => {
    const spec = schema.functions[token];
    expect(Object.keys(spec?.inputs.properties ?? {})).toEqual(Object.keys(args.shape));
    expect(Object.keys(spec?.outputs?.properties ?? {})).toEqual(
      Object.keys((result as unknown as typeof args).shape),
    );
  });

  it("has the methods and the list of a check, which every language and `pulumi do` read from it", () => {
    const check = schema.resources["checks:index:Check"];
    expect(check?.methods).toEqual({
      pause: "checks:index:Check/pause",
      resume: "checks:index:Check/resume",
    });
    for (const token of Object.values(check?.methods ?? {}))
      expect(schema.functions[token]?.inputs.properties.__self__?.$ref).toBe(
        "#/resources/checks:index:Check",
      );
    expect(check?.listInputs).toEqual(schema.functions["checks:index:getChecks"]?.inputs);
    expect(schema.resources["checks:index:ChannelAssignment"]?.listInputs).toBeUndefined();
  });

  it.each([...components])(
    "has the component %s, without the rows behind it",
    (token, { fields, outputs }) => {
      const spec = schema.resources[token];
      expect(spec?.isComponent).toBe(true);
      expect(spec?.aliases).toBeUndefined();
      expect(Object.keys(spec?.inputProperties ?? {})).toEqual(Object.keys(fields));
      expect(Object.keys(spec?.properties ?? {})).toEqual(Object.keys(outputs));
      const required = Object.entries(fields).filter(([, type]) => !type.safeParse(undefined).success);
      expect(spec?.requiredInputs).toEqual(required.map(([key]) => key));
      const secret = Object.keys(outputs).filter((key) => metaOf(outputs, key).secret);
      expect(Object.keys(spec?.properties ?? {}).filter((key) => spec?.properties[key]?.secret)).toEqual(
        secret,
      );
      expect(Object.keys(schema.resources)).toHaveLength(declared.size + components.size);
    },
  );

  it("has ping URLs as secrets also in components", () => {
    const jobs = schema.resources["checks:index:ScheduledJobs"];
    expect(jobs?.requiredInputs).toEqual(["schedules"]);
    expect(jobs?.properties.pingUrls?.secret).toBe(true);
  });

  it("has all settings for stacks and for providers, of which the key is a secret", () => {
    expect(Object.keys(schema.config.variables)).toEqual([...Object.keys(settingFields), "merchant"]);
    const merchant = schema.types["checks:index:Merchant"];
    expect(Object.keys(merchant?.properties ?? {})).toEqual(Object.keys(merchantSettingFields));
    const keys = Object.entries(merchant?.properties ?? {}).filter(([, { secret }]) => secret);
    expect(keys.map(([key]) => key)).toEqual(["accessToken", "secretKey"]);
    expect(schema.config.variables.merchant?.secret).toBe(true);
    // An explicit provider is the plugin: it has no choice of a host.
    const { host, ...others } = schema.config.variables;
    expect(host?.type).toBe("string");
    expect(schema.provider.inputProperties).toEqual(others);
    expect(schema.config.variables.apiKey?.secret).toBe(true);
  });

  it("says of each setting what it is where nobody sets it, for every language's reference", () => {
    const merchant = schema.types["checks:index:Merchant"]?.properties ?? {};
    const defaults = [
      ...Object.entries(settingFields).map(([key, type]) => ({ key, type, of: schema.config.variables })),
      ...Object.entries(merchantSettingFields).map(([key, type]) => ({ key, type, of: merchant })),
    ].filter(({ type }) => !["undefined", "object"].includes(typeof defaultOf(type)));
    expect(defaults.length).toBeGreaterThan(10);
    for (const { key, type, of } of defaults)
      expect(of[key]?.description).toContain(` Default: \`${JSON.stringify(defaultOf(type))}\`.`);
    expect(schema.config.variables.projects?.description).not.toContain("Default:");
  });

  it("says the same of what a data source is asked, and offers nothing that only TypeScript has", () => {
    const told = (name: string) => schema.functions[`checks:index:${name}`]?.inputs.properties ?? {};
    expect(told("getStatus").waitSeconds?.description).toContain(" Default: `10`.");
    expect(told("getBadges").tag?.description).toContain(' Default: `"*"`.');
    expect(told("getFlips").start?.description).toContain(
      " Default: the oldest change that the service keeps.",
    );
    expect(told("getFlips").end?.description).toContain(" Default: now.");
    for (const { inputs } of Object.values(schema.functions))
      for (const { description } of Object.values(inputs.properties))
        expect(description).not.toMatch(/(?<!in TypeScript )a Date\b/);
  });

  it("offers no helper of TypeScript's for an argument of a resource without saying so", () => {
    for (const { inputProperties } of Object.values(schema.resources))
      for (const { description } of Object.values(inputProperties))
        expect(description).not.toMatch(/(?<!in TypeScript )`\w+\(/);
  });

  it("tells the settings of the payment service where the plugin reads them, not where TypeScript alone may set them", () => {
    expect(JSON.stringify(schema)).not.toMatch(/\bmerchant:\w/);
    expect(schema.types["checks:index:Merchant"]?.properties.accessToken?.description).toContain(
      "`pulumi config set --path --secret checks:merchant.accessToken`",
    );
    expect(schema.resources["checks:payments:PaymentsConfig"]?.inputProperties.domain?.description).toContain(
      "Default: `checks:merchant.domain`",
    );
  });

  it("says something of everything, and marks ping URLs as secrets wherever they are", () => {
    const shapes = [
      ...Object.values(schema.resources),
      ...Object.values(schema.functions).flatMap(({ inputs, outputs }) =>
        outputs ? [inputs, outputs] : [inputs],
      ),
      ...Object.values(schema.types),
    ];
    for (const { properties } of shapes) {
      for (const [key, { description, secret }] of Object.entries(properties)) {
        expect(description?.length).toBeGreaterThan(5);
        if (key === "pingUrl") expect(secret).toBe(true);
      }
    }
  });

  it("refers to types that are there, and offers no choice between a text and a list, on which Python fails", () => {
    const text = JSON.stringify(schema);
    const referred = [...text.matchAll(/"#\/types\/([^"]+)"/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(3);
    for (const name of referred) expect(Object.keys(schema.types)).toContain(name);
    const { properties } = schema.resources["checks:index:Check"] as Shape;
    expect(properties.channels?.$ref).toBe("pulumi.json#/Any");
  });
});
