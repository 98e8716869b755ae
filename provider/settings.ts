/**
 * What can be configured, and where each value comes from: the environment first, then the stack's
 * configuration. (A refresh or destroy gets the configuration of the last `up`; the environment is always
 * current, which is what a rotated key needs.)
 */
import { z } from "zod";
import { ChecksError } from "./errors";

/** Reads one value of the stack's configuration, for example `checks:apiKey`. */
export type ConfigReader = (key: string) => string | undefined;

const numberOf = (min: number, max: number, what: string) =>
  z.coerce
    .number({ error: what })
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, { error: `${what}, ${min} to ${max}` });

/** Where a service is. */
export const address = z
  .string()
  .trim()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an http(s) address",
  });

/** A key travels in a header, which carries nothing else; files and pipes add a line break. */
export const secretKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, { error: "must consist of one or more visible ASCII characters" });

const yesOrNo = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((value) => value === "true");

/** The settings under `checks:`. Each can be given in the environment as `CHECKS_` and its name: `CHECKS_API_KEY`. */
export const settingFields = {
  /** Address of the monitoring service, for example `https://monitoring.example.com`. */
  url: address.optional(),
  /** API key of the project. A secret: `pulumi config set --secret checks:apiKey`. */
  apiKey: secretKey.optional(),
  /** Named projects: `checks:projects.<name>.apiKey` and, when it differs, `.url`. */
  projects: z
    .record(z.string(), z.object({ apiKey: secretKey.optional(), url: address.optional() }))
    .default({}),
  /** Allows `http://` to other machines; the key then travels unencrypted. */
  allowHttp: yesOrNo.default(false),
  /** Most requests in any minute to one project. No limit when not set. */
  requestsPerMinute: numberOf(1, 100_000, "must be a whole number of requests").optional(),
  /** Most requests in flight at once to one project. */
  concurrency: numberOf(1, 64, "must be a whole number of requests").default(8),
  /** Seconds until one attempt of a request counts as unanswered. */
  timeoutSeconds: numberOf(1, 3600, "must be a whole number of seconds").default(30),
  /** Seconds until a request is given up, attempts and waits together. */
  deadlineSeconds: numberOf(1, 86_400, "must be a whole number of seconds").default(180),
} as const;

/** All settings, with defaults in place. */
export type Settings = z.output<z.ZodObject<typeof settingFields>>;

/** `apiKey` → `CHECKS_API_KEY`. */
export function environmentName(key: string): string {
  return `CHECKS_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Reads all settings; every wrong one is named, without its value. */
export function readSettings(config: ConfigReader, environment: NodeJS.ProcessEnv = process.env): Settings {
  const values: Record<string, unknown> = {};
  for (const [key, type] of Object.entries(settingFields)) {
    const fromEnvironment = key === "projects" ? undefined : environment[environmentName(key)];
    const given = fromEnvironment || config(`checks:${key}`) || undefined;
    const parsed = type.safeParse(key === "projects" ? parseProjects(given) : given);
    if (!parsed.success) {
      const place = fromEnvironment ? environmentName(key) : `checks:${key}`;
      throw new ChecksError({
        subject: "configuration",
        property: place,
        reason: parsed.error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; "),
        remedy: fromEnvironment
          ? `Correct ${place} in the environment`
          : `Correct it with \`pulumi config set ${place}\``,
      });
    }
    values[key] = parsed.data;
  }
  return values as Settings;
}

/** Nested configuration arrives as one JSON string. */
function parseProjects(given: string | undefined): unknown {
  if (given === undefined) return undefined;
  try {
    return JSON.parse(given);
  } catch {
    return "not JSON";
  }
}
