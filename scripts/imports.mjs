/** `npm run imports [-- --check]`: draws who imports whom into CONTRIBUTING.md, or says that the drawing is out of date. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, ROOT } from "./process/command.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { installed } from "./setup/setup.mjs";

const DOCUMENT = "CONTRIBUTING.md";
const MARKED = /(<!-- drawing: imports -->)\n[\s\S]*?(<!-- end of drawing -->)/;

await command(async () => {
  await installed(ROOT);
  const { drawing } = await import("./imports/drawing.mjs");
  const { fileImports, roomImports } = await import("./imports/graph.mjs");
  const file = join(ROOT, DOCUMENT);
  const before = readFileSync(file, "utf8");
  if (!MARKED.test(before))
    throw new Problem(`${DOCUMENT} has no place for the drawing.`, `Put ${MARKED.source} there.`);
  const drawn = drawing(roomImports(fileImports(ROOT)));
  const after = before.replace(MARKED, (_, start, end) => `${start}\n${drawn}\n${end}`);
  if (after === before) return;
  if (process.argv.includes("--check"))
    throw new Problem("The drawing of the imports is out of date.", "Run `npm run imports`.");
  writeFileSync(file, after);
  say(`${DOCUMENT}: drawn`);
});
