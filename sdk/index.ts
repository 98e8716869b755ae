/** Monitoring checks as Pulumi resources. */
export { ChannelAssignment, type ChannelAssignmentArgs } from "./channelAssignment";
export { Check, type CheckArgs } from "./check";
export { days, hours, minutes } from "./durations";
export * from "./functions";
export * as payments from "./payments";
export { slugify } from "./slugify";
