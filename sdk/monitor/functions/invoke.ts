/** Look-ups of checks, which may mean one that this program is about to create. */
import type { z } from "zod";
import type { Values } from "../../../provider/core/fields";
import type { FunctionDefinition } from "../../../provider/core/function";
import * as program from "../../program/invoke";
import { madeHere, movedHere, programChecks } from "../programChecks";

export { type InputsOf, invoke, type OutputOf } from "../../program/invoke";

/**
 * `invokeOutput` that waits for a check of the program, if that is what the look-up means and it does not exist yet, or
 * gets its slug from another check of the stack in this run.
 */
export function invokeOutput<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  args: object,
): program.OutputOf<z.output<Result>> {
  const checks = programChecks();
  return program.invokeOutput(definition, args, {
    madeHere: (values: Values) =>
      madeHere(checks, values).apply((uuid) => {
        if (uuid === undefined) return undefined;
        // Its slug may be one that the service does not know before this run has written it.
        if (values.slug !== undefined) return { args: byUuid(values, uuid), isToBeWritten: false };
        return { args: values, isToBeWritten: true };
      }),
    movedHere: async (values) => (await movedHere(checks, values))?.apply((uuid) => byUuid(values, uuid)),
  });
}

const byUuid = (values: object, uuid: string) => ({ ...values, slug: undefined, uuid });
