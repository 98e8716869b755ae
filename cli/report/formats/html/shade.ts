import type { Availability } from "../../report";

const POOR = 0.99;

/** Which colour a share of uptime is written in. */
export function shade({ uptime }: Availability): "good" | "warn" | "bad" | "unknown" {
  if (uptime === undefined) return "unknown";
  if (uptime === 1) return "good";
  return uptime < POOR ? "bad" : "warn";
}
