/** Options that select a command's checks: those of stacks, of a project, or single ones. */
import type { Command } from "commander";
import { badOption, nameOption, several } from "../command";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "./source";

/** The user's selection. */
export interface Choice {
  /** The stacks whose checks are selected; empty for every check of the project. */
  stacks: readonly StackSource[];
  /** Only what the last `pulumi up` of these stacks created. */
  lastUp: boolean;
  project?: string | undefined;
  slugs: readonly string[];
  tags: readonly string[];
}

/** Values of the options. */
export interface ChoiceOptions {
  stack?: StackSource[];
  state?: StackSource[];
  lastUp?: true;
  all?: true;
  slug?: string[];
  tag?: string[];
  project?: string;
}

/** Adds the options that select checks. `usual` describes the default. */
export function addChoiceOptions(command: Command, usual?: string): Command {
  return command
    .option(
      "-s, --stack <stack>",
      `the checks of STACK, STACK@FOLDER or @FOLDER; can be repeated${usual === undefined ? "" : ` (default: ${usual})`}`,
      stackOption,
    )
    .option("--state <file>", "the checks of an exported state; can be repeated", stateFileOption)
    .option("--all", "every check of the project, whoever declares it")
    .option("--slug <slug>", "only this check; can be repeated. Without --stack: of the project", several)
    .option(
      "--tag <tag>",
      "only checks with this tag; repeat it for checks with all of them. Without --stack: of the project",
      several,
    )
    .option("--project <name>", "named project of the service (checks:projects)", nameOption);
}

/**
 * The selection that the options mean together.
 * @throws {ChecksError} if they contradict each other.
 */
export function choiceOf(options: ChoiceOptions): Choice {
  const { lastUp = false, all = false, slug: slugs = [], tag: tags = [], project } = options;
  const named = [...(options.stack ?? []), ...(options.state ?? [])];
  if (all && (named.length > 0 || lastUp)) {
    throw badOption(
      "--all",
      "it means every check of the project, and cannot be combined with --stack, --state or --last-up",
    );
  }
  const ofProject = all || (named.length === 0 && !lastUp && slugs.length + tags.length > 0);
  const stacks = named.length > 0 ? named : ofProject ? [] : [selectedStack];
  return { stacks, lastUp, project, slugs, tags };
}
