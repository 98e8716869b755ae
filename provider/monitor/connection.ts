/** Where one project of the monitoring service is, and the key to it. */
import { ChecksError } from "../core/errors";
import { address, argumentName, type ConfigReader, givenBy, secretKey } from "../core/settings";
import { shellWord } from "../core/shellWord";
import { type Connection, refuseUnencryptedHttp } from "../http/connection";
import { type Settings, settingName } from "./settings";
import { DEFAULT_PROJECT } from "./sharedFields";

/** Where a project is, under which name, and with which key. */
export interface ProjectConnection extends Connection {
  /** `default`, or the name under `checks:projects`. */
  project: string;
  /** What the address was before, where the service is reached by another one now. */
  formerUrl: string | undefined;
  apiKey: string;
  /** Where another key is to be set, so that it counts. */
  keyPlace: string;
  /** Where other settings are to be set. */
  nestedIn: ConfigReader["nestedIn"];
}

/** Finds address and key of a project; says what to set when something is missing. */
export function connect(
  settings: Settings,
  name?: string,
  environment: NodeJS.ProcessEnv = process.env,
  nestedIn?: ConfigReader["nestedIn"],
): ProjectConnection {
  const named = name === undefined ? undefined : namedProject(settings, name, environment, nestedIn);
  const url = named?.url ?? settings.url;
  const apiKey = name === undefined ? settings.apiKey : named?.apiKey;
  const project = name ?? DEFAULT_PROJECT;
  const keyIsIn = keyPlace(project, nestedIn);
  const place = name === undefined ? "checks:apiKey" : `--path ${pathOfKey(name)}`;
  const variable = name === undefined ? "CHECKS_API_KEY" : environmentOf(name, "API_KEY");
  const how =
    nestedIn === "arguments"
      ? `in ${keyIsIn}`
      : `with \`pulumi config set --secret ${place}\` or ${variable}`;
  const called = (key: string) => settingName(key, nestedIn);
  const hasNoKey = apiKey === undefined || apiKey === "";
  const orAnother = hasNoKey && name === undefined ? orAnotherOf(settings, environment) : "";
  if (url === undefined) {
    const set = nestedIn === "arguments" ? called("url") : "it with `pulumi config set checks:url ADDRESS`";
    throw new ChecksError({
      subject: "configuration",
      property: "checks:url",
      reason: "the address of the monitoring service is not set",
      remedy: `Set ${set} or CHECKS_URL; ${nestedIn === "arguments" ? "it" : "ADDRESS"} is for example https://healthchecks.io for the hosted service${hasNoKey ? `. The API key is not set either: set it ${how}${orAnother}` : ""}`,
    });
  }
  if (hasNoKey) {
    throw new ChecksError({
      subject: "configuration",
      property: name === undefined ? "checks:apiKey" : `checks:projects.${name}.apiKey`,
      reason: "the API key is not set",
      remedy: `Set it ${how}; the project's settings page shows its keys${orAnother}`,
    });
  }
  const source = (key: string) => givenBy(key, environment) ?? called(key);
  const addressSetting = named?.addressSetting ?? source("url");
  refuseUnencryptedHttp(addressSetting, url, settings.allowHttp, source("allowHttp"));
  const { formerUrl, requestsPerMinute, concurrency, timeoutSeconds, deadlineSeconds } = settings;
  return {
    project,
    url: url.replace(/\/+$/, ""),
    formerUrl,
    apiKey,
    keyPlace: keyIsIn,
    nestedIn,
    headers: { "X-Api-Key": apiKey },
    secrets: [apiKey],
    addressSetting,
    refusals: refusalsOf(project, keyIsIn),
    refusesInJson: true,
    requestsPerMinute,
    concurrency,
    timeoutSeconds,
    deadlineSeconds,
    allowHttp: settings.allowHttp,
  };
}

/** The projects that have a key: `undefined` for the one without a name. */
export function projectsWithKey(
  { apiKey, projects }: Settings,
  environment: NodeJS.ProcessEnv = process.env,
): (string | undefined)[] {
  const given = Object.keys(environment).filter((variable) => environment[variable]?.trim());
  const named = Object.keys(projects);
  const known = named.filter(
    (name) => projects[name]?.apiKey !== undefined || given.includes(environmentOf(name, "API_KEY")),
  );
  const variables = new Set(named.map((name) => environmentOf(name, "API_KEY")));
  // A variable does not tell more of a name than this, and no more is needed to find its key.
  const others = given.flatMap((variable) => {
    const [, name] = /^CHECKS_PROJECTS_(\w+)_API_KEY$/.exec(variable) ?? [];
    return name === undefined || variables.has(variable) ? [] : [name.toLowerCase()];
  });
  return [...(apiKey === undefined ? [] : [undefined]), ...known, ...others];
}

/** Who gave keys to named projects only forgot to name one, rather than to set a key for the one without a name. */
function orAnotherOf(settings: Settings, environment: NodeJS.ProcessEnv): string {
  const others = projectsWithKey(settings, environment).join(", ");
  return others === "" ? "" : `. Or name with \`project\` one that has a key: ${others}`;
}

