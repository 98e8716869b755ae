/** What a service says in an error, so far as it may stand in a message. */
import { jsonOrUndefined } from "../core/json";
import { oneLine } from "../core/visible";
import { maskSecrets } from "./masked";

const MOST_WORDS = 200;
/** Secrets in front of them take room, too; looking for those in megabytes would take minutes. */
const MOST_READ = 20_000;

/**
 * What the service said in an error, from `{"error": …}` or plain text. Pages of HTML say nothing, and neither does
 * any other JSON: it may be an ordinary answer, with secrets in it.
 */
export function wordsOf(data: unknown, secrets: readonly string[]): string | undefined {
  if (typeof data !== "string" || data.trim() === "" || isPage(data)) return undefined;
  return quotable(errorWords(data) ?? "", secrets) || undefined;
}

/** What others wrote, in an error or in a field of an answer, as it may stand in a message. */
export function quotable(words: string, secrets: readonly string[]): string {
  return maskSecrets(oneLine(words).slice(0, MOST_READ), secrets).slice(0, MOST_WORDS);
}

/** What the service calls its error, for example `UnprocessableEntityError`, where it does. */
export function errorNameOf(data: unknown): string | undefined {
  const body = typeof data === "string" ? jsonOrUndefined(data) : undefined;
  const { name } = Object(Object(body).error) as { name?: unknown };
  return typeof name === "string" && /^\w{1,60}$/.test(name) ? name : undefined;
}

/** The status that the service itself puts into its error, where it does: what stands in front of it has other forms. */
export function errorStatusOf(data: unknown): number | undefined {
  const body = typeof data === "string" ? jsonOrUndefined(data) : undefined;
  const { statusCode } = Object(Object(body).error) as { statusCode?: unknown };
  return typeof statusCode === "number" ? statusCode : undefined;
}

/** Whether a text is a page of HTML (or XML), which comes from something in front of a service or in its place. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith("<");
}

function errorWords(text: string): string | undefined {
  const body = jsonOrUndefined(text);
  if (typeof body !== "object" || body === null) return text;
  if (!("error" in body)) return undefined;
  const { error } = body;
  if (error === null) return undefined;
  if (typeof error === "string") return error;
  const { message } = Object(error) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}
