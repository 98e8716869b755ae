/** A service that lets writes wait while others write. */
import type { Fault } from "../../../emulator/traffic/faults";
import type { Service } from "../service";

/** Longer than a look is trusted. */
const WAIT_SECONDS = 6;

/** The next requests of that kind are answered 429, and are to wait longer than what was read before them is trusted. */
export async function letWait({ admin }: Service, match: Fault["match"], times = 1): Promise<void> {
  await admin.faults({ match, times, action: { kind: "status", status: 429, retryAfter: WAIT_SECONDS } });
}
