/** Data sources: each as a promise (`getX`), and for arguments that are outputs (`getXOutput`). */

export type { CheckResult, CheckStatus } from "../../../provider/monitor/functions/checkResult";
export type { PingType } from "../../../provider/monitor/functions/getPings";
export {
  type GetBadgesArgs,
  type GetBadgesOutputArgs,
  type GetBadgesResult,
  getBadges,
  getBadgesOutput,
} from "./getBadges";
export {
  type GetChannelsArgs,
  type GetChannelsOutputArgs,
  type GetChannelsResult,
  getChannels,
  getChannelsOutput,
} from "./getChannels";
export { type GetCheckArgs, type GetCheckOutputArgs, getCheck, getCheckOutput } from "./getCheck";
export {
  type GetChecksArgs,
  type GetChecksOutputArgs,
  type GetChecksOutputResult,
  type GetChecksResult,
  getChecks,
  getChecksOutput,
} from "./getChecks";
export {
  type GetFlipsArgs,
  type GetFlipsOutputArgs,
  type GetFlipsResult,
  getFlips,
  getFlipsOutput,
} from "./getFlips";
export {
  type GetPingBodyArgs,
  type GetPingBodyOutputArgs,
  type GetPingBodyResult,
  getPingBody,
  getPingBodyOutput,
} from "./getPingBody";
export {
  type GetPingsArgs,
  type GetPingsOutputArgs,
  type GetPingsResult,
  getPings,
  getPingsOutput,
} from "./getPings";
export {
  type GetStatusArgs,
  type GetStatusOutputArgs,
  type GetStatusResult,
  getStatus,
  getStatusOutput,
} from "./getStatus";
export type { OutputOf } from "./invoke";
export type { FoundCheck } from "./pingUrl";
