import { z } from "zod";
import { merchantFunction } from "./merchantFunction";

const names = () => z.record(z.string(), z.string());

/**
 * What the named profile and the settings say of the payment service's ids. Makes no request.
 */
export const getProfile = merchantFunction({
  name: "payments.getProfile",
  args: z.strictObject({}),
  result: z.object({
    /** Name of the profile: `neutral` or that of a service. */
    profile: z.string(),
    /** Names of the status ids that are known, `{"3": "Success"}`. */
    statusIds: names(),
    /** Names of the mode ids that are known, `{"1": "Credit Card"}`. */
    modeIds: names(),
    /** Names of the entity ids that are known, `{"1": "Invoice"}`. */
    entityIds: names(),
  }),
  async look({ settings: { profile, statusIds, modeIds, entityIds } }) {
    return { profile, statusIds: { ...statusIds }, modeIds: { ...modeIds }, entityIds: { ...entityIds } };
  },
});
