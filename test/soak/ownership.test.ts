import { MINUTES, RUNS, runsOf, SEED } from "../support/campaign/lanes";
import { OwnershipCampaign } from "../support/campaign/ownership";

jest.setTimeout(MINUTES * 60_000 + 300_000);

it(`no check is lost or doubled in ${RUNS} random runs from seed ${SEED}`, async () => {
  expect(await runsOf(() => OwnershipCampaign.start())).toEqual([]);
});
