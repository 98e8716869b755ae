/**
 * What every data source ("function" to the engine) implements, and the validation that all of them share.
 * A function knows its endpoints and no engine, as a resource does; hosts and commands call it by `lookUp`.
 */
import type { z } from "zod";
import { ChecksError } from "./errors";
import type { Given } from "./fields";
import { namingSubject } from "./refusal";
import type { Session } from "./session";

/** A data source: its arguments, its result, and how the result is found. */
export interface FunctionDefinition<Args extends z.ZodObject, Result extends z.ZodType, Place> {
  /** As the user calls it, for example `getFlips`. */
  readonly name: string;
  readonly args: Args;
  readonly result: Result;
  /** Where it is looked up. */
  place(session: Session, args: z.output<Args>): Place;
  /**
   * `afresh` says that the arguments come from this run, for example from a resource that was just written, so earlier
   * answers must not be used.
   */
  look(place: Place, args: z.output<Args>, afresh: boolean): Promise<z.input<Result>>;
}

/** What a caller gives. */
export type ArgsOf<D extends { args: z.ZodType }> = Given<z.input<D["args"]>>;

/** What a caller gets. */
export type ResultOf<D extends { result: z.ZodType }> = z.output<D["result"]>;

/**
 * Validates the arguments, looks up, validates the answer.
 * @throws {ChecksError} one line that names the function, what is wrong, and what to do.
 */
export async function lookUp<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  given: unknown,
  session: Session,
  afresh = false,
): Promise<z.output<Result>> {
  return namingSubject(definition.name, () => lookUpUnnamed(definition, given, session, afresh));
}

/** The same for who is no program, and knows no function by that name: a command. */
export async function lookUpUnnamed<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  given: unknown,
  session: Session,
  afresh = false,
): Promise<z.output<Result>> {
  const args = validArgs(definition, given);
  const place = definition.place(session, args);
  const found = definition.result.safeParse(await definition.look(place, args, afresh));
  if (found.success) return found.data;
  const reason = `the service's answer does not have the expected form: ${someProblems(found.error, definition)}`;
  throw new ChecksError({ reason, remedy: "Check that the address in the settings is the service's" });
}

function validArgs<Args extends z.ZodObject>(
  definition: Shaped & { args: Args },
  given: unknown,
): z.output<Args> {
  const parsed = definition.args.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ChecksError({ reason: problems(parsed.error, definition) });
}

type Shaped = { args: z.ZodObject };

/** All problems at once, each with its place. No value is quoted: it could be a secret. */
function problems({ issues }: Pick<z.ZodError, "issues">, { args }: Shaped): string {
  return issues
    .map((issue) => {
      if (issue.code === "unrecognized_keys")
        return `there is no argument ${issue.keys.join(", ")}; ${namesOf(args)}`;
      if (issue.path.length > 0) return `${issue.path.join(".")}: ${issue.message}`;
      return issue.code === "invalid_type" ? `must be given an object; ${namesOf(args)}` : issue.message;
    })
    .join("; ");
}

function namesOf({ shape }: z.ZodObject): string {
  const names = Object.keys(shape);
  return names.length === 0 ? "it has no arguments" : `the arguments are ${names.join(", ")}`;
}

/** A service that tells a field in another form does so for each of a thousand entries: the first of each field is enough. */
const MOST_TOLD = 3;

function someProblems({ issues }: z.ZodError, shaped: Shaped): string {
  const fieldOf = ({ path }: (typeof issues)[number]) =>
    path.filter((step) => typeof step !== "number").join(".");
  const firstOfEach = new Map(issues.toReversed().map((issue) => [fieldOf(issue), issue]));
  const told = [...firstOfEach.values()].toReversed().slice(0, MOST_TOLD);
  const more = issues.length - told.length;
  return `${problems({ issues: told }, shaped)}${more > 0 ? `; and ${more} more` : ""}`;
}
