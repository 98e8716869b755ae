import { MINUTES, RUNS, runsOf, SEED } from "../support/campaign/lanes";
import { StacksCampaign } from "../support/campaign/stacks";

jest.setTimeout(MINUTES * 60_000 + 300_000);

it(`no check of another stack is touched in ${RUNS} random runs from seed ${SEED}`, async () => {
  expect(await runsOf(() => StacksCampaign.start())).toEqual([]);
});
