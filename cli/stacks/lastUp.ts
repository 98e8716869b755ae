/** When the last `pulumi up` of a stack began, from the engine's history. */
import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { jsonIn } from "../files";
import { pulumiOutput } from "../pulumi";
import type { StackSource } from "./source";

const history = z
  .array(z.looseObject({ kind: z.string(), startTime: z.iso.datetime({ offset: true }) }))
  .nullable();

/** The history also lists refreshes and previews, so the last `up` may be further down. */
const PAGE = 100;

/**
 * In milliseconds.
 * @throws {ChecksError} if there was none, or it is unknown: an exported state has no history.
 */
export async function lastUpOf(source: StackSource): Promise<number> {
  if (source.file !== undefined) {
    throw new ChecksError({
      subject: source.file,
      reason: "an exported state does not say when the last `pulumi up` was",
      remedy: "Name the stack with --stack, or remove --last-up",
    });
  }
  const printed = await pulumiOutput(["stack", "history", "--json", "--page-size", String(PAGE)], source);
  const parsed = history.safeParse(jsonIn(printed));
  if (!parsed.success) {
    throw new ChecksError({ subject: "pulumi stack history", reason: "its answer could not be read" });
  }
  const ups = (parsed.data ?? [])
    .filter(({ kind }) => kind === "update")
    .map(({ startTime }) => Date.parse(startTime));
  if (ups.length > 0) return Math.max(...ups);
  throw new ChecksError({
    subject: source.spelled,
    reason: "its history has no `pulumi up`",
    remedy: "Run `pulumi up` first, or remove --last-up",
  });
}
