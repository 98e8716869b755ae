/** `npm run reference [-- --check]`: writes what is generated in the documents, or says what is out of date. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { command, ROOT } from "./process/command.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { languageReferences } from "./reference/languages.mjs";
import { tables } from "./reference/tables.mjs";
import { setUp } from "./setup/setup.mjs";

const DOCUMENTS = ["README.md", "docs/payments.md"];
const MARKED = /(<!-- table: (.+?) -->)\n[\s\S]*?(<!-- end of table -->)/g;

await command(async () => {
  await setUp(ROOT);
  const made = tables(ROOT);
  for (const document of DOCUMENTS) {
    const before = readFileSync(join(ROOT, document), "utf8");
    const after = before.replace(MARKED, (_, start, name, end) => {
      if (!made[name])
        throw new Problem(`${document} has a table ${name}, which nothing makes.`, "Correct its marker.");
      return `${start}\n${made[name]}\n${end}`;
    });
    write(document, before, after);
  }
  for (const [document, after] of Object.entries(languageReferences(ROOT))) {
    const file = join(ROOT, document);
    mkdirSync(dirname(file), { recursive: true });
    write(document, existsSync(file) ? readFileSync(file, "utf8") : "", after);
  }
});

function write(document, before, after) {
  if (after === before) return;
  if (process.argv.includes("--check")) {
    throw new Problem(`${document} is out of date.`, "Run `npm run reference`.");
  }
  writeFileSync(join(ROOT, document), after);
  say(`${document}: written`);
}
