/** `npm run demo`: makes everything ready and tells the story of `demo/story.mjs`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { story } from "./demo/story.mjs";
import { engineEnvironment, engineFolder } from "./engine/engine.mjs";
import { command, ROOT } from "./process/command.mjs";
import { whenStopped } from "./process/interrupt.mjs";
import { setUp } from "./setup/setup.mjs";

await command(async () => {
  await setUp(ROOT);
  const engine = await engineFolder();
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-demo-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenStopped(remove);
  try {
    const environment = engineEnvironment(engine, folder);
    await story({ root: ROOT, engine, folder, environment });
  } finally {
    forget();
    remove();
  }
});
