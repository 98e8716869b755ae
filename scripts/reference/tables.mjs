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
    settings: settingTable(root, settings, {
      file: "provider/settings.ts",
      name: "settingFields",
      bag: "checks",
      types: settings.settingFields,
    }),
    ...paymentTables(root, z, fields, resource, settings),
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

function paymentTables(root, z, fields, resource, settings) {
  const from = (folder) => (file, name) => resource(`provider/${folder}/${file}.ts`, name);
  const [resources, merchant] = [from("resources"), from("merchant")];
  return {
    "PaymentsConfig inputs": inputTable(
      root,
      z,
      fields,
      resources("paymentsConfigFields", "paymentsConfigFields"),
    ),
    "PaymentsConfig outputs": outputTable(root, resources("paymentsConfigFields", "paymentsConfigOutputs")),
    "screen parameters": parameterTable(root, z, merchant("screen", "screenFields")),
    "order parameters": parameterTable(root, z, merchant("screen", "orderFields")),
    "Refund inputs": inputTable(root, z, fields, resources("refundFields", "refundFields")),
    "Refund outputs": outputTable(root, resources("refundFields", "refundOutputs")),
    "InvoiceShare inputs": inputTable(root, z, fields, resources("invoiceShare", "invoiceShareFields")),
    "InvoiceShare outputs": outputTable(root, resources("invoiceShare", "invoiceShareOutputs")),
    "merchant settings": settingTable(root, settings, {
      ...merchant("merchantSettings", "merchantSettingFields"),
      bag: "merchant",
    }),
  };
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

function markdown(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
