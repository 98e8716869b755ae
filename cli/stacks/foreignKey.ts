/** Refuses the key of another project than the one that a stack's checks are in. */
import { ChecksError } from "../../provider/core/errors";
import { Forbidden, NotFound } from "../../provider/http/failure";
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import type { AppliedRow } from "./state";

/** Where the checks of some rows are looked for. */
interface Listed {
  /** Asks for one check. */
  ask: (uuid: string) => Promise<unknown>;
  /** The project's name, as messages show it. */
  name: string;
  /** The unique keys of the checks that the key shows. */
  known: { has(uniqueKey: string): boolean };
}

/**
 * A list without any check of the stack may belong to another project; requesting one check by its UUID shows whether
 * it does. Only this case costs a second request.
 * @throws {ChecksError} if it does: to take those checks for deleted would lead to a second set of them.
 */
export async function refuseForeignKey(
  { ask, name, known }: Listed,
  rows: readonly AppliedRow[],
): Promise<void> {
  const [first] = rows;
  if (!first || rows.some(({ id }) => known.has(uniqueKeyOf(id)))) return;
  try {
    await ask(first.id);
  } catch (error) {
    if (error instanceof NotFound) return;
    if (!(error instanceof Forbidden)) throw error;
    throw new ChecksError({
      subject: `project ${JSON.stringify(name)} of stack ${first.stack}`,
      reason: "the API key belongs to another project than the stack's checks",
      remedy: "Set the key of the project that the stack was deployed to",
    });
  }
}
