/**
 * Which service the record of a refund belongs to: what one service did says nothing about a transaction of another,
 * such as the same number in the sandbox. Records of earlier versions do not name their service, and count as records of
 * the configured one.
 */
import { ChecksError } from "../../core/errors";
import type { Problem } from "../../core/resource";
import type { Session } from "../../core/session";
import { inOneSpelling } from "../connection";
import { type Merchant, merchantOf } from "../merchant";
import { type MerchantSettings, sourceOf } from "../settings";
import { type Attempt, attempt as attemptForm } from "./refundFields";

/** Objections to continuing with the record of an attempt, which may not be known yet. Makes no request. */
export function otherService(session: Session, transactionNumber: unknown, recorded: unknown): Problem[] {
  const { data: attempt } = attemptForm.safeParse(recorded);
  const problem = attempt && problemWith(merchantOf(session), String(transactionNumber), attempt);
  return problem === undefined ? [] : [problem];
}

/**
 * To be called before continuing with a record, even where nobody asked for objections.
 * @throws {ChecksError} when it is one of another service, saying which.
 */
export function refuseElsewhere(merchant: Merchant, transactionNumber: string, attempt: Attempt): void {
  const problem = problemWith(merchant, transactionNumber, attempt);
  if (problem !== undefined) throw new ChecksError(problem);
}

function problemWith(
  merchant: Merchant,
  transactionNumber: string,
  { service }: Attempt,
): Problem | undefined {
  const settings = service === undefined ? undefined : settingsOf(merchant);
  if (service === undefined || settings?.url === undefined) return undefined;
  const { url, formerUrl } = settings;
  if ([url, formerUrl].some((here) => inOneSpelling(here) === service)) return undefined;
  return {
    property: sourceOf(settings, "url"),
    reason: `the refund of ${transactionNumber} was recorded on ${service}, but the configured service is ${url}; no refund was requested. Set it to the service of the record. If both are the same service under a new address, set ${sourceOf(settings, "formerUrl")} to ${service}; to leave the record behind, remove the Refund from the program`,
  };
}

/** Wrong settings are reported by whatever needs them. */
function settingsOf(merchant: Merchant): MerchantSettings | undefined {
  try {
    return merchant.settings;
  } catch (error) {
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}
