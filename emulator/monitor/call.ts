import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { empty } from "../core/answer";
import { bodyOf, LARGEST_BODY } from "../core/requestBody";
import type { Account } from "./account";
import type { Dialect } from "./dialect";
import { ServerFailure, ValidationError } from "./fieldRules";
import type { Project } from "./project";
import { Refusal, type Refusals } from "./refusals";
import {
  JsonDepthError,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseRequestJson,
} from "./requestJson";

/** What the routes of the check service share. */
export interface Surroundings {
  account: Account;
  dialect: Dialect;
  refusals: Refusals;
  baseUrl: () => string;
}

export type MonitorApp = Hono<{ Bindings: HttpBindings }>;

export type Call = Context<{ Bindings: HttpBindings }>;

/** The version in the path of an API call: 1, 2 or 3. */
export function apiVersion(call: Call): number {
  return Number(call.req.path.charAt("/api/v".length));
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "X-Api-Key",
  "access-control-max-age": "600",
};

/** Handles an address of the API. Answers OPTIONS and wrong methods before looking at anything else. */
export function endpoint(methods: readonly string[], handle: (call: Call) => Response | Promise<Response>) {
  const allowed = [...methods, "OPTIONS"].join(", ");
  return async (call: Call): Promise<Response> => {
    const answer = await answerOf(methods, handle, call);
    for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value);
    answer.headers.set("access-control-allow-methods", allowed);
    return answer;
  };
}

async function answerOf(
  methods: readonly string[],
  handle: (call: Call) => Response | Promise<Response>,
  call: Call,
): Promise<Response> {
  const method = call.req.method;
  if (method === "OPTIONS") return empty(204);
  if (!methods.includes(method)) return empty(405);
  try {
    return await handle(call);
  } catch (problem) {
    if (problem instanceof Refusal && problem.constructor === Refusal) return problem.answer;
    throw problem;
  }
}

/** The body of a request. Refuses one that is too large with a page. */
export async function limitedBody(call: Call, around: Surroundings): Promise<Buffer> {
  const body = await bodyOf(call.env.incoming);
  if (body.length > LARGEST_BODY) throw around.refusals.page(400, "Bad Request");
  return body;
}

/** The JSON object in a POST's body; an empty body counts as `{}`. */
export async function jsonBody(call: Call, around: Surroundings): Promise<JsonObject> {
  const body = await limitedBody(call, around);
  if (body.length === 0) return new Map();
  let value: JsonValue;
  try {
    value = parseRequestJson(body);
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) throw around.refusals.error(400, "could not parse request body");
    if (problem instanceof JsonDepthError) throw around.refusals.page(500, "Server Error");
    throw problem;
  }
  if (!(value instanceof Map))
    throw around.refusals.error(400, "json validation error: value is not an object");
  return value;
}

const KEY_LENGTH = 32;

/** The project of a call that needs the read-write key. A POST may have the key in its body instead of the header. */
export function authorize(call: Call, around: Surroundings, body?: JsonObject): Project {
  const { project, readOnly } = openProject(call, around, body);
  if (readOnly) throw around.refusals.error(around.dialect.readOnlyRefused, "wrong api key");
  return project;
}

/** The project of a call that accepts either key. */
export function authorizeRead(call: Call, around: Surroundings): { project: Project; readOnly: boolean } {
  return openProject(call, around);
}

function openProject(
  call: Call,
  around: Surroundings,
  body?: JsonObject,
): { project: Project; readOnly: boolean } {
  const header = call.env.incoming.headers["x-api-key"];
  const key = header !== undefined ? String(header) : keyIn(body);
  if (key.length !== KEY_LENGTH) throw around.refusals.error(401, "missing api key");
  const opened = around.account.withKey(key);
  if (!opened) throw around.refusals.error(401, "wrong api key");
  return opened;
}

/** `api_key` of a body as text. The server also converts other types to text. */
export function keyIn(body: JsonObject | undefined): string {
  const value = body?.get("api_key");
  if (typeof value === "string") return value;
  return value instanceof JsonNumber ? value.text : "";
}

/** Turns errors from reading fields into answers. */
export function withValidationErrors<T>(around: Surroundings, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof ValidationError) throw around.refusals.error(400, problem.message);
    if (problem instanceof ServerFailure) throw around.refusals.page(500, "Server Error");
    throw problem;
  }
}
