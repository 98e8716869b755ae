import { Campaign } from "../support/campaign/campaign";

/** The short form of `npm run soak`. */
const STEPS = 4;

describe("random programs under random faults and kills", () => {
  it("are as declared after one further up, each time", async () => {
    const campaign = await Campaign.start(20_261_121);
    try {
      for (let step = 0; step < STEPS; step += 1) await campaign.step(step);
    } finally {
      await campaign.end();
    }
  });
});
