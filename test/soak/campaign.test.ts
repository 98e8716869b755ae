import { Campaign } from "../support/campaign/campaign";

/** Given by `npm run soak`. */
const RUNS = Number(process.env.SOAK_RUNS ?? 500);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const MINUTES = Number(process.env.SOAK_MINUTES ?? 120);
/** A new stack now and then, so that a violation is repeated by few steps. */
const STEPS_OF_A_STACK = 20;

jest.setTimeout(MINUTES * 60_000 + 120_000);

it(`holds through ${RUNS} disturbed runs from seed ${SEED}`, async () => {
  const until = Date.now() + MINUTES * 60_000;
  let done = 0;
  while (done < RUNS && Date.now() < until) {
    const campaign = await Campaign.start(SEED + done);
    try {
      for (let step = 0; step < STEPS_OF_A_STACK && done < RUNS && Date.now() < until; step += 1) {
        await campaign.step(step);
        done += 1;
      }
    } finally {
      await campaign.end();
    }
    process.stderr.write(`soak: ${done} of ${RUNS} runs, 0 violations\n`);
  }
  if (done < RUNS) throw new Error(`only ${done} of ${RUNS} runs were done in ${MINUTES} minutes`);
});
