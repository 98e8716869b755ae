import { RefundCampaign } from "../support/campaign/refundCampaign";
import { formsOfRun } from "../support/campaign/refundProgram";

/** The short form of `npm run soak -- refunds`. */
const RUNS = 5;

describe("refunds under random changes, faults and kills, at a service that neither marks nor refuses them", () => {
  it.each(formsOfRun())(
    "move no money twice unless a record was removed by hand, which was said (%s)",
    async (form) => {
      let done = 0;
      await RefundCampaign.play(20_261_122, RUNS, () => ++done < RUNS, form);
      expect(done).toBe(RUNS);
    },
  );
});
