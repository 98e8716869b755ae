/** `node scripts/languageHost.mjs yaml|python|go|java`: prints the folder that holds the language host, and nothing else. */
import { engineFolder } from "./engine/engine.mjs";
import { hostFolder } from "./engine/hosts.mjs";
import { command } from "./process/command.mjs";

await command(async () => {
  const engine = await engineFolder(process.env, () => {});
  process.stdout.write(`${await hostFolder(process.argv[2], engine)}\n`);
});
