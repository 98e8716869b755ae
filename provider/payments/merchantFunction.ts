import type { z } from "zod";
import type { FunctionDefinition } from "../core/function";
import { NotFound } from "../http/failure";
import { type Merchant, merchantNow } from "./merchant";
import type { MerchantOptions } from "./settings";

/** A function of the payment service, for the settings that a call gives before all others. */
export type MerchantFunction<Args extends z.ZodObject, Result extends z.ZodType> = (
  settings?: MerchantOptions,
) => FunctionDefinition<Args, Result, Merchant>;

/** Looks in the payment service of the session. */
export function merchantFunction<Args extends z.ZodObject, Result extends z.ZodType>(
  definition: Omit<FunctionDefinition<Args, Result, Merchant>, "place">,
): MerchantFunction<Args, Result> {
  return (settings) => ({
    place: (session) => merchantNow(session, settings),
    ...definition,
  });
}

/** Explains a 404 of an operation on something with a number. */
export async function explainMissing<T>(what: string, number: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw error.about({ reason: `there is no ${what} ${JSON.stringify(number)} (404)` });
  }
}
