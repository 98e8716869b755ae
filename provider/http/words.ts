/** What a service says in an error, so far as it may stand in a message. */
import { oneLine } from "../core/errors";
import { jsonOrUndefined } from "../core/json";
import { masked } from "./masked";

const MOST_WORDS = 200;

/**
 * What the service said in an error, from `{"error": …}` or plain text. Pages of HTML say nothing, and neither does
 * any other JSON: it may be an ordinary answer, with secrets in it.
 */
export function wordsOf(data: unknown, secrets: readonly string[]): string | undefined {
  if (typeof data !== "string" || data.trim() === "" || isPage(data)) return undefined;
  const words = errorWords(data);
  return oneLine(masked(words ?? "", secrets)).slice(0, MOST_WORDS) || undefined;
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
