import type { Command } from "commander";
import { addCi } from "./commands/ci";
import { addComment } from "./commands/comment";
import { addCompare } from "./commands/compare";
import { addIgnore } from "./commands/ignore";
import { addIssue } from "./commands/issue";
import { addRender } from "./commands/render";
import { addSchema } from "./commands/schema";

/** `pulumi-checks drift`, and what can be done with its reports. */
export function addDrift(program: Command): void {
  const drift = addCompare(program).enablePositionalOptions();
  for (const add of [addCi, addRender, addIgnore, addComment, addIssue, addSchema]) add(drift);
}
