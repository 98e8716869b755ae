/** The schema of the native plugin, made of the zod schemas of a compiled library and of the docstrings in its sources. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { docsOf } from "./docs.mjs";
import { typesOf } from "./types.mjs";

const DYNAMIC = "pulumi-nodejs:dynamic/checks:";
const FUNCTIONS = "provider/monitor/functions";
const PAYMENTS = "provider/payments";

/** Where the fields of each resource are declared. */
const SOURCES = {
  Check: ["provider/monitor/check/checkFields.ts"],
  ChannelAssignment: ["provider/monitor/channelAssignment/channelAssignmentFields.ts"],
  PaymentsConfig: [`${PAYMENTS}/paymentsConfig/paymentsConfigFields.ts`, `${PAYMENTS}/screen/screen.ts`],
  InvoiceShare: [`${PAYMENTS}/invoiceShare/invoiceShare.ts`],
  ScheduledJobs: ["provider/monitor/scheduledJobs.ts"],
  Refund: [`${PAYMENTS}/refund/refundFields.ts`, `${PAYMENTS}/transaction/transaction.ts`],
};
/** Where data sources of the payment service stand, and the fields of their results. */
const PAYMENTS_FUNCTIONS = {
  getTransaction: {
    own: `${PAYMENTS}/transaction/getTransaction.ts`,
    answer: `${PAYMENTS}/transaction/transaction.ts`,
  },
  getProfile: { own: `${PAYMENTS}/getProfile.ts`, answer: `${PAYMENTS}/getProfile.ts` },
};
const SETTINGS = ["provider/monitor/settings.ts", "provider/http/settings.ts"];
const MERCHANT_SETTINGS = [`${PAYMENTS}/settingFields.ts`, "provider/http/settings.ts"];
/** Where the sources of data sources take fields from that they do not declare themselves. */
const SHARED_ARGUMENTS = [`${FUNCTIONS}/selector.ts`, ...SOURCES.Check];
const SHARED_RESULTS = [`${FUNCTIONS}/checkResult.ts`, ...SOURCES.Check, "provider/monitor/api.ts"];
const WORDS = {
  Check:
    "A monitored periodic job. The job pings the check; when the pings stop, the check goes down. It is created, or taken over by its slug. A field that is not set has its default, from the configuration or the service; `channels`, `paused`, `filterHttpBody` and `filterDefaultFail` stay as they are.",
  ChannelAssignment:
    "Channels of a check, for teams that own channels but not checks. An additive assignment leaves all other channels alone; an exclusive one makes its channels the only ones.",
  PaymentsConfig:
    "A token for the payment service's mobile SDK, kept as a secret and renewed on demand, with the parameters of its payment screen. Only an `up` requests a token. Destroying it forgets the token.",
  InvoiceShare:
    "An invoice sent by e-mail or SMS: once, and again only when one of its arguments changes. After an unclear answer it is not sent again. Destroying it changes nothing.",
  Refund:
    "The refund of one transaction: money moves at most once. It looks at the transaction, asks once, and never repeats a request after an unclear answer. It is the record of one transaction under one name; destroying it changes nothing at the service.",
  ScheduledJobs:
    "A check for each of several scheduled jobs that share settings. Each check is a resource of its own, named after the component and its slug.",
};

