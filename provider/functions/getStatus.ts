import { z } from "zod";
import { ServiceError } from "../api/failure";
import { seconds } from "../fields";
import { defineFunction } from "./function";
import { projectField } from "./selector";

/** `GET /api/v3/status/`. */
export const getStatus = defineFunction({
  name: "getStatus",
  args: z.strictObject({
    /** How long to try, in seconds, 1 to 600; failures that may pass are tried again until then. @default 10 */
    waitSeconds: seconds(1, 600).optional(),
    ...projectField,
  }),
  result: z.object({
    /** Whether the service said that it is well. */
    healthy: z.boolean(),
    /** Why it is not healthy, in a few words. */
    reason: z.string().optional(),
  }),
  async look(project, { waitSeconds = 10 }) {
    try {
      await project.api.status(waitSeconds);
      return { healthy: true };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { healthy: false, reason: error.parts.reason };
    }
  },
});
