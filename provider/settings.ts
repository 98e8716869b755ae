/**
 * What can be configured, and where each value comes from: the environment first, then the stack's
 * configuration. (A refresh or destroy gets the configuration of the last `up`; the environment is always
 * current, which is what a rotated key needs.)
 */
import { z } from "zod";
import { ChecksError } from "./errors";
import type { Fields, Values } from "./fields";

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

/** true or false. */
export const yesOrNo = z
  .union([z.boolean(), z.enum(["true", "false"])], { error: "must be true or false" })
  .transform((value) => String(value) === "true");

/** The settings under `checks:`. Each can be given in the environment as `CHECKS_` and its name: `CHECKS_API_KEY`. */
export const settingFields = {
  /** Address of the monitoring service, for example `https://monitoring.example.com`. */
  url: address.optional(),
  /** API key of the project. A secret: `pulumi config set --secret checks:apiKey`. */
  apiKey: secretKey.optional(),
  /** Named projects: `checks:projects.<name>.apiKey` and, when it differs, `.url`. */
  projects: nested(
    z.record(z.string(), z.object({ apiKey: secretKey.optional(), url: address.optional() })).default({}),
  ),
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

/** Settings of one service: their place in the configuration (`checks:…`), and their types. */
export interface SettingGroup<F extends Fields> {
  bag: string;
  fields: F;
  /** Those that the environment does not have, or has under other names. */
  notInEnvironment?: readonly string[];
}

/** `apiKey` → `CHECKS_API_KEY`. */
export function environmentName(key: string, bag = "checks"): string {
  return `${bag}_${key.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

/** Reads all settings of the monitoring service; every wrong one is named, without its value. */
export function readSettings(config: ConfigReader, environment: NodeJS.ProcessEnv = process.env): Settings {
  return readGroup(
    { bag: "checks", fields: settingFields, notInEnvironment: ["projects"] },
    config,
    environment,
  );
}

/** Reads all settings of a group. What a caller gives explicitly goes before the environment. */
export function readGroup<F extends Fields>(
  { bag, fields, notInEnvironment = [] }: SettingGroup<F>,
  config: ConfigReader,
  environment: NodeJS.ProcessEnv = process.env,
  explicit: Values = {},
): z.output<z.ZodObject<F>> {
  const values: Values = {};
  for (const [key, type] of Object.entries<z.ZodType>(fields)) {
    const variable = environmentName(key, bag);
    const fromEnvironment = notInEnvironment.includes(key) ? undefined : environment[variable];
    const given = explicit[key] ?? (fromEnvironment || config(`${bag}:${key}`) || undefined);
    const parsed = type.safeParse(given);
    if (!parsed.success) {
      const place = explicit[key] === undefined && fromEnvironment ? variable : `${bag}:${key}`;
      throw new ChecksError({
        subject: "configuration",
        property: place,
        reason: parsed.error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; "),
        remedy: remedyFor(place, explicit[key] !== undefined, place === variable, isSecret(type)),
      });
    }
    values[key] = parsed.data;
  }
  return values as z.output<z.ZodObject<F>>;
}

function isSecret(type: z.ZodType): boolean {
  return type instanceof z.ZodOptional && type.unwrap() === secretKey;
}

function remedyFor(place: string, explicit: boolean, environment: boolean, secret: boolean): string {
  if (explicit) return "Correct it where the call gives it";
  return environment
    ? `Correct ${place} in the environment`
    : `Correct it with \`pulumi config set ${secret ? "--secret " : ""}${place}\``;
}

/** A setting with parts. Nested configuration arrives as one JSON string. */
export function nested<T extends z.ZodType>(type: T) {
  return z.preprocess((given) => (typeof given === "string" ? parsedJson(given) : given), type);
}

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return "not JSON";
  }
}