/** The whole schema, from the compiled library in `dist`. */
export function packageSchema(root, dist) {
  const load = createRequire(join(dist, "provider", "index.js"));
  const served = load("./hosts/plugin/served.js");
  const { metaOf, defaultOf } = load("./core/fields.js");
  const { settingFields } = load("./monitor/settings.js");
  const { merchantSettingFields } = load("./payments/settingFields.js");
  const { z } = load("zod");
  const { version, description, license, repository, homepage } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const types = typesOf(z, served.secretKeys);
  const facts = { metaOf, defaultOf, types };
  const variables = {
    ...settings(root, SETTINGS, settingFields, facts),
    merchant: merchantSettings(root, merchantSettingFields, facts),
  };
  // Which host serves a program is a setting of its stack; a provider that it declares is always the plugin.
  const { host: _, ...inputProperties } = variables;
  return withNestedSettings({
    name: "checks",
    displayName: "Checks",
    version,
    description,
    keywords: ["pulumi", "checks", "category/monitoring", "kind/native"],
    license,
    ...(homepage && { homepage }),
    ...(repository && { repository: repository.url ?? repository }),
    publisher: "pulumi-checks",
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      nodejs: { packageName: "pulumi-checks", respectSchemaVersion: true },
      python: { packageName: "pulumi_checks", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { respectSchemaVersion: true, generateResourceContainerTypes: true },
      csharp: { respectSchemaVersion: true },
    },
    config: { variables },
    provider: {
      description:
        "Address and keys of the monitoring service. Arguments override the environment (`CHECKS_URL`, `CHECKS_API_KEY`).",
      inputProperties,
    },
    resources: Object.fromEntries([
      ...[...served.declared].map(([token, one]) => [token, resourceSpec(root, one, facts)]),
      ...[...served.components].map(([token, one]) => [token, componentSpec(root, one, facts)]),
    ]),
    functions: Object.fromEntries([
      ...[...served.functions].map(([token, one]) => [token, functionSpec(root, one, facts)]),
      ...[...served.resources].flatMap(methodSpecs),
    ]),
    types: types.named,
  });
}

/** The plugin is told no configuration but `checks:`: what a docstring says of `merchant:KEY` is nested in that, there. */
function withNestedSettings(schema) {
  const nested = (words) =>
    words
      .replace(/config set (?=(?:--secret )?merchant:)/g, "config set --path ")
      .replace(/\bmerchant:(?=\w)/g, "checks:merchant.");
  const inDescriptions = (key, value) =>
    key === "description" && typeof value === "string" ? nested(value) : value;
  return JSON.parse(JSON.stringify(schema), inDescriptions);
}

function settings(root, files, fields, { defaultOf, types }) {
  const docs = docsOf(root, files);
  return Object.fromEntries(
    Object.entries(fields).map(([key, type]) => [
      key,
      {
        ...types.setting(type, key),
        description: withDefault(docs(key), defaultOf(type)),
        ...(KEYS.includes(key) && { secret: true }),
      },
    ]),
  );
}

/** The settings that are secrets by themselves, or hold some. */
const KEYS = ["apiKey", "projects", "accessToken", "secretKey"];

/** The settings of the payment service are one argument of a provider, and nested in the configuration. */
function merchantSettings(root, fields, facts) {
  facts.types.named["checks:index:Merchant"] = {
    type: "object",
    description: "The settings of the payment service.",
    properties: settings(root, MERCHANT_SETTINGS, fields, facts),
  };
  return {
    $ref: "#/types/checks:index:Merchant",
    description:
      "The settings of the payment service; in the configuration `checks:merchant`, set with `pulumi config set --path checks:merchant.url …`. Contains keys: a secret.",
    secret: true,
  };
}

function resourceSpec(root, { definition, secrets, list }, facts) {
  const { kind, fields, outputs, methods = {} } = definition;
  const docs = nestedDocs(root, docsOf(root, SOURCES[kind]), kind);
  const { metaOf, types } = facts;
  const of = (key, type, side) => ({
    ...(side === "input"
      ? types.input(type, metaOf({ [key]: type }, key), kind + capital(key), docs)
      : types.output(type, metaOf({ [key]: type }, key), kind + capital(key), docs)),
    ...spoken(docs(key), key, type, side, facts),
    ...(secrets.has(key) && { secret: true }),
  });
  const required = Object.keys(fields).filter((key) => !fields[key].safeParse(undefined).success);
  return {
    description: WORDS[kind],
    properties: {
      ...mapped(fields, (key, type) => of(key, type, "output")),
      ...mapped(outputs, (key, type) => of(key, type, "output")),
    },
    required: [
      ...required,
      ...Object.keys(outputs).filter((key) => !outputs[key].safeParse(undefined).success),
    ],
    inputProperties: mapped(fields, (key, type) => of(key, type, "input")),
    requiredInputs: required,
    ...(list && { listInputs: argumentsSpec(root, list.by, facts) }),
    ...(Object.keys(methods).length > 0 && {
      methods: mapped(methods, (name) => methodToken(kind, name)),
    }),
    aliases: [{ type: `${DYNAMIC}${kind}` }],
  };
}

