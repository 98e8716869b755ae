/** The reference of each language, from the schema that the plugin answers with and the example that the tests run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SPELLINGS } from "./spellings.mjs";
import { markdown } from "./tables.mjs";

/** `{ path: text }` of the documents of all languages. */
export function languageReferences(root) {
  const schema = JSON.parse(read(root, "dist/provider/hosts/plugin/schema.json"));
  const keys = new Set(keysIn(schema).filter((key) => /[A-Z]/.test(key)));
  return Object.fromEntries(
    Object.entries(SPELLINGS).map(([language, spelling]) => [
      `docs/languages/${language}.md`,
      reference(root, schema, { ...spelling, words: wordsIn(keys, spelling) }),
    ]),
  );
}

/** The names of all properties. */
const keysIn = (node) =>
  Object.entries(node).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    return /^(?:inputP|p)roperties$/.test(key) ? [...Object.keys(value), ...keysIn(value)] : keysIn(value);
  });

/** A description, with the properties that it names as the language spells them. */
const wordsIn =
  (keys, { property }) =>
  (text) =>
    text.replace(/`([A-Za-z]+)`/g, (whole, key) => (keys.has(key) ? `\`${property(key)}\`` : whole));

const read = (root, file) => readFileSync(join(root, file), "utf8");

function reference(root, schema, spelling) {
  const { title, example, code, argument } = spelling;
  const written = writtenTypes(schema);
  const parts = [
    `# Reference for ${title}`,
    "<!-- Made by `npm run reference`: do not edit. -->",
    `${spelling.intro} How programs get the plugin: [the native plugin](../plugin.md).`,
    ...(example ? [fenced(code, read(root, example))] : []),
    "## Provider",
    `${schema.provider.description} ${spelling.provider}`,
    properties(["Setting", "Type", "Meaning"], schema.provider.inputProperties, spelling),
    ...Object.entries(schema.resources)
      .filter(([token, { isComponent }]) => !isComponent || hasComponent(spelling, token))
      .flatMap(([token, one]) => resource(token, one, schema.functions, spelling)),
    ...Object.entries(schema.functions)
      .filter(([token]) => !isMethod(token))
      .flatMap((entry) => lookUp(...entry, schema.types, spelling)),
    "## Types",
    ...Object.entries(schema.types).flatMap(([token, type]) => [
      `### \`${nameOf(token)}\``,
      ...(argument && written.has(token) ? [`In an argument: \`${argument(nameOf(token))}\`.`] : []),
      properties(["Field", "Type", "Meaning"], type.properties, spelling),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The types of objects that a program writes. It only reads those of results, which have another name in most SDKs. */
function writtenTypes({ provider, resources }) {
  const inputs = [provider, ...Object.values(resources)].flatMap((one) => Object.values(one.inputProperties));
  return new Set(inputs.map(({ $ref }) => $ref?.replace("#/types/", "")));
}

function resource(token, one, functions, spelling) {
  const { description, requiredInputs, inputProperties, properties: all, isComponent, methods = {} } = one;
  const outputs = Object.entries(all).filter(([key]) => !Object.hasOwn(inputProperties, key));
  const kind = nameOf(token);
  return [
    `## ${kind}`,
    spelling.words(description),
    `\`${spelling.resource(kind, partOf(token))}\``,
    properties(["Argument", "Type", "Meaning"], inputProperties, spelling, requiredInputs),
    isComponent ? "Its outputs:" : "All arguments are also outputs. Further outputs:",
    properties(["Output", "Type", "Meaning"], Object.fromEntries(outputs), spelling),
    ...(spelling.method ? methodTable(methods, functions, spelling) : []),
  ];
}

function methodTable(methods, functions, spelling) {
  const rows = Object.entries(methods).map(([name, token]) => [
    `\`${spelling.method(name)}\``,
    spelling.words(functions[token].description),
  ]);
  return rows.length > 0 ? [markdown(["Method", "Meaning"], rows)] : [];
}

/** All components, or those that are named. */
const hasComponent = ({ components = [] }, token) =>
  components === true || components.includes(nameOf(token));

const isMethod = (token) => token.includes("/");

function lookUp(token, { description, inputs, outputs }, types, spelling) {
  const name = nameOf(token);
  const [call, outputForm] = spelling.lookUp(name, partOf(token));
  const hasArguments = Object.keys(inputs.properties).length > 0;
  const withOutputs = hasArguments ? outputForm : undefined;
  const told = properties(["Argument", "Type", "Meaning"], inputs.properties, spelling, inputs.required);
  return [
    `## ${name}`,
    spelling.words(description),
    forms(call, withOutputs, holdsSecret(outputs, types) ? spelling.plainSecrets : undefined),
    ...(hasArguments ? [told] : []),
    properties(["Result", "Type", "Meaning"], outputs.properties, spelling),
  ];
}

/** The forms of a look-up; where its result holds a secret, also what the plain one makes of that. */
function forms(call, withOutputs, plainSecrets) {
  if (plainSecrets === "refused")
    return `\`${withOutputs}\`. The result holds a secret, which Pulumi's SDK gives as an output only: it refuses \`${call}\`.`;
  if (withOutputs === undefined) return `\`${call}\``;
  const both = `\`${call}\`, or \`${withOutputs}\` if arguments are outputs of resources`;
  return plainSecrets === "bare"
    ? `${both}. The result holds a secret: only the second form keeps it one.`
    : both;
}

/** Whether a value of this type is a secret, or holds one. */
function holdsSecret({ secret, properties: all = {}, items, $ref }, types) {
  const nested = [...Object.values(all), ...[items, types[$ref?.replace("#/types/", "")]].filter(Boolean)];
  return secret === true || nested.some((one) => holdsSecret(one, types));
}

function properties(head, all, spelling, required = []) {
  const rows = Object.entries(all).map(([key, property]) => [
    `\`${spelling.property(key)}\``,
    `\`${typeIn(property, spelling)}\``,
    [
      required.includes(key) ? "**Required.**" : "",
      spelling.words(property.description),
      property.willReplaceOnChanges && !/makes a new|cannot be changed/.test(property.description)
        ? "A change makes a new resource."
        : "",
      property.secret && !/secret/i.test(property.description) ? "A secret." : "",
    ]
      .filter(Boolean)
      .join(" "),
  ]);
  return markdown(head, rows);
}

/** A type of the schema in the words of the language. */
function typeIn({ $ref, oneOf, type, items, additionalProperties }, spelling) {
  const { types, list, map, either } = spelling;
  if ($ref?.startsWith("#/types/")) return nameOf($ref);
  if ($ref) return types.any;
  if (oneOf) return either(oneOf.map((one) => typeIn(one, spelling)));
  if (type === "array") return list(typeIn(items, spelling));
  if (type === "object") return map(typeIn(additionalProperties, spelling));
  return types[type];
}

const nameOf = (token) => token.split(":").at(-1);
/** `checks:payments:Refund` → `payments`; nothing for what is in the package itself. */
const partOf = (token) => token.split(":")[1].replace(/^index$/, "");
const fenced = (language, text) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;
