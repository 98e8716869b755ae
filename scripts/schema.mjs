/** `npm run --silent schema`: prints the schema of the native plugin, as the compiled library has it. */
import { join } from "node:path";
import { command, ROOT } from "./process/command.mjs";
import { packageSchema } from "./schema/package.mjs";
import { setUp } from "./setup/setup.mjs";

await command(async () => {
  await setUp(ROOT);
  process.stdout.write(`${JSON.stringify(packageSchema(ROOT, join(ROOT, "dist")), null, 2)}\n`);
});