/** Ids with names, wherever a transaction has some, have docstrings of their own. */
function nestedDocs(root, docs, owner) {
  const file = `${PAYMENTS}/transaction/transaction.ts`;
  return (key, of = owner) => {
    if (/(?:Entity|Mode|Status)$/.test(of)) return docsOf(root, [file], "withName")(key);
    return of === "RefundReverse" ? docsOf(root, [file])(key) : docs(key);
  };
}

/** A component, which the engine has the plugin make of other resources; it has no row of an earlier version. */
function componentSpec(root, one, facts) {
  const secrets = new Set(Object.keys(one.outputs).filter((key) => facts.metaOf(one.outputs, key).secret));
  const { properties, required, inputProperties, requiredInputs, description } = resourceSpec(
    root,
    { definition: one, secrets },
    facts,
  );
  const outputs = Object.keys(one.outputs);
  return {
    isComponent: true,
    description,
    properties: Object.fromEntries(outputs.map((key) => [key, properties[key]])),
    required: required.filter((key) => outputs.includes(key)),
    inputProperties,
    requiredInputs,
  };
}

const methodToken = (kind, name) => `checks:index:${kind}/${name}`;

/** The functions that the methods of a resource are, to the engine. */
function methodSpecs([token, { definition }]) {
  return Object.entries(definition.methods ?? {}).map(([name, { words }]) => [
    methodToken(definition.kind, name),
    {
      description: words,
      inputs: {
        properties: {
          __self__: { $ref: `#/resources/${token}`, description: `The resource, a ${definition.kind}.` },
        },
        required: ["__self__"],
      },
    },
  ]);
}

/** What is said of a field beside its type: its words, its unit and default, and what a change or its use means. */
function spoken(words, key, type, side, { metaOf, defaultOf }) {
  const { unit, replaces, deprecatedFor } = metaOf({ [key]: type }, key);
  const standard = side === "input" ? defaultOf(type) : undefined;
  const measured = unit === "seconds" && !/second/.test(words) ? `${words} In seconds.` : words;
  return {
    description: withDefault(measured, standard),
    ...(side === "input" && replaces && { willReplaceOnChanges: true }),
    ...(deprecatedFor && { deprecationMessage: `Use ${deprecatedFor}.` }),
  };
}

/** The words, and the default where there is one; no settings at all say nothing. */
function withDefault(words, standard) {
  const isTold = standard !== undefined && JSON.stringify(standard) !== "{}";
  return isTold ? `${words} Default: \`${JSON.stringify(standard)}\`.` : words;
}

function functionSpec(root, definition, facts) {
  const { name, sdk, answer } = placeOf(root, definition);
  return {
    description: docsOf.words(root, `${sdk}/${name}.ts`, name),
    inputs: argumentsSpec(root, definition, facts),
    outputs: facts.types.object(definition.result, capital(name), answer),
  };
}

function argumentsSpec(root, definition, { types }) {
  const { name, argument } = placeOf(root, definition);
  const inputs = definition.args.shape;
  return {
    properties: mapped(inputs, (key, type) => ({
      ...types.input(type, {}, name + capital(key)),
      description: argument(key),
    })),
    required: Object.keys(inputs).filter((key) => !inputs[key].safeParse(undefined).success),
  };
}

/** Where a data source stands in the SDK, and the docstrings of its arguments and of its result. */
function placeOf(root, { name: called }) {
  const name = called.replace(/^payments\./, "");
  return { name, ...(called === name ? monitorDocs(root, name) : paymentsDocs(root, name)) };
}

function monitorDocs(root, name) {
  const own = `${FUNCTIONS}/${name}.ts`;
  return {
    sdk: "sdk/monitor/functions",
    argument: docsOf(root, [own, ...SHARED_ARGUMENTS], "args"),
    answer: docsOf(root, [own, ...SHARED_RESULTS], "result"),
  };
}

function paymentsDocs(root, name) {
  const { own, answer } = PAYMENTS_FUNCTIONS[name];
  return {
    sdk: "sdk/payments",
    argument: docsOf(root, [own], "args"),
    answer: nestedDocs(root, docsOf(root, [answer]), capital(name)),
  };
}

const mapped = (fields, work) =>
  Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, work(key, type)]));

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
