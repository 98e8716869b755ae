/**
 * All data sources. What is in this list is served by the plugin, and documented; a program's own process and that of a
 * dynamic provider, which serve none, do without it. Here the types of each definition end, as in `definitions`.
 */
import type { z } from "zod";
import type { FunctionDefinition } from "../core/function";
import { getBadges } from "../monitor/functions/getBadges";
import { getChannels } from "../monitor/functions/getChannels";
import { getCheck } from "../monitor/functions/getCheck";
import { getChecks } from "../monitor/functions/getChecks";
import { getFlips } from "../monitor/functions/getFlips";
import { getPingBody } from "../monitor/functions/getPingBody";
import { getPings } from "../monitor/functions/getPings";
import { getStatus } from "../monitor/functions/getStatus";
import { getProfile } from "../payments/getProfile";
import { getTransaction } from "../payments/transaction/getTransaction";

export type AnyFunction = FunctionDefinition<z.ZodObject, z.ZodType, never>;

/** All data sources; what acts is none. */
export const functions: readonly AnyFunction[] = [
  ...[getBadges, getChannels, getCheck, getChecks, getFlips, getPingBody, getPings, getStatus],
  ...[getProfile(), getTransaction()],
].map((definition) => definition as unknown as AnyFunction);
