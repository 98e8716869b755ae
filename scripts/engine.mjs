/** `npm run --silent engine`: prints the folder that holds `pulumi` and its hosts, and nothing else. */
import { engineFolder } from "./engine/engine.mjs";
import { command } from "./process/command.mjs";

await command(async () => {
  process.stdout.write(`${await engineFolder(process.env, () => {})}\n`);
});
