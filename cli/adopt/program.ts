/** The text of the program. Pure: the same checks give the same bytes. */
import { metaOf } from "../../provider/fields";
import { checkFields } from "../../provider/resources/checkFields";
import { type Layout, layOut } from "./layout";
import { duration, literal, textLiteral } from "./literal";
import type { Adoption, Choices } from "./plan";

/** A file of the program. */
export interface ProgramFile {
  /** Relative to the folder of the program, with `/`. */
  path: string;
  text: string;
}

/** What the program is made from, and how. */
export interface Origin extends Choices {
  /** Whether a Terraform state chose the checks. */
  terraform: boolean;
  /** Whether the state was all there was to go by. */
  offline: boolean;
}

/** First line of every generated file. */
export const MARK = "// Made by `pulumi-checks adopt`";

/** What most formatters break lines at, line break included. */
const WIDTH = 81;

/** The files of the program; `index.ts` is the one to start from. */
export function programFiles(adoptions: readonly Adoption[], layout: Layout, origin: Origin): ProgramFile[] {
  if (adoptions.length === 0) return [];
  const header = headerOf(commandLine(layout, origin));
  const files = [...layOut(adoptions, layout)].map(([path, checks]) => ({
    path,
    text: `${header}${adoptNote(checks)}${checksText(checks)}`,
  }));
  if (layout === "one-file") return files;
  const imports = files.map(({ path }) => `import ${textLiteral(`./${path.replace(/\.ts$/, "")}`)};\n`);
  return [{ path: "index.ts", text: `${header}${imports.join("")}` }, ...files];
}

/** One statement a check. */
function checksText(adoptions: readonly Adoption[]): string {
  const helpers = new Set<string>();
  const statements = adoptions.map(({ resource, args }) => {
    const lines = Object.entries(args).map(([key, value]) => line(key, value, helpers));
    return `\nnew Check(${textLiteral(resource)}, {\n${lines.join("")}});\n`;
  });
  const names = ["Check", ...[...helpers].sort()];
  return `import { ${names.join(", ")} } from "pulumi-checks";\n${statements.join("")}`;
}

/** One argument; a list that is too long for a line has a line for each element. */
function line(key: string, value: unknown, helpers: Set<string>): string {
  const short = `  ${key}: ${valueText(key, value, helpers)},\n`;
  if (!Array.isArray(value) || short.length <= WIDTH) return short;
  return `  ${key}: [\n${value.map((element) => `    ${literal(element)},\n`).join("")}  ],\n`;
}

function valueText(key: string, value: unknown, helpers: Set<string>): string {
  if (metaOf(checkFields, key).unit !== "seconds" || typeof value !== "number") return literal(value);
  const { text, helper } = duration(value);
  if (helper !== undefined) helpers.add(helper);
  return text;
}

function headerOf(command: string): string {
  return `${MARK}, by this command:
//   ${command}
// The checks exist: the first \`pulumi up\` takes them over. From then on this program says what they are: edit it.
// A check that is taken out of it is deleted on the service, with its history.
`;
}

function adoptNote(adoptions: readonly Adoption[]): string {
  const some = adoptions.some(({ foundBy }) => foundBy === "uuid");
  return some
    ? "// After the first `pulumi up` the lines with `adopt` have done their work and can go.\n"
    : "";
}

/** The command that makes this program, without what differs from one machine to the next. */
function commandLine(layout: Layout, origin: Origin): string {
  const { project, tags, slugs, channels, terraform, offline } = origin;
  const options = [
    ...(project === undefined ? [] : ["--project", word(project)]),
    ...tags.flatMap((tag) => ["--tag", word(tag)]),
    ...slugs.flatMap((slug) => ["--slug", word(slug)]),
    ...(terraform ? ["--terraform", "FILE"] : []),
    ...(offline ? ["--offline"] : []),
    ...(channels === "names" ? [] : ["--channels", channels]),
    ...(layout === "one-file" ? [] : ["--per-tag"]),
  ];
  return ["pulumi-checks adopt apply --out FOLDER", ...options].join(" ");
}

function word(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : textLiteral(text);
}
