/** `npm run reference [-- --check]`: writes the generated tables into the documents, or says which are out of date. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, ROOT } from "./process/command.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { tables } from "./reference/tables.mjs";
import { setUp } from "./setup/setup.mjs";

const DOCUMENTS = ["README.md", "docs/payments.md"];
const MARKED = /(<!-- table: (.+?) -->)\n[\s\S]*?(<!-- end of table -->)/g;

await command(async () => {
  await setUp(ROOT);
  const made = tables(ROOT);
  for (const document of DOCUMENTS) {
    const file = join(ROOT, document);
    const before = readFileSync(file, "utf8");
    const after = before.replace(MARKED, (_, start, name, end) => {
      if (!made[name])
        throw new Problem(`${document} has a table ${name}, which nothing makes.`, "Correct its marker.");
      return `${start}\n${made[name]}\n${end}`;
    });
    if (after === before) continue;
    if (process.argv.includes("--check")) {
      throw new Problem(`The tables in ${document} are out of date.`, "Run `npm run reference`.");
    }
    writeFileSync(file, after);
    say(`${document}: tables written`);
  }
});
