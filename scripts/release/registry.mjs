/** The two pages that Pulumi's registry asks of a package, made of the documents and the schema. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeArchive } from "./archives.mjs";

/** Writes the pages into one archive, as the registry's folder `docs`; `work` is a folder to lay them out in. */
export async function writeRegistryPages(file, root, schema, work) {
  mkdirSync(join(work, "docs"));
  for (const [name, text] of Object.entries(registryPages(root, schema)))
    writeFileSync(join(work, "docs", name), text);
  await writeArchive(work, file, ["docs"]);
}

/** The pages, by the names of their files. */
export function registryPages(root, schema) {
  return {
    "_index.md": overview(root, schema),
    "installation-configuration.md": installation(root, schema),
  };
}

function overview(root, { displayName, description }) {
  const [typescript] = blocksOf(read(root, "README.md"), "ts");
  const [yaml] = blocksOf(gettingIt(root), "yaml");
  return page(displayName, description, [
    description,
    "## Example",
    `{{< chooser language "typescript,yaml" >}}`,
    choice("typescript", "typescript", typescript),
    choice("yaml", "yaml", yaml),
    "{{< /chooser >}}",
  ]);
}

function installation(root, { displayName, config }) {
  const title = `${displayName} Installation & Configuration`;
  const rows = Object.entries(config.variables).map(
    ([key, { description, secret }]) =>
      `| \`checks:${key}\`${secret ? " (secret)" : ""} | ${cell(description)} |`,
  );
  return page(title, `How to install and configure the ${displayName} provider for Pulumi.`, [
    "## Installation",
    gettingIt(root),
    "## Configuration",
    "`pulumi config set checks:url …`, and `pulumi config set --secret checks:apiKey …`; `CHECKS_URL` and `CHECKS_API_KEY` in the environment go first.",
    ["| Setting | What it is |", "| --- | --- |", ...rows].join("\n"),
  ]);
}

function page(title, description, parts) {
  const quoted = (text) => JSON.stringify(text);
  const head = [
    "---",
    `title: ${quoted(title)}`,
    `meta_desc: ${quoted(description)}`,
    "layout: package",
    "---",
  ];
  return `${head.join("\n")}\n\n${parts.join("\n\n")}\n`;
}

const choice = (language, fence, code) =>
  `{{% choosable language ${language} %}}\n\n\`\`\`${fence}\n${code}\`\`\`\n\n{{% /choosable %}}`;

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The section of the document on the plugin that tells the ways to it. */
function gettingIt(root) {
  const text = read(root, "docs", "plugin.md");
  const [, section] = /^## Getting it\n([\s\S]*?)^## /m.exec(text) ?? [];
  if (section === undefined) throw new Error('docs/plugin.md has no section "Getting it"');
  return section.trim();
}

function blocksOf(text, language) {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, code]) => code,
  );
}

const read = (root, ...path) => readFileSync(join(root, ...path), "utf8");
