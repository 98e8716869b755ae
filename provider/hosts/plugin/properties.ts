/** Between the engine's properties, in which secrets, outputs and resources are marked, and plain values. */
import { type Values, withoutNulls } from "../../core/fields";
import { UNKNOWN } from "../../core/unknown";
import { type Struct, struct } from "./grpc";

/** The key by which an object on the wire says that it is something else, and what. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";

/** Plain values, and which of them are secrets or hold some. */
export interface Properties {
  values: Values;
  secrets: ReadonlySet<string>;
}

/** Reads what the engine sends. */
export function propertiesOf(message: Struct | undefined): Properties {
  const secrets = new Set<string>();
  const values: Values = {};
  for (const [key, value] of Object.entries((message?.toJavaScript() ?? {}) as Values)) {
    const content = plain(value, () => secrets.add(key));
    // Null is what some languages send for what is not named.
    if (content === null) secrets.delete(key);
    else values[key] = content;
  }
  return { values, secrets };
}

/** The same for a program's arguments, where nested values are not null either; values from a service may be. */
export function argumentsOf(message: Struct | undefined): Properties {
  const { values, secrets } = propertiesOf(message);
  return { values: withoutNulls(values), secrets };
}

function plain(value: unknown, isSecret: () => void): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, isSecret));
  if (typeof value !== "object" || value === null) return value;
  const marked = value as Values;
  if (marked[SIGNATURE] === SECRET) {
    isSecret();
    return plain(marked.value, isSecret);
  }
  if (marked[SIGNATURE] === OUTPUT) {
    if (marked.secret === true) isSecret();
    return "value" in marked ? plain(marked.value, isSecret) : UNKNOWN;
  }
  if (marked[SIGNATURE] === RESOURCE)
    return marked.id === "" || marked.id === undefined ? UNKNOWN : marked.id;
  return Object.fromEntries(Object.entries(marked).map(([key, one]) => [key, plain(one, isSecret)]));
}

/** What a value of the wire holds, without the mark of a secret or an output around it; `UNKNOWN` for what is not known. */
export function contentOf(value: unknown): unknown {
  const { [SIGNATURE]: signature, value: content } = (value ?? {}) as Values;
  if (signature === SECRET) return contentOf(content);
  if (signature === OUTPUT) return content === undefined ? UNKNOWN : contentOf(content);
  return value;
}

/** The URN of the resource that a value of the wire refers to; `""` where it refers to none. */
export function urnIn(value: unknown): string {
  const { [SIGNATURE]: signature, urn } = (contentOf(value) ?? {}) as Values;
  return signature === RESOURCE && typeof urn === "string" ? urn : "";
}

/** Whether a value of the wire is marked as a secret itself, and not only in its parts. */
export function isSecret(value: unknown): boolean {
  const { [SIGNATURE]: signature, value: content, secret } = (value ?? {}) as Values;
  return signature === SECRET || (signature === OUTPUT && (secret === true || isSecret(content)));
}

/** A value of the wire, as a secret. */
export function asSecret(value: unknown): Values {
  return { [SIGNATURE]: SECRET, value: contentOf(value) };
}

/** Writes values for the engine, those of some keys as secrets, at whatever depth they are. */
export function markSecrets(values: Values, secrets: ReadonlySet<string>): Struct {
  return struct(withMarks(values, secrets) as Values);
}

function withMarks(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withMarks(one, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      secrets.has(key) && one !== undefined && one !== null
        ? { [SIGNATURE]: SECRET, value: one }
        : withMarks(one, secrets),
    ]),
  );
}
