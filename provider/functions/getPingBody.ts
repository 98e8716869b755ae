import { z } from "zod";
import { ServiceError } from "../api/failure";
import { ChecksError } from "../errors";
import { defineFunction } from "./function";
import { ofPings } from "./pingLog";
import { namesOneCheck, ONE_CHECK, selectorFields } from "./selector";

const NUMBER = { error: "must be the number of a ping, 1 or more; getPings shows them as n" };

/** `GET /api/v3/checks/<uuid>/pings/<n>/body`. Needs a read-write key. */
export const getPingBody = defineFunction({
  name: "getPingBody",
  args: z
    .strictObject({
      ...selectorFields,
      /** Number of the ping, `n` in what `getPings` gives. */
      n: z.int(NUMBER).min(1, NUMBER),
    })
    .refine(namesOneCheck, ONE_CHECK),
  result: z.object({
    /** The body as text, as far as the service kept it (the first 10 kB, on common servers). */
    body: z.string(),
  }),
  async look(project, { n, ...selector }, afresh) {
    const body = await ofPings(project, selector, afresh, (uuid) =>
      explainNoBody(n, () => project.api.pingBody(uuid, n)),
    );
    return { body };
  },
});

/** The service says the same of a ping that never was, one that had no body, and one that is forgotten. */
async function explainNoBody<T>(n: number, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    throw new ChecksError({
      subject: "",
      property: "n",
      reason: `the service has no body of ping ${n} of this check`,
      remedy:
        "It had none, or is too old, or there is no such check; getPings shows a bodyUrl where there is one",
    });
  }
}
