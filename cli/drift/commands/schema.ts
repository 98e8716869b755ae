import type { Command } from "commander";
import { z } from "zod";
import { driftReport } from "../findings";
import { ignoreFile } from "../ignoreFile";

/** `pulumi-checks drift schema`: the JSON Schema of what this command writes and reads. */
export function addSchema(drift: Command): void {
  drift
    .command("schema")
    .description("Print the JSON Schema of a report, or of the ignore file.")
    .option("--ignore-file", "of the ignore file")
    .action(({ ignoreFile: ofIgnoreFile }: { ignoreFile?: boolean }) => {
      const schema = z.toJSONSchema(ofIgnoreFile ? ignoreFile : driftReport);
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
