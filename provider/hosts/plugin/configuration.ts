/**
 * Where a provider's settings come from. An explicit provider's arguments beat the environment. For the default
 * provider the environment comes first, as in the dynamic host, then the stack's configuration of today, which the
 * engine puts into the plugin's environment; what it sends to Configure is, in a refresh, that of the last `up`.
 */
import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { type ConfigReader, environmentName, parsedJson } from "../../core/settings";
import { readSettings, settingFields } from "../../monitor/settings";
import { merchantSettingFields } from "../../payments/settingFields";
import { readMerchantSettings } from "../../payments/settings";
import { isDefaultName, refusedName } from "../providerName";
import { ENGINES_OWN, MERCHANT, strangersIn } from "../settingNames";

/** The settings of one provider resource. */
export interface Configuration {
  read: ConfigReader;
  environment: NodeJS.ProcessEnv;
  /** Adds settings of other configuration namespaces, which the engine does not pass to a plugin but a program in TypeScript sends. Returns whether one is new. */
  tell(settings: Values): boolean;
}

/** The argument with keys and addresses of named projects. */
const PROJECTS = "projects";

/** The settings of a provider with this name and these arguments. */
export function configurationOf(
  name: string,
  args: Values,
  environment: NodeJS.ProcessEnv = process.env,
): Configuration {
  const told: Values = {};
  const tell = (settings: Values) => {
    const isNew = Object.entries(settings).some(([key, value]) => told[key] !== value);
    Object.assign(told, settings);
    return isNew;
  };
  if (isExplicit(name)) {
    const read = Object.assign(reader(args), { nestedIn: "arguments" as const });
    return { read, environment: withoutArguments(environment, args), tell };
  }
  const today = configurationOfToday(environment);
  // Without a name it may be an explicit provider, for which the stack's settings do not count; a default one has them
  // as arguments.
  if (name === "") refuseContradiction(args, environment);
  const own = reader(name === "" ? args : (today ?? args));
  const read = Object.assign((key: string) => own(key) ?? asText(told[key]), {
    nestedIn: "configuration" as const,
  });
  return { read, environment, tell };
}

/** Whether a provider with this name has arguments of its own. Engines before 3.154 do not send the name. */
function isExplicit(name: string): boolean {
  return name !== "" && !isDefaultName(name);
}

/** What is wrong with the arguments of a provider with this name; values that are not known yet are not checked. */
export function configurationProblems(
  name: string,
  args: Values,
  isUnknown: (value: unknown) => boolean,
): string[] {
  const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !isUnknown(value)));
  return [
    ...strangersIn("checks", Object.keys(args)),
    ...wrongSettings(known, isExplicit(name) ? "arguments" : undefined),
  ];
}

/** An explicit provider that has the name of a default one, as far as today's configuration shows it, would get the stack's settings. */
export function nameProblems(
  name: string,
  args: Values,
  isUnknown: (value: unknown) => boolean,
  environment: NodeJS.ProcessEnv = process.env,
): string[] {
  if (!isDefaultName(name)) return [];
  const { PULUMI_CONFIG } = environment;
  const today = configurationOfToday(environment) ?? (PULUMI_CONFIG === NO_CONFIGURATION ? {} : undefined);
  if (!today) return [];
  const own = Object.entries(args).filter(([key, value]) => !ENGINES_OWN.includes(key) && !isUnknown(value));
  return own.some(([key, value]) => asText(value) !== asText(today[key])) ? [refusedName(name)] : [];
}

/** Checks one setting after the other, so that all problems are reported at once. */
function wrongSettings(args: Values, nestedIn: ConfigReader["nestedIn"]): string[] {
  const readerOf = (one: Values) => Object.assign(reader(one), nestedIn && { nestedIn });
  return Object.keys(args).flatMap((key) => {
    if (key !== MERCHANT) return problemsOf(() => readSettings(readerOf({ [key]: args[key] }), {}));
    const nested = parsedJson(asText(args[key]) ?? "");
    const parts = isMap(nested)
      ? Object.entries(nested).map(([part, value]) => ({ [part]: value }))
      : [nested];
    return parts.flatMap((part) => problemsOf(() => readMerchantSettings(readerOf({ [key]: part }), {})));
  });
}

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ChecksError) return [error.message];
    throw error;
  }
}

