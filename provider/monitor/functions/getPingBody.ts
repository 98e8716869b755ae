import { z } from "zod";
import { ChecksError } from "../../core/errors";
import { NotFound } from "../../http/failure";
import { withPingAccess } from "./pingLog";
import { projectFunction } from "./projectFunction";
import { namesOneCheck, ONE_CHECK, selectorFields } from "./selector";

const NUMBER = { error: "must be the number of a ping, 1 or more; getPings shows them as n" };

/** `GET /api/v3/checks/<uuid>/pings/<n>/body`. Needs a read-write key. */
export const getPingBody = projectFunction({
  name: "getPingBody",
  args: z
    .strictObject({
      ...selectorFields,
      /** Number of the ping: `n` in the result of `getPings`. */
      n: z.int(NUMBER).min(1, NUMBER),
    })
    .refine(namesOneCheck, ONE_CHECK),
  result: z.object({
    /** The body in base64, as far as the service kept it (the first 10 kB on common servers). */
    bodyBase64: z.string(),
    /** The body as text, including a byte order mark. Absent if the bytes are not UTF-8. */
    body: z.string().optional(),
  }),
  async look(project, { n, ...selector }, afresh) {
    const bytes = await withPingAccess(project, selector, afresh, (uuid) =>
      explainNoBody(n, () => project.api.pingBody(uuid, n)),
    );
    const body = textOf(bytes);
    return { bodyBase64: Buffer.from(bytes).toString("base64"), ...(body !== undefined && { body }) };
  },
});

/** Services keep at least this many bytes of a body. */
const NEVER_CUT_BELOW = 1_000;

/** Services keep only the first bytes of a body; a character that was cut in half there is left out. */
function textOf(bytes: Uint8Array): string | undefined {
  const mayBeCut = bytes.length >= NEVER_CUT_BELOW;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: mayBeCut });
  } catch {
    return undefined;
  }
}

/** The service gives the same answer for a ping that does not exist, that had no body, or that it has forgotten. */
async function explainNoBody<T>(n: number, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new ChecksError({
      property: "n",
      statusCode: 404,
      reason: `the service has no body for ping ${n} of this check`,
      remedy:
        "The ping had none, is too old, or there is no such check; getPings shows a bodyUrl for each ping that has one",
    });
  }
}
