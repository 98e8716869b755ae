/** The long form of a campaign: its runs from one seed on, some at once, until all are done or the time is over. */
import type { OwnershipCampaign } from "./ownership";

/** Given by `npm run soak`. */
export const RUNS = Number(process.env.SOAK_RUNS ?? 500);
export const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
export const MINUTES = Number(process.env.SOAK_MINUTES ?? 120);
/** The engine waits for its processes half of the time. */
const AT_ONCE = 2;
const TELL_EVERY = 10;

/** Gives the violations, each as it is repeated. @throws {Error} where not all runs were done. */
export async function runsOf(start: () => Promise<OwnershipCampaign>): Promise<string[]> {
  const until = Date.now() + MINUTES * 60_000;
  const seeds = Array.from({ length: RUNS }, (_, index) => SEED + index);
  const violations: string[] = [];
  let [runs, operations] = [0, 0];
  const lane = async () => {
    const campaign = await start();
    try {
      while (Date.now() < until) {
        const seed = seeds.shift();
        if (seed === undefined) return;
        const before = campaign.operations;
        await campaign.run(seed).catch((error: Error) => {
          violations.push(error.message.split("\n")[0] ?? "");
          process.stderr.write(`soak: ${error.message}\n\n`);
        });
        operations += campaign.operations - before;
        runs += 1;
        if (runs % TELL_EVERY === 0) process.stderr.write(`soak: ${line()}\n`);
      }
    } finally {
      await campaign.end();
    }
  };
  const line = () =>
    `${runs} of ${RUNS} runs (${operations} ups and destroys), ${violations.length} violations`;
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  process.stderr.write(`soak: ${line()}\n`);
  if (violations.length === 0 && runs < RUNS)
    throw new Error(`only ${runs} of ${RUNS} runs were done in ${MINUTES} minutes`);
  return violations;
}
