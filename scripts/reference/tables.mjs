/** Markdown tables of what is declared in schemas: the fields of the resources, and the settings. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { docstringsOf, fileThatDeclares } from "./docstrings.mjs";

/** No program declares one: `Refund` makes it. */
const INTERNAL = ["refundAttempt"];

/** All tables, by the name that their markers in a document carry. */
export function tables(root) {
  const load = createRequire(join(root, "package.json"));
  const { z } = load("zod");
  const fields = load("./dist/provider/core/fields.js");
  const settings = load("./dist/provider/core/settings.js");
  const { definitions } = load("./dist/provider/hosts/definitions.js");
  const declared = (name) => {
    const file = fileThatDeclares(root, name);
    return { file, name, types: load(`./dist/${file.replace(/ts$/, "js")}`)[name] };
  };
  const documented = Object.entries(definitions).filter(([name]) => !INTERNAL.includes(name));
  return {
    ...Object.fromEntries(
      documented.flatMap(([name, { kind }]) => [
        [`${kind} inputs`, inputTable(root, z, fields, declared(`${name}Fields`))],
        [`${kind} outputs`, outputTable(root, fields, declared(`${name}Outputs`))],
      ]),
    ),
    "screen parameters": parameterTable(root, z, declared("screenFields")),
    "order parameters": parameterTable(root, z, declared("orderFields")),
    settings: settingTable(root, settings, { ...declared("settingFields"), bag: "checks" }),
    "merchant settings": settingTable(root, settings, {
      ...declared("merchantSettingFields"),
      bag: "merchant",
    }),
  };
}

/** The docstring of a field; the flag is what marks it as a secret, so that the words cannot forget it. */
function wordsOf(docs, key, { secret }) {
  const words = docs.get(key);
  return secret && !/secret/i.test(words) ? `${words} A secret.` : words;
}

function inputTable(root, z, { defaultOf, metaOf }, { file, name, types }) {
  const docs = docstringsOf(root, file, name);
  const rows = Object.entries(types).map(([key, type]) => {
    const meta = metaOf(types, key);
    const { managed, deprecatedFor } = meta;
    const unmanaged = managed === "whenNamed" ? "left as it is" : "";
    const standard = defaultOf(type);
    const words =
      standard === undefined
        ? type.safeParse(undefined).success
          ? unmanaged
          : "**required**"
        : code(standard);
    return [`\`${key}\``, typeWords(z, type), deprecatedFor ? "" : words, wordsOf(docs, key, meta)];
  });
  return markdown(["Field", "Type", "Default", "Meaning"], rows);
}

function outputTable(root, { metaOf }, { file, name, types }) {
  const docs = docstringsOf(root, file, name);
  return markdown(
    ["Output", "Meaning"],
    Object.keys(types).map((key) => [`\`${key}\``, wordsOf(docs, key, metaOf(types, key))]),
  );
}

function parameterTable(root, z, { file, name, types }) {
  const docs = docstringsOf(root, file, name);
  return markdown(
    ["Parameter", "Type", "Meaning"],
    Object.entries(types).map(([key, type]) => [`\`${key}\``, typeWords(z, type), docs.get(key)]),
  );
}

function settingTable(root, { environmentName }, { file, name, bag, types }) {
  const docs = docstringsOf(root, file, name);
  const rows = Object.entries(types).map(([key, type]) => {
    const standard = type.safeParse(undefined).data;
    const shown = standard === undefined || typeof standard === "object" ? "" : code(standard);
    const variable =
      key === "projects" ? "`CHECKS_PROJECTS_<NAME>_API_KEY`, `…_URL`" : `\`${environmentName(key, bag)}\``;
    return [`\`${bag}:${key}\``, variable, shown, docs.get(key)];
  });
  return markdown(["Setting", "Environment", "Default", "Meaning"], rows);
}

/** `string[]`, `"adopt" \| "fail"` … from the JSON schema of what a program may write. */
function typeWords(z, type) {
  const words = ({ anyOf, enum: values, const: value, items, type: name }) => {
    if (anyOf) return anyOf.map(words).join(" | ");
    if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
    if (value !== undefined) return JSON.stringify(value);
    if (items) return /[|]/.test(words(items)) ? `(${words(items)})[]` : `${words(items)}[]`;
    return [name].flat().join(" | ");
  };
  return `\`${words(z.toJSONSchema(type, { io: "input", unrepresentable: "any" }))}\``;
}

const code = (value) => `\`${JSON.stringify(value)}\``;

/** A table. */
export function markdown(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
