import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { bodyOf } from "../core/requestBody";
import type { Merchant } from "./merchant";
import { invalid, unauthorized } from "./refusal";

/** A hono context of the payments service. */
export type PaymentsCall = Context<{ Bindings: HttpBindings }>;

/** Ends a call without the access token; a scheme word before it makes it another token. */
export function authorize(call: PaymentsCall, merchant: Merchant): void {
  if (call.env.incoming.headers.authorization !== merchant.keys.accessToken) throw unauthorized();
}

/** The fields of a body in JSON, of a GET too; none when there is no body or it is not labelled as JSON. */
export async function bodyFields(incoming: IncomingMessage): Promise<Fields> {
  const body = await bodyOf(incoming);
  if (body.length === 0 || !isJson(incoming.headers["content-type"])) return {};
  const value = parseBody(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("the body is not a JSON object");
  }
  return value as Fields;
}

/** Fields of a request, not looked at yet. */
export type Fields = Record<string, unknown>;

/** Fields as a schema wants them; 400 with the name of the first that is wrong. */
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
