import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../core/clock";
import type { Caller, EmulatedService } from "../core/service";
import { Merchant, type MerchantDump, type MerchantOptions } from "./merchant";
import {
  getTransaction,
  login,
  productionToken,
  refundTransaction,
  sandboxToken,
  shareInvoice,
} from "./operations";
import { MerchantRefusal, notFound } from "./refusal";
import { bodyFields, type PaymentsCall } from "./request";

/** The name of the merchant's account in the request log and for faults. */
const PROJECT = "merchant";
const PREFIX = /^\/(?:api\/transactions|api\/invoices|api\/userbusinesses|api-v[45])(?=[/?]|$)/;
const TOKEN_PREFIX = /^\/api(?:-v[45])?\/userbusinesses\//;

const dumpSchema = z.looseObject({ keys: z.looseObject({}), transactions: z.array(z.unknown()) });

/**
 * The merchant payment interface, and the operation that issues tokens for the mobile SDK.
 *
 * Where its document is silent and there is no setting, the emulator assumes: 401 is checked before 400 and 400 before
 * 404; `error.name` is `Error`; a token request with a wrong key, id or domain gets 401, one with a missing field, or
 * with a misplaced `isTest`, 400; an unknown invoice gets 404, a share without a receiver 400; months are calendar
 * months in UTC; an unknown address gets 404 with the usual error body.
 */
export class PaymentsService implements EmulatedService {
  readonly name = "merchant";
  readonly dumpSchema = dumpSchema;
  readonly merchant: Merchant;
  private readonly app = new Hono<{ Bindings: HttpBindings }>();

  constructor(clock: Clock, options: MerchantOptions) {
    this.merchant = new Merchant(clock, options);
    const { app, merchant } = this;
    type Operation = (call: PaymentsCall, merchant: Merchant) => Promise<Response>;
    const handler = (operation: Operation) => (call: PaymentsCall) => operation(call, merchant);
    app.get("/api/transactions/getTransaction", handler(getTransaction));
    app.post("/api/transactions/refundTransaction", handler(refundTransaction));
    app.post("/api/invoices/share", handler(shareInvoice));
    app.post("/api/userbusinesses/login", handler(login));
    app.post("/api-v5/userbusinesses/getsdktoken", handler(sandboxToken));
    app.post("/api-v4/userbusinesses/getsdktoken", handler(productionToken));
    app.notFound(() => notFound("Address").answer);
    app.onError((problem) =>
      problem instanceof MerchantRefusal
        ? problem.answer
        : new MerchantRefusal(500, "Internal Server Error").answer,
    );
  }

  serves(path: string): boolean {
    return PREFIX.test(path);
  }

  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> {
    return this.app.fetch(request, bindings);
  }

  /** By the access token in the header; for a token request, by the secret key in its body. */
  async identify(incoming: IncomingMessage): Promise<Caller> {
    const { accessToken, testKey, liveKey } = this.merchant.keys;
    if (!TOKEN_PREFIX.test(incoming.url ?? ""))
      return callerWithKey(incoming.headers.authorization, { accessToken });
    return callerWithKey((await bodyFields(incoming)).secretKey, { testKey, liveKey });
  }

  routeOf(method: string, path: string): string {
    return `${method} ${path.replace(/\?.*$/, "")}`;
  }

  changes(method: string): boolean {
    return method === "POST";
  }

  reset(): void {
    this.merchant.reset();
  }

  dump(): MerchantDump {
    return this.merchant.dump();
  }

  restore(dump: unknown): void {
    this.merchant.restore(dump as MerchantDump);
  }
}

function callerWithKey(key: unknown, keys: Partial<Record<Caller["keyKind"], string>>): Caller {
  if (key === undefined) return { project: null, keyKind: "none" };
  const kind = (Object.keys(keys) as Caller["keyKind"][]).find((one) => keys[one] === key);
  return kind ? { project: PROJECT, keyKind: kind } : { project: null, keyKind: "unknown" };
}
