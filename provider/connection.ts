/** Where one project of the service is, and the key to it. */
import { ChecksError } from "./errors";
import { address, type Settings, secretKey } from "./settings";

/** What sets another service apart from the monitoring service in the eyes of the client. */
export interface ServiceTraits {
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** Values that must stand in no message. */
  secrets: readonly string[];
  /** The setting that holds the address, for example `merchant:url`. */
  addressSetting: string;
  /** What a refusal means, by its status, and what to do about it. */
  refusals: Readonly<Record<number, { reason: string; remedy: string }>>;
}

/** Everything a client needs to talk to one project. */
export interface Connection {
  /** `default`, or the name under `checks:projects`. */
  project: string;
  url: string;
  apiKey: string;
  requestsPerMinute: number | undefined;
  concurrency: number;
  timeoutSeconds: number;
  deadlineSeconds: number;
  /** Absent: those of the monitoring service. */
  traits?: ServiceTraits;
}

/** Finds address and key of a project; says what to set when something is missing. */
export function connect(
  settings: Settings,
  name?: string,
  environment: NodeJS.ProcessEnv = process.env,
): Connection {
  const named = name === undefined ? undefined : namedProject(settings, name, environment);
  const url = named?.url ?? settings.url;
  const apiKey = name === undefined ? settings.apiKey : named?.apiKey;
  const place = name === undefined ? "checks:apiKey" : `--path ${pathOfKey(name)}`;
  const variable = name === undefined ? "CHECKS_API_KEY" : environmentOf(name, "API_KEY");
  if (url === undefined) {
    throw new ChecksError({
      subject: "configuration",
      property: "checks:url",
      reason: "the address of the monitoring service is not set",
      remedy:
        "Set it with `pulumi config set checks:url ADDRESS` or CHECKS_URL; ADDRESS is for example https://healthchecks.io for the hosted service",
    });
  }
  if (apiKey === undefined || apiKey === "") {
    throw new ChecksError({
      subject: "configuration",
      property: name === undefined ? "checks:apiKey" : `checks:projects.${name}.apiKey`,
      reason: "the API key is not set",
      remedy: `Set it with \`pulumi config set --secret ${place}\` or ${variable}; the project's settings page shows its keys`,
    });
  }
  refuseOpenHttp("checks:url", url, settings.allowHttp);
  const { requestsPerMinute, concurrency, timeoutSeconds, deadlineSeconds } = settings;
  return {
    project: name ?? "default",
    url: url.replace(/\/+$/, ""),
    apiKey,
    requestsPerMinute,
    concurrency,
    timeoutSeconds,
    deadlineSeconds,
  };
}

/** `CHECKS_PROJECTS_<NAME>_API_KEY` and `…_URL` win over the configuration, as everywhere. */
function namedProject(settings: Settings, name: string, environment: NodeJS.ProcessEnv) {
  const configured = Object.hasOwn(settings.projects, name) ? settings.projects[name] : undefined;
  const apiKey =
    fromEnvironment(environment, environmentOf(name, "API_KEY"), secretKey) ?? configured?.apiKey;
  const url = fromEnvironment(environment, environmentOf(name, "URL"), address) ?? configured?.url;
  if (configured === undefined && apiKey === undefined) {
    const names = Object.keys(settings.projects);
    throw new ChecksError({
      subject: "configuration",
      property: "checks:projects",
      reason: `there is no project named ${JSON.stringify(name)}; ${names.length ? `there are ${names.join(", ")}` : "none is configured"}`,
      remedy: `Set its key with \`pulumi config set --secret --path ${pathOfKey(name)}\` or ${environmentOf(name, "API_KEY")}`,
    });
  }
  return { apiKey, url };
}

/** Where the key of a project is set, for messages. */
export function keyPlace(project: string): string {
  if (project === "default") return "checks:apiKey or CHECKS_API_KEY";
  return `checks:projects.${project}.apiKey or ${environmentOf(project, "API_KEY")}`;
}

/** As `pulumi config set --path` takes it; a name that is more than letters and digits is quoted, also for the shell. */
function pathOfKey(name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return `checks:projects.${name}.apiKey`;
  return `'checks:projects[${JSON.stringify(name)}].apiKey'`;
}

function environmentOf(name: string, what: "API_KEY" | "URL"): string {
  return `CHECKS_PROJECTS_${name.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}_${what}`;
}

function fromEnvironment(environment: NodeJS.ProcessEnv, variable: string, type: typeof address) {
  const given = environment[variable];
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

/** A key must not cross a network in clear text by accident. `setting` is the address's, e.g. `checks:url`. */
export function refuseOpenHttp(setting: string, url: string, allowHttp: boolean): void {
  const { protocol, hostname } = new URL(url);
  const loopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === "http:" && !loopback && !allowHttp) {
    throw new ChecksError({
      subject: "configuration",
      property: setting,
      reason: "http:// would send the API key unencrypted to another machine",
      remedy: `Use https://, or set ${setting.replace(/:.*/, ":allowHttp")} to true if the network is private`,
    });
  }
}
