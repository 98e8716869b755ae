import type { CheckEntry } from "./checkIndex";

/** In pings. */
const CLEANED_EVERY = 100;
/** In milliseconds: three months. */
const FLIPS_KEPT = 93 * 86_400_000;

/**
 * Forgets at every hundredth ping, as the server does, the pings beyond the limit, and the flips that are older than the
 * remaining pings and than 93 days.
 */
export function forgetOld(entry: CheckEntry, pingLimit: number, now: number): void {
  const { pingCount } = entry.row;
  if (pingCount % CLEANED_EVERY !== 0) return;
  entry.pings = entry.pings.filter((ping) => ping.n > pingCount - pingLimit);
  const oldest = entry.pings[0]?.at;
  if (oldest === undefined) return;
  const kept = Math.min(oldest, now - FLIPS_KEPT);
  entry.flips = entry.flips.filter((flip) => flip.at >= kept);
}