/** What the service means when it refuses a key, which it does not say. */
function refusalsOf(project: string, place: string): Connection["refusals"] {
  const isDefault = project === DEFAULT_PROJECT;
  const of = isDefault ? "" : ` of project ${JSON.stringify(project)}`;
  // An assignment by a UUID alone is looked for in the default project, wherever its check is.
  const orNameIt = (how = "") => (isDefault ? `name that one with \`project\`${how}, or ` : "");
  // A refresh reads where the state says that the check is, whatever the program names by now.
  const orNameItFirst = orNameIt(" (a resource needs an `up` without `--refresh` then)");
  return {
    401: {
      reason: `the service refused the API key${of}`,
      remedy: `It is wrong, or it is a read-only key used for a change; set a read-write key in ${place}`,
      remedyOfRead: `It is wrong or was revoked; set another key of the project (a read-only key is enough for reading) in ${place}`,
    },
    403: {
      reason: `the service refused access with this API key${of} (403)`,
      remedy: `The check belongs to another project, or the key is read-only; ${orNameIt()}set a read-write key of the check's own project in ${place}`,
      remedyOfRead: `The check belongs to another project; ${orNameItFirst}set a key of that project (a read-only key is enough for reading) in ${place}`,
      remedyOfList: `The key is not good for this, or something in front of the service refuses it; set another key of the project in ${place}, or ask whoever runs the service`,
    },
  };
}

/** `CHECKS_PROJECTS_<NAME>_API_KEY` and `…_URL` win over the configuration, as everywhere. */
function namedProject(
  settings: Settings,
  name: string,
  environment: NodeJS.ProcessEnv,
  nestedIn: ConfigReader["nestedIn"],
) {
  const configured = Object.hasOwn(settings.projects, name) ? settings.projects[name] : undefined;
  const given = (what: "API_KEY" | "URL", type: typeof address) => {
    const value = fromEnvironment(environment, environmentOf(name, what), type);
    if (value !== undefined) refuseSharedVariable(settings, name, what);
    return value;
  };
  const apiKey = given("API_KEY", secretKey) ?? configured?.apiKey;
  const givenUrl = given("URL", address);
  const url = givenUrl ?? configured?.url;
  if (configured === undefined && apiKey === undefined) {
    const names = Object.keys(settings.projects);
    throw new ChecksError({
      subject: "configuration",
      property: "checks:projects",
      reason: `there is no project named ${JSON.stringify(name)}; ${names.length ? `the projects are ${names.join(", ")}` : "none is configured"}`,
      remedy:
        nestedIn === "arguments"
          ? `Set its key in ${keyPlace(name, nestedIn)}`
          : `Set its key with \`pulumi config set --secret --path ${pathOfKey(name)}\` or ${environmentOf(name, "API_KEY")}`,
    });
  }
  const addressSetting =
    givenUrl === undefined ? settingName(`projects.${name}.url`, nestedIn) : environmentOf(name, "URL");
  return { apiKey, url, ...(url !== undefined && { addressSetting }) };
}

/** A variable knows no case, and only letters and digits: two names may have the same one. */
function refuseSharedVariable(settings: Settings, name: string, what: "API_KEY" | "URL"): void {
  const variable = environmentOf(name, what);
  const other = Object.keys(settings.projects).find(
    (known) => known !== name && environmentOf(known, what) === variable,
  );
  if (other === undefined) return;
  throw new ChecksError({
    subject: "configuration",
    property: variable,
    reason: `the projects ${JSON.stringify(name)} and ${JSON.stringify(other)} both use this variable`,
    remedy: "Set it in checks:projects and remove the variable, or rename one of the two",
  });
}

/** Where the key of a project is set, for messages. The arguments of an explicit provider go before all else. */
export function keyPlace(project: string, nestedIn?: ConfigReader["nestedIn"]): string {
  if (nestedIn === "arguments")
    return argumentName(project === DEFAULT_PROJECT ? "apiKey" : `projects.${project}.apiKey`);
  if (project === DEFAULT_PROJECT) return "checks:apiKey or CHECKS_API_KEY";
  return `checks:projects.${project}.apiKey or ${environmentOf(project, "API_KEY")}`;
}

/** As `pulumi config set --path` takes it; a name that is more than letters and digits is quoted, also for the shell. */
function pathOfKey(name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return `checks:projects.${name}.apiKey`;
  return shellWord(`checks:projects[${JSON.stringify(name)}].apiKey`);
}

function environmentOf(name: string, what: "API_KEY" | "URL"): string {
  return `CHECKS_PROJECTS_${name.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}_${what}`;
}

function fromEnvironment(environment: NodeJS.ProcessEnv, variable: string, type: typeof address) {
  const given = environment[variable]?.trim();
  if (!given) return undefined;
  const parsed = type.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ChecksError({
    subject: "configuration",
    property: variable,
    reason: parsed.error.issues.map(({ message }) => message).join("; "),
    remedy: `Correct ${variable} in the environment`,
  });
}
