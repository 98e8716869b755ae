import type { z } from "zod";
import type { FunctionDefinition } from "../../core/function";
import { monitorOf } from "../monitor";
import type { Project } from "../project";

/** A data source that looks in the project that its argument `project` names, or in the default one. */
export function projectFunction<Args extends z.ZodObject, Result extends z.ZodType>(
  definition: Omit<FunctionDefinition<Args, Result, Project>, "place">,
): FunctionDefinition<Args, Result, Project> {
  return {
    place: (session, args) => monitorOf(session).project((args as { project?: string }).project),
    ...definition,
  };
}
