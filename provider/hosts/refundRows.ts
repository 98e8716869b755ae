/**
 * The rows of a refund in the state of a stack, whichever host serves them and whatever language declared them; and what is
 * wrong with the declaration of which they are made.
 */
import { type Fields, type Values, withoutUndefined } from "../core/fields";
import { validate } from "../core/validation";
import { refundAttempt } from "../payments/refund/refundAttempt";
import { refundFields, refundOutputs } from "../payments/refund/refundFields";
import { reasonOf } from "./calls";
import { type DefinitionName, typeOf } from "./definitions";
import { nameIn, typeIn } from "./urnParts";

/** Rows of a stack by URN, with their outputs; without what is secret. */
type Rows = ReadonlyMap<string, Values>;

/** Named after the transaction, by which the refund of it under any name meets it. */
export function noteName(transactionNumber: string): string {
  return `transaction ${transactionNumber.replaceAll("::", "%3A%3A")}`;
}

/** Whether this is the URN of a row of this kind, on one host or the other. */
export function isRowOf(servedAs: DefinitionName, urn: string): boolean {
  const type = typeIn(urn);
  return type === typeOf("dynamic", servedAs) || type === typeOf("plugin", servedAs);
}

/** What the state has of a `Refund`, whose row has one of these URNs, and of the transaction: what its note is told as `before`. */
export function refundStateIn(rows: Rows, own: readonly string[], transactionNumber: string): Values {
  const note = [...rows].find(
    ([urn, values]) =>
      isRowOf("refundAttempt", urn) &&
      // A number that is a secret stands in its name alone.
      (nameIn(urn) === noteName(transactionNumber) || values.transactionNumber === transactionNumber),
  );
  const row = own.map((urn) => rows.get(urn)).find(Boolean);
  const { recordedBy, attempt, askAgainAfter } = note?.[1] ?? {};
  return withoutUndefined({
    transactionNumber: row?.transactionNumber,
    recordedBy,
    attempt,
    askAgainAfter,
    refund: row && JSON.stringify({ attempt: row.attempt, ...among(refundOutputs, row) }),
  });
}

/** The values that these fields have. */
function among(fields: Fields, values: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, values[key]]));
}

/**
 * What is wrong with what a program says about a refund, in its own words; undefined if nothing is. Its note would tell
 * it by a name and with properties that no program knows. Values that are not known yet are not checked.
 */
export function refundProblem(given: Values): string | undefined {
  const { problems } = validate({ ...refundAttempt, fields: refundFields }, given);
  return problems.length === 0 ? undefined : problems.map(reasonOf).join("; ");
}
