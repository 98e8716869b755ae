import { OwnershipCampaign } from "../support/campaign/ownership";

/** The short form of `npm run soak -- ownership`: with and without stamps, one stack and two. */
const SEEDS = [20_261_122, 20_261_123, 20_261_124, 20_261_127];

describe("random programs, failures, targets, replacements and kills", () => {
  it("lose no check and double none", async () => {
    const campaign = await OwnershipCampaign.start();
    try {
      for (const seed of SEEDS) await campaign.run(seed);
    } finally {
      await campaign.end();
    }
  });
});
