import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { bodyOf } from "../core/requestBody";
import type { Merchant } from "./merchant";
import { invalid, unauthorized } from "./refusal";

export type PaymentsCall = Context<{ Bindings: HttpBindings }>;

/** Refuses a call without the access token. A scheme word before the token makes it a different token. */
export function authorize(call: PaymentsCall, merchant: Merchant): void {
  if (call.env.incoming.headers.authorization !== merchant.keys.accessToken) throw unauthorized();
}

/** The fields of a JSON body, also of a GET; empty if there is no body, or if its content type is not JSON. */
export async function bodyFields(incoming: IncomingMessage): Promise<Fields> {
  const body = await bodyOf(incoming);
  if (body.length === 0 || !isJson(incoming.headers["content-type"])) return {};
  const value = parseBody(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("the body is not a JSON object");
  }
  return value as Fields;
}

/** Unvalidated fields of a request. */
export type Fields = Record<string, unknown>;

/** Validates fields by a schema; 400 names the first invalid one. */
export function checkFieldsBy<T>(schema: z.ZodType<T>, fields: Fields): T {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid([issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw invalid("the body is not JSON");
  }
}
