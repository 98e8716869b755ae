/** `npm run emulator -- [options]`: the emulator in this process; stdout has what it says and nothing else. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { command, ROOT } from "./process/command.mjs";
import { say } from "./process/progress.mjs";
import { setUp } from "./setup/setup.mjs";

await command(async () => {
  await setUp(ROOT);
  const { main } = await import(pathToFileURL(join(ROOT, "dist", "emulator", "main.js")).href);
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
});
