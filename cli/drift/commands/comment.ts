import type { Command } from "commander";
import { forgeHere } from "../forge";
import { keepComment } from "../forge/sticky";
import { markdown, markerOf } from "../formats/markdown";
import { readReport } from "../reportFile";
import { keyOption } from "./output";

/** `pulumi-checks drift comment`: one comment on a pull request that is always up to date. */
export function addComment(drift: Command): void {
  drift
    .command("comment")
    .description("Keep one comment on the pull request up to date; it is removed when there is no drift.")
    .argument("<report>", "the report, from `pulumi-checks drift --json`; - is stdin")
    .option("--pull-request <number>", "which one (default: the one that this run is for)", Number)
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
For a GitHub workflow (GITHUB_TOKEN with \`pull-requests: write\`) or a GitLab pipeline (GITLAB_TOKEN with \`api\`).

Examples:
  $ pulumi-checks drift comment drift.json
  $ pulumi-checks drift comment drift.json --pull-request 17 --key production`,
    )
    .action(async (file: string, { pullRequest, key }: { pullRequest?: number; key: string }) => {
      const report = readReport(file);
      const forge = forgeHere();
      const number = pullRequest ?? forge.pullRequest;
      if (number === undefined) {
        process.stdout.write("This run is for no pull request: no comment is needed.\n");
        return;
      }
      const kept = await keepComment(forge, number, markerOf(key), markdown(report, key));
      process.stdout.write(`Comment on ${number}: ${kept}.\n`);
    });
}
