import { type Command, InvalidArgumentError } from "commander";
import type { DriftReport } from "../findings";
import { forgeHere } from "../forge";
import type { Forge } from "../forge/forge";
import { keepComment } from "../forge/sticky";
import { markdown, markerOf } from "../formats/markdown";
import { readReport } from "../reportFile";
import { keyOption } from "./output";

interface CommentOptions {
  pullRequest?: number;
  key: string;
}

/** `pulumi-checks drift comment`: one comment on a pull request that is always up to date. */
export function addComment(drift: Command): void {
  drift
    .command("comment")
    .description("Keep one comment on the pull request up to date; it is removed when there is no drift.")
    .argument("<report>", "the report, from `pulumi-checks drift --json`; - is stdin")
    .option("--pull-request <number>", "which one (default: the one that this run is for)", numberOption)
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
For a GitHub workflow (GITHUB_TOKEN with \`pull-requests: write\`) or a GitLab pipeline (GITLAB_TOKEN with \`api\`).

Examples:
  $ pulumi-checks drift comment drift.json
  $ pulumi-checks drift comment drift.json --pull-request 17 --key production`,
    )
    .action(async (file: string, options: CommentOptions) => {
      process.stdout.write(`${await postComment(forgeHere(), readReport(file), options)}\n`);
    });
}

/** Brings the comment up to date, and says in a sentence what became of it. */
export async function postComment(
  forge: Forge,
  report: DriftReport,
  { pullRequest = forge.pullRequest, key }: CommentOptions,
): Promise<string> {
  if (pullRequest === undefined) return "This run is for no pull request: no comment is needed.";
  const kept = await keepComment(forge, pullRequest, markerOf(key), markdown(report, key));
  return `Comment on ${pullRequest}: ${kept}.`;
}

function numberOption(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new InvalidArgumentError("It must be a number.");
  return Number(given);
}
