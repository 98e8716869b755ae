/** Prints a plan for people and for programs. */

import { groupBy } from "../lists";
import { paragraph, table } from "../render/table";
import type { Colours } from "../render/terminal";
import { jsonText, visible } from "../render/visible";
import { count } from "../render/words";
import type { Written } from "./files";
import { type Adoption, type Change, keyInShort, type LeftOut, type Plan } from "./plan";
import type { ProgramFile } from "./program";
import { literal } from "./program";

/** A table of what the first `up` changes, and the text of `outlook`. Unchanged checks only count in the summary. */
export function planText(plan: Plan, colours: Colours, width?: number): string {
  const rest = outlook(plan, colours, width);
  const rows = changedSection(plan.adoptions, colours, width);
  return rows === "" ? rest : `${rows}\n\n${rest}`;
}

/** What needs attention, and a summary in the last line. */
export function outlook({ adoptions, leftOut }: Plan, colours: Colours, width?: number): string {
  const notes = [...new Set(adoptions.flatMap((adoption) => adoption.notes))];
  return [
    ...section("Before the first `pulumi up`, note:", notes.map(visible), width),
    ...leftOutLines(leftOut, colours, width),
    paragraph(summary({ adoptions, leftOut }), { width }),
    "",
  ].join("\n");
}

/** The checks that are left out, and why. */
export function leftOutLines(leftOut: readonly LeftOut[], colours: Colours, width?: number): string[] {
  return section(colours.yellow("Left out, for you to decide:"), leftOut.map(leftOutLine), width);
}

/** What to do with a program: where it is no part of a project, Pulumi would only say that there is none. */
export const NEXT = {
  inProject: "Next: `pulumi preview`, then `pulumi up`.",
  /** By its path, as a program in the project's folder writes it: to a program that imports it nowhere, it is not there. */
  belowProject: (path: string) =>
    `Next: import it in the project's program, for example with \`import "./${path}";\`, unless it is that program or is imported already. Then \`pulumi preview\` and \`pulumi up\`.`,
  noProject:
    "Next: there is no Pulumi project in that folder, nor in one above. Add a `Pulumi.yaml`, with a `name` and `runtime: nodejs`, or choose an empty folder: into that a whole project is written.",
} as const;

/** What was written, and what to do next; `next` is empty where the plan has said it. */
export function writtenText(
  folder: string,
  { written, same, leftOver }: Written,
  next: string = NEXT.inProject,
): string {
  const files = (list: string[]) => (list.length > 5 ? `${list.length} files` : list.join(", "));
  // With the full stop after it, `.` would read as the folder above.
  const place = folder.endsWith(".") ? `\`${folder}\`` : folder;
  return [
    ...(written.length > 0 ? [`Wrote ${files(written)} in ${place}.`] : []),
    ...(same.length > 0 ? [`Already there and the same: ${files(same)}.`] : []),
    ...(leftOver.length > 0
      ? [`No longer part of the program (you can delete them): ${leftOver.join(", ")}.`]
      : []),
    ...([...written, ...same].includes("Pulumi.yaml") ? [START] : []),
    ...(next !== "" && written.length + same.length > 0 ? [next] : []),
    "",
  ].join("\n");
}

/** The first step in a new project. */
const START =
  "In that folder first: `npm install` (or `npm install pulumi-checks-VERSION.tgz` if the package is in no registry), `pulumi stack init`, and the service's address and key (`pulumi config set checks:url`, `pulumi config set --secret checks:apiKey`).";

/** The plan for other programs. `version` changes if a field changes its meaning or is removed. */
export function planJson(plan: Plan, files: readonly ProgramFile[], result?: Written): string {
  const document = { version: 1, ...plan, files: files.map(({ path }) => path), ...result };
  return jsonText(document);
}

function changedSection(adoptions: readonly Adoption[], colours: Colours, width: number | undefined): string {
  const { dim } = colours;
  const rows = adoptions
    .filter((adoption) => kindOf(adoption) !== "unchanged")
    .map(({ resource, args, foundBy, changes, perhaps }) => [
      resource,
      visible(String(args.name ?? "")),
      foundBy === "slug" ? "slug" : "UUID",
      changesText(changes, perhaps, colours),
    ]);
  return table(
    [
      { head: dim("resource"), fit: "wrap" },
      { head: dim("name"), fit: "cut", optional: true },
      { head: dim("found by") },
      { head: dim("the first `pulumi up` changes"), fit: "wrap", least: 20 },
    ],
    rows,
    { width },
  );
}

function changesText(
  changes: readonly Change[] | undefined,
  perhaps: readonly Change[] = [],
  { yellow }: Colours,
): string {
  if (changes === undefined) return yellow("not known without the service");
  const describeChange = ({ field, from, to }: Change) => `${field}: ${literal(from)} → ${literal(to)}`;
  return [
    ...changes.map(describeChange),
    ...perhaps.map((one) => `${describeChange(one)}, if the service knows only the new name`),
  ]
    .map(yellow)
    .join("\n");
}

function leftOutLine({ uuid, known, reason }: LeftOut): string {
  return `${known === "" ? `check ${keyInShort(uuid)}` : visible(known)}: ${visible(reason)}`;
}

function section(title: string, lines: readonly string[], width: number | undefined): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map((line) => ["-", line]);
  return [title, table([{}, { fit: "wrap" }], rows, { width, indent: 2 }), ""];
}

function summary({ adoptions, leftOut }: Plan): string {
  const kinds = groupBy(adoptions, kindOf);
  const parts = KINDS.flatMap((kind) => {
    const { length } = kinds.get(kind) ?? [];
    return length > 0 || kind === "unchanged" ? [`${length} ${kind}`] : [];
  });
  const first =
    adoptions.length === 0
      ? "Nothing to adopt"
      : `${count(adoptions.length, "check")} to adopt; after the first \`pulumi up\`: ${parts.join(", ")}`;
  return `${first}; ${leftOut.length} left out.`;
}

const KINDS = [
  "unchanged",
  "with a slug and otherwise unchanged",
  "unchanged except for the current name of a time zone",
  "changed",
  "not known",
] as const;

function kindOf({ changes, perhaps = [] }: Adoption): (typeof KINDS)[number] {
  if (changes === undefined) return "not known";
  if (changes.length === 0 && perhaps.length === 0) return "unchanged";
  if (changes.length === 0) return "unchanged except for the current name of a time zone";
  const isOnlySlug = perhaps.length === 0 && changes.every(({ field }) => field === "slug");
  return isOnlySlug ? "with a slug and otherwise unchanged" : "changed";
}
