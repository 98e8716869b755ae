/** Parses what the payment screen returns to the app when it closes. */
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ChecksError } from "../core/errors";
import type { Environment } from "./api";

const field = z.string({ error: "must be a string" });

/** The result as the SDK gives it. All values are strings. */
const completionResult = z.looseObject(
  {
    orderId: field,
    transactionId: field,
    status: field,
    amount: field,
    paymentMode: field,
    transactionMode: field,
  },
  { error: "must be the object that the payment screen gave, not a text of it" },
);
export type CompletionResult = z.input<typeof completionResult>;

const STATUSES: Readonly<Record<string, "success" | "failed">> = { "3": "success", "2": "failed" };
const MODES: Readonly<Record<string, "creditCard" | "debitCard">> = {
  "CREDIT CARD": "creditCard",
  "DEBIT CARD": "debitCard",
};
const ENVIRONMENTS: Readonly<Record<string, Environment>> = { "1": "sandbox", "2": "production" };

/** A parsed completion result. */
export interface Completion {
  /** The order id that the app passed in. */
  orderId: string;
  transactionId: string;
  /** `success` (3) or `failed` (2); `unknown` for any other, which must not count as a success. */
  status: "success" | "failed" | "unknown";
  /** Exactly as the SDK gave it. */
  amount: string;
  /** `creditCard` or `debitCard`; `other` for a wallet, whose name is the vendor's. */
  paymentMode: "creditCard" | "debitCard" | "other";
  /** `sandbox` (1) or `production` (2). */
  environment: Environment | "unknown";
  /** Fields whose values the service's documentation does not show. They are kept in `raw`. */
  unknown: ("status" | "amount" | "paymentMode" | "transactionMode")[];
  /** What the SDK gave. */
  raw: CompletionResult;
}

/**
 * Parses a completion result. Values that the service's documentation does not show are kept and named in `unknown`.
 * @throws {ChecksError} when it is not a completion result; the message names the fields.
 */
export function parseCompletion(result: unknown): Completion {
  const parsed = completionResult.safeParse(result);
  if (!parsed.success) {
    const reason = parsed.error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; ");
    throw new ChecksError({ subject: "completion result", reason });
  }
  const { orderId, transactionId, status, amount, paymentMode, transactionMode } = parsed.data;
  const mode = own(MODES, paymentMode.trim().toUpperCase());
  const completion = {
    orderId,
    transactionId,
    status: own(STATUSES, status) ?? ("unknown" as const),
    amount,
    paymentMode: mode ?? ("other" as const),
    environment: own(ENVIRONMENTS, transactionMode) ?? ("unknown" as const),
  };
  const unknown: Completion["unknown"] = [];
  if (completion.status === "unknown") unknown.push("status");
  if (canonicalAmount(amount) === undefined) unknown.push("amount");
  if (mode === undefined) unknown.push("paymentMode");
  if (completion.environment === "unknown") unknown.push("transactionMode");
  return { ...completion, unknown, raw: parsed.data };
}

/** What the merchant's server knows about the order. */
export interface ExpectedOrder {
  orderId: string;
  /** A decimal, as text or as a number: `"100.50"` and `100.5` are the same amount. */
  amount: string | number;
}

/**
 * Whether a completion is about this order and amount, compared in constant time. It says nothing about success, and a
 * completion comes from the customer's device: fetch the transaction before you deliver.
 * @throws {ChecksError} when the expected order id is no string, or the amount no decimal; and when the completion is none
 * that `parseCompletion` read.
 */
export function matchesOrder(
  completion: Pick<Completion, "orderId" | "amount">,
  expected: ExpectedOrder,
): boolean {
  // TypeScript forbids it; a number would be easy to pass in JavaScript.
  requireText("expected order", expected, "orderId");
  requireText("completion", completion, "orderId");
  requireText("completion", completion, "amount");
  const amount = canonicalAmount(String(expected.amount));
  if (amount === undefined) {
    throw new ChecksError({
      subject: "expected order",
      property: "amount",
      reason: "is not a decimal number",
    });
  }
  const sameOrder = sameText(completion.orderId, expected.orderId);
  // Not a decimal, so it equals no amount.
  const sameAmount = sameText(canonicalAmount(completion.amount) ?? "no amount", amount);
  return sameOrder && sameAmount;
}

function requireText<K extends string>(
  subject: string,
  given: Partial<Record<K, unknown>>,
  property: K,
): void {
  if (typeof given?.[property] === "string") return;
  throw new ChecksError({ subject, property, reason: "must be a string" });
}

/** Compares digests, because they have the same length for all texts. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** A decimal without insignificant zeros: `0100.50` → `100.5`. Undefined when the text is not a decimal. */
function canonicalAmount(text: string): string | undefined {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  const digits = [whole.replace(/^0+(?=\d)/, ""), fraction.replace(/0+$/, "")].filter(Boolean).join(".");
  return digits === "0" ? digits : `${sign}${digits}`;
}

function own<T>(names: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
