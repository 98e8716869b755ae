import { z } from "zod";
import { seconds } from "../../core/fields";
import { ServiceError } from "../../http/failure";
import { projectFunction } from "./projectFunction";
import { projectField } from "./selector";

/** `GET /api/v3/status/`. */
export const getStatus = projectFunction({
  name: "getStatus",
  args: z.strictObject({
    /** How long to try, in seconds or as `"1m"`, 1 to 600 seconds; failures that may pass are tried again until then. Default: `10`. */
    waitSeconds: seconds(1, 600).optional(),
    ...projectField,
  }),
  result: z.object({
    /** Whether the service reported that it is healthy. */
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
