/** The licences of what is bundled, which have to come along with it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** Where they stand, beside the file that was bundled. */
export const LICENCES = "THIRD-PARTY-LICENCES.txt";

const MODULES = `${sep}node_modules${sep}`;

/** One text over all packages that these files belong to; those of the project itself are under its own licence. */
export function licencesOf(files) {
  const folders = new Set(files.filter((file) => file.includes(MODULES)).map(packageOf));
  const parts = [...folders]
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name, version, license }) => {
      const text = textIn(folder) ?? `Under the licence ${license}, of which the package holds no copy.`;
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    });
  return `The file beside this one holds the following packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** The folder of the package that a file belongs to: not that of a mere `{"type": …}` on the way. */
function packageOf(file) {
  const start = file.lastIndexOf(MODULES) + MODULES.length;
  const [first, second] = file.slice(start).split(sep);
  return join(file.slice(0, start), first.startsWith("@") ? join(first, second) : first);
}

function textIn(folder) {
  const name = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|-|$)/i.test(one));
  return name && readFileSync(join(folder, name), "utf8");
}
