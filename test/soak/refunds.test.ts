import { RefundCampaign } from "../support/campaign/refundCampaign";
import { formsOfRun } from "../support/campaign/refundProgram";

/** Given by `npm run soak -- refunds`. */
const RUNS = Number(process.env.SOAK_RUNS ?? 300);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const MINUTES = Number(process.env.SOAK_MINUTES ?? 120);
/** A new stack now and then, so that a violation is repeated by few steps. */
const RUNS_OF_A_STACK = 12;
/** The engine's processes wait for one another most of the time. */
const AT_ONCE = Number(process.env.SOAK_STACKS ?? 3);

jest.setTimeout(MINUTES * 60_000 + 120_000);

it(`no money moves twice in ${RUNS} disturbed runs from seed ${SEED}`, async () => {
  const forms = formsOfRun();
  const until = Date.now() + MINUTES * 60_000;
  let done = 0;
  let begun = 0;
  const made = { succeeded: 0, refunds: 0 };
  const goOn = (run: { succeeded: boolean; refunds: number }) => {
    done += 1;
    made.succeeded += Number(run.succeeded);
    made.refunds += run.refunds;
    if (done % 10 === 0) process.stderr.write(`soak: ${done} of ${RUNS} runs, 0 violations\n`);
    return done < RUNS && Date.now() < until;
  };
  const stacks = async () => {
    while (done < RUNS && Date.now() < until) {
      const form = forms[begun % forms.length];
      await RefundCampaign.play(SEED + begun++, RUNS_OF_A_STACK, goOn, form);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, stacks));
  process.stderr.write(
    `soak: ${done} runs from seed ${SEED}, ${begun} stacks (${forms.join("; ")}), ${made.succeeded} of them ended well, ${made.refunds} refunds, 0 violations\n`,
  );
  // A campaign in which nothing succeeds shows nothing.
  expect(made.succeeded).toBeGreaterThan(done / 4);
  expect(made.refunds).toBeGreaterThan(0);
  if (done < RUNS) throw new Error(`only ${done} of ${RUNS} runs were done in ${MINUTES} minutes`);
});
