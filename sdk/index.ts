/** Monitoring checks as Pulumi resources. */
export { Check, type CheckArgs } from "./check";
export { days, hours, minutes } from "./durations";
export * from "./functions";
export { slugify } from "./slugify";
