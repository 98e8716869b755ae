/** How a command is told which checks it is about: those of stacks, of a project, or single ones. */
import type { Command } from "commander";
import { badOption, several } from "../command";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "./source";

/** What the user named. */
export interface Choice {
  /** The stacks whose checks are meant; empty: every check of the project. */
  stacks: readonly StackSource[];
  /** Only what the last `pulumi up` of these stacks made. */
  lastUp: boolean;
  project?: string | undefined;
  slugs: readonly string[];
  tags: readonly string[];
}

/** The options that say so. */
export interface ChoiceOptions {
  stack?: StackSource[];
  state?: StackSource[];
  lastUp?: true;
  all?: true;
  slug?: string[];
  tag?: string[];
  project?: string;
}

/** Adds the options that name checks; `usual` is what is meant where none is given. */
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
    .option("--project <name>", "named project of the service (checks:projects)");
}

/** What the options mean together. @throws {ChecksError} where they contradict each other. */
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
