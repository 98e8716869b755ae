/** Markdown tables of what is declared in schemas: the fields of the resources, and the settings. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { docstringsOf } from "./docstrings.mjs";

/** All tables, by the name that their markers in a document carry. */
export function tables(root) {
  const load = createRequire(join(root, "package.json"));
  const { z } = load("zod");
  const fields = load("./dist/provider/fields.js");
  const settings = load("./dist/provider/settings.js");
  const resource = (file, name) => ({ file, name, types: load(`./dist/${file.replace(/ts$/, "js")}`)[name] });
  const check = "provider/resources/checkFields.ts";
  const assignment = "provider/resources/channelAssignmentFields.ts";
  return {
    "Check inputs": inputTable(root, z, fields, resource(check, "checkFields")),
    "Check outputs": outputTable(root, resource(check, "checkOutputs")),
    "ChannelAssignment inputs": inputTable(root, z, fields, resource(assignment, "channelAssignmentFields")),
    "ChannelAssignment outputs": outputTable(root, resource(assignment, "channelAssignmentOutputs")),
    settings: settingTable(root, settings),
  };
}

function inputTable(root, z, { defaultOf, metaOf }, { file, name, types }) {
  const docs = docstringsOf(root, file, name);
  const rows = Object.entries(types).map(([key, type]) => {
    const { managed, deprecatedFor } = metaOf(types, key);
    const unmanaged = managed === "whenNamed" ? "left as it is" : "";
    const standard = defaultOf(type);
    const words =
      standard === undefined
        ? type.safeParse(undefined).success
          ? unmanaged
          : "**required**"
        : code(standard);
    return [`\`${key}\``, typeWords(z, type), deprecatedFor ? "" : words, docs.get(key)];
  });
  return markdown(["Field", "Type", "Default", "Meaning"], rows);
}

function outputTable(root, { file, name, types }) {
  const docs = docstringsOf(root, file, name);
  return markdown(
    ["Output", "Meaning"],
    Object.keys(types).map((key) => [`\`${key}\``, docs.get(key)]),
  );
}

function settingTable(root, { settingFields, environmentName }) {
  const docs = docstringsOf(root, "provider/settings.ts", "settingFields");
  const rows = Object.entries(settingFields).map(([key, type]) => {
    const standard = type.safeParse(undefined).data;
    const shown = standard === undefined || typeof standard === "object" ? "" : code(standard);
    const variable =
      key === "projects" ? "`CHECKS_PROJECTS_<NAME>_API_KEY`, `…_URL`" : `\`${environmentName(key)}\``;
    return [`\`checks:${key}\``, variable, shown, docs.get(key)];
  });
  return markdown(["Setting", "Environment", "Default", "Meaning"], rows);
}

/** `string[]`, `"adopt" \| "fail"` … from the JSON schema of what a program may write. */
function typeWords(z, type) {
  const words = ({ anyOf, enum: values, const: value, items, type: name }) => {
    if (anyOf) return anyOf.map(words).join(" | ");
    if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
    if (value !== undefined) return JSON.stringify(value);
    return items ? `${words(items)}[]` : name;
  };
  return `\`${words(z.toJSONSchema(type, { io: "input", unrepresentable: "any" }))}\``;
}

const code = (value) => `\`${JSON.stringify(value)}\``;

function markdown(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
