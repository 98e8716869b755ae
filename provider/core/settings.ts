/**
 * What can be configured, and where each value comes from: the environment first, then the stack's
 * configuration. (A refresh or destroy gets the configuration of the last `up`; the environment is always
 * current, which is what a rotated key needs.)
 */
import { z } from "zod";
import { ChecksError } from "./errors";
import { type Fields, type Given, seconds, type Values } from "./fields";
import { jsonOrUndefined } from "./json";

/** Settings as a program gives them. One whose type takes anything is read out of a text, too. */
export type SettingsOf<F extends Fields> = {
  -readonly [K in keyof F]?:
    | Given<unknown extends z.input<F[K]> ? z.output<F[K]> | string : z.input<F[K]>>
    | undefined;
};

/** Reads one value of the stack's configuration, for example `checks:apiKey`. */
export interface ConfigReader {
  (key: string): string | undefined;
  /** Where settings that are not under `checks:` are to be set, when that is not a bag of their own: nested in `checks:`, or among the arguments of a provider. */
  readonly nestedIn?: "configuration" | "arguments";
}

/** Where a setting stands, and how somebody sets it there. */
export interface Place {
  name: string;
  how: string;
  /** What the environment has instead of it does not count. */
  isArgument?: true;
}

/** The name in messages of an argument of an explicit provider, for which the stack's configuration does not count. */
export function argumentName(name: string): string {
  return `the provider's argument ${name}`;
}

/** An argument of an explicit provider. */
export function argumentPlace(name: string): Place {
  return { name, how: `as ${argumentName(name)}`, isArgument: true };
}

/** A whole number between two bounds. */
export const numberOf = (min: number, max: number, what: string) =>
  z.coerce
    .number({ error: what })
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, { error: `${what}, ${min} to ${max}` });

/** A configured number is a text of digits. */
export const secondsOrText = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === "string" && /^\s*\d+\s*$/.test(given) ? Number(given) : given),
    seconds(min, max),
  );

/** Where a service is. */
export const address = z
  .string({ error: "must be an http(s) address" })
  .trim()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an http(s) address",
  })
  .refine((value) => !/[?#]/.test(value), {
    error: "must be an address without ? and #, because paths are added to it",
  });

/** A key travels in a header, which carries nothing else; files and pipes add a line break. What has parts comes as JSON. */
export const secretKey = z
  .string({ error: "must be a string" })
  .trim()
  .refine((key) => !/^[[{]/.test(key) || jsonOrUndefined(key) === undefined, {
    error: "must be one key, not a map or a list",
    abort: true,
  })
  .regex(/^[\x21-\x7e]+$/, { error: "must consist of one or more visible ASCII characters" });

/** true or false. */
export const yesOrNo = z
  .union([z.boolean(), z.enum(["true", "false"])], { error: "must be true or false" })
  .transform((value) => String(value) === "true");

/** Why one is refused that there is not. */
export function noSuchSetting(fields: Fields, more: readonly string[] = []): string {
  return `there is no such setting; the settings are ${[...Object.keys(fields), ...more].join(", ")}`;
}

/** Settings of one service: their place in the configuration (`checks:…`), and their types. */
export interface SettingGroup<F extends Fields> {
  bag: string;
  fields: F;
  /** Those that the environment does not have, or has under other names. */
  notInEnvironment?: readonly string[];
  /** Where one of them is to be set; in the stack's configuration, where not said. */
  placeOf?: (key: string) => Place;
}

/** `checks:url`, set with `pulumi config set checks:url`. */
export function placeInConfiguration<F extends Fields>({ bag, fields }: SettingGroup<F>, key: string): Place {
  const secret = isSecret(fields[key]) ? "--secret " : "";
  return { name: `${bag}:${key}`, how: `with \`pulumi config set ${secret}${bag}:${key}\`` };
}

/** `apiKey` → `CHECKS_API_KEY`. */
export function environmentName(key: string, bag = "checks"): string {
  return `${bag}_${key.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

/** The name in messages of a setting that a call itself gives, among its argument `settings`. */
export function nameInCall(key: string): string {
  return `settings.${key}`;
}

/** The variable that gives a setting; undefined if the environment does not, so that the configuration counts. */
export function givenBy(key: string, environment: NodeJS.ProcessEnv, bag?: string): string | undefined {
  const variable = environmentName(key, bag);
  return environment[variable]?.trim() ? variable : undefined;
}

/** Reads all settings of a group. What a caller gives explicitly goes before the environment. */
export function readGroup<F extends Fields>(
  group: SettingGroup<F>,
  config: ConfigReader,
  environment: NodeJS.ProcessEnv = process.env,
  explicit: Values = {},
): z.output<z.ZodObject<F>> {
  const { bag, fields, notInEnvironment = [], placeOf = (key) => placeInConfiguration(group, key) } = group;
  const values: Values = {};
  for (const [key, type] of Object.entries<z.ZodType>(fields)) {
    const variable = notInEnvironment.includes(key) ? undefined : givenBy(key, environment, bag);
    // Files and pipes add a line break, which nobody sees in what is refused because of it.
    const fromEnvironment = variable && environment[variable]?.trim();
    const given = explicit[key] ?? fromEnvironment ?? (config(`${bag}:${key}`) || undefined);
    const parsed = type.safeParse(given);
    if (!parsed.success) {
      const place = placeOf(key);
      const isOfCall = explicit[key] !== undefined;
      throw new ChecksError({
        subject: "configuration",
        property: isOfCall ? nameInCall(key) : (variable ?? place.name),
        reason: parsed.error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; "),
        remedy: isOfCall
          ? "Correct it in the call"
          : `Correct ${variable ? `${variable} in the environment` : `it ${place.how}`}`,
      });
    }
    values[key] = parsed.data;
  }
  return values as z.output<z.ZodObject<F>>;
}

/** Whether a setting is a key. */
export function isSecret(type: z.ZodType | undefined): boolean {
  return type instanceof z.ZodOptional && type.unwrap() === secretKey;
}

/** A setting with parts. Nested configuration arrives as one JSON string. */
export function nested<T extends z.ZodType>(type: T) {
  return z.preprocess((given) => (typeof given === "string" ? parsedJson(given) : given), type);
}

/** A name may begin with a word in brackets, and goes on after it. */
const WORD_IN_BRACKETS = /^(?:\[[^"\]]*\]|\{[^"}]*\})\s*[^\s\]},]/;

/** A list, as JSON or as a text with something between its members; what is more than a list (`*`) is left as it is. */
export function list<T extends z.ZodType>(type: T, between: RegExp) {
  const read = (given: unknown): unknown => {
    if (typeof given !== "string") return given;
    const text = given.trim();
    if (/^[[{]/.test(text) && !WORD_IN_BRACKETS.test(text)) return parsedJson(text);
    return type.safeParse(text).success ? text : text.split(between);
  };
  return z.preprocess((given, context) => {
    const value = read(given);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    context.addIssue("must be a list, not a map; in a path `[0]` makes a list, and `.0` a map");
    return z.NEVER;
  }, type);
}

/** The value of a JSON text in the configuration; "not JSON", which no setting accepts, when it is not JSON. */
export function parsedJson(given: string): unknown {
  const value = jsonOrUndefined(given);
  return value === undefined ? "not JSON" : value;
}
