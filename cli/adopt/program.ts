/** The text of the program. Pure: the same checks always give the same bytes. */

import { createHash } from "node:crypto";
import { compare } from "../../provider/core/compare";
import { metaOf } from "../../provider/core/fields";
import { shellWord } from "../../provider/core/shellWord";
import { codeOf } from "../../provider/core/visible";
import { checkFields } from "../../provider/monitor/check/checkFields";
import { slugOf } from "../../sdk/monitor/slugOf";
import { groupBy } from "../lists";

import type { Adoption, Choices } from "./plan";

/** A file of the program. */
export interface ProgramFile {
  /** Relative to the folder of the program, with `/`. */
  path: string;
  text: string;
}

/** What the program is generated from, and how. */
export interface Origin extends Choices {
  /** Whether a Terraform state selected the checks. */
  terraform: boolean;
  /** Whether only the state was used. */
  offline: boolean;
}

/** First line of every generated file. */
export const MARK = "// Made by `pulumi-checks adopt`";

/** The line width of most formatters, including the line break. */
const WIDTH = 81;

/** The files of the program; the main one is `index.ts`. */
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

/** One statement per check. */
function checksText(adoptions: readonly Adoption[]): string {
  const helpers = new Set<string>();
  const statements = adoptions.map(({ resource, args }) => {
    const lines = Object.entries(args).map(([key, value]) => line(key, value, helpers));
    return `\nnew Check(${textLiteral(resource)}, {\n${lines.join("")}});\n`;
  });
  const names = ["Check", ...[...helpers].sort()];
  return `import { ${names.join(", ")} } from "pulumi-checks";\n${statements.join("")}`;
}

/** One argument; a list too long for a line gets a line for each element. */
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
  const words = ["adopt", "onExisting"].filter((word) => adoptions.some(({ args }) => word in args));
  const lines = words.map((word) => `\`${word}\``).join(" and ");
  return words.length === 0
    ? ""
    : `// After the first \`pulumi up\` the lines with ${lines} have done their work and can go.\n`;
}

/** The command that generates this program, without anything that depends on the machine. */
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

/** One word of a shell command, with the characters escaped that an editor would not show. */
function word(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : shellWord(text.replace(HIDDEN, codeOf));
}

/** The file of each check: all in `index.ts`; or a file per tag, imported by `index.ts`. */
export type Layout = "one-file" | "per-tag";

/** Folder of the files by tag, next to `index.ts`. */
export const TAG_FOLDER = "checks";

/** Windows treats these names as devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com\d|lpt\d)$/;

/** The checks by the path of their file. A check with several tags is in the file of the alphabetically first one. */
export function layOut(adoptions: readonly Adoption[], layout: Layout): Map<string, Adoption[]> {
  if (layout === "one-file") return new Map([["index.ts", [...adoptions]]]);
  const groups = groupBy(adoptions, firstTag);
  const taken = new Set(["untagged"]);
  const named = [...groups.keys()]
    .filter((tag) => tag !== undefined)
    .sort(compare)
    .map((tag): [string, Adoption[]] => {
      // Allows only characters that every system accepts in a file name.
      const plain = slugOf(tag);
      const isFree = plain !== undefined && !taken.has(plain) && !DEVICE.test(plain);
      const name = !isFree ? `${plain ?? "tag"}-${fingerprint(tag)}` : plain;
      taken.add(name);
      return [path(name), groups.get(tag) ?? []];
    });
  const untagged = groups.get(undefined);
  if (untagged !== undefined) named.push([path("untagged"), untagged]);
  return new Map(named.sort(([a], [b]) => compare(a, b)));
}

function firstTag({ args }: Adoption): string | undefined {
  const tags = (args.tags ?? []) as string[];
  return [...tags].sort(compare)[0];
}

function path(name: string): string {
  return `${TAG_FOLDER}/${name}.ts`;
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * Characters that show nothing or change how others are shown: controls, bidi marks, joiners, blanks other than U+0020.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * A string literal of TypeScript. Escapes what an editor would not show, so that readers see what the compiler does.
 */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, codeOf);
}

/** A literal of a text, a number, a boolean, or a list of these. */
export function literal(value: unknown): string {
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return String(value);
}

const UNITS = [
  ["days", 86_400],
  ["hours", 3600],
  ["minutes", 60],
] as const;

/** Names of the SDK's helpers for durations. */
type DurationHelper = (typeof UNITS)[number][0];

/** The largest unit that fits exactly: 5400 is `minutes(90)`, 61 stays 61. */
export function duration(seconds: number): { text: string; helper?: DurationHelper } {
  const unit = UNITS.find(([, length]) => seconds > 0 && seconds % length === 0);
  if (unit === undefined) return { text: String(seconds) };
  const [helper, length] = unit;
  return { text: `${helper}(${seconds / length})`, helper };
}