function isMap(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads `checks:apiKey`, and nothing of other bags. */
function reader(args: Values): ConfigReader {
  return (key) => {
    if (!key.startsWith("checks:")) return undefined;
    const name = key.slice("checks:".length);
    return asText(name === MERCHANT ? inCamelCase(args[name]) : args[name]);
  };
}

/** A dictionary of Python has the names of that language, `access_token`. */
function inCamelCase(given: unknown): unknown {
  const nested = typeof given === "string" ? parsedJson(given) : given;
  if (!isMap(nested)) return given;
  const nameOf = (key: string) => {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return Object.hasOwn(merchantSettingFields, name) ? name : key;
  };
  return Object.fromEntries(Object.entries(nested).map(([key, value]) => [nameOf(key), value]));
}

/** Configuration is text; what has parts is JSON. SDKs of some languages send a text as JSON, too. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? withoutQuotes(value) : JSON.stringify(value);
}

/** No value of a setting is meant to begin and end with quotation marks. */
function withoutQuotes(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  const content = parsedJson(`[${text}]`);
  return Array.isArray(content) && content.length === 1 ? content[0] : text;
}

/** What the engine tells of a stack that has no configuration under `checks:`. */
const NO_CONFIGURATION = "{}";

/** `PULUMI_CONFIG`: today's values under `checks:`, decrypted; undefined where an engine does not tell them. */
function configurationOfToday({ PULUMI_CONFIG }: NodeJS.ProcessEnv): Values | undefined {
  if (!PULUMI_CONFIG) return undefined;
  // The engine leaves our namespace out. A program's own process has this variable too, with all namespaces.
  const entries = Object.entries(JSON.parse(PULUMI_CONFIG) as Values)
    .map(([key, value]) => [key.replace(/^checks:/, ""), value] as const)
    .filter(([key]) => !key.includes(":"));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Engines before 3.154 do not tell a provider its name, so it is not known whether the environment or an argument has precedence. */
function refuseContradiction(args: Values, environment: NodeJS.ProcessEnv): void {
  const said = new Map<string, string | undefined>();
  for (const key of Object.keys(settingFields))
    if (key !== PROJECTS && key in args) said.set(environmentName(key), asText(args[key]));
  if (MERCHANT in args) {
    const nested = parsedJson(reader(args)(`checks:${MERCHANT}`) ?? "");
    for (const key of Object.keys(merchantSettingFields))
      said.set(environmentName(key, MERCHANT), isMap(nested) ? asText(nested[key]) : undefined);
  }
  const isOther = (variable: string) => {
    const value = environment[variable]?.trim() ?? "";
    if (value === "") return false;
    return said.has(variable) ? said.get(variable)?.trim() !== value : isOfProjects(variable, args);
  };
  const variable = Object.keys(environment).find(isOther);
  if (variable === undefined) return;
  throw new ChecksError({
    subject: "configuration",
    property: variable,
    reason:
      "the environment differs from an argument of a provider, and this version of Pulumi does not say which provider it is",
    remedy: `Use Pulumi 3.154 or newer, or remove ${variable} from the environment`,
  });
}

/** Whether a variable is the key or the address of a project that the arguments set. */
function isOfProjects(variable: string, args: Values): boolean {
  return PROJECTS in args && variable.startsWith("CHECKS_PROJECTS_");
}

/** The environment without the variables that the arguments of an explicit provider override. */
function withoutArguments(environment: NodeJS.ProcessEnv, args: Values): NodeJS.ProcessEnv {
  const named = new Set(Object.keys(args).map((key) => environmentName(key)));
  const isGiven = (variable: string) =>
    named.has(variable) ||
    isOfProjects(variable, args) ||
    (MERCHANT in args && variable.startsWith("MERCHANT_"));
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !isGiven(variable)));
}
