/** A plan as people and as programs read it. */
import Table from "cli-table3";
import type { Colours } from "../colours";
import type { Written } from "./files";
import { grouped } from "./grouped";
import { literal, textLiteral } from "./literal";
import type { Adoption, Change, LeftOut, Plan } from "./plan";
import type { ProgramFile } from "./program";

/** The plan as a table, and what `outlook` says. */
export function planText(plan: Plan, colours: Colours): string {
  const rest = outlook(plan, colours);
  return plan.adoptions.length > 0 ? `${table(plan.adoptions, colours)}\n\n${rest}` : rest;
}

/** What needs attention, and a last line that sums the plan up. */
export function outlook({ adoptions, leftOut }: Plan, colours: Colours): string {
  const notes = [...new Set(adoptions.flatMap((adoption) => adoption.notes))];
  return [
    ...section("To know before the first `pulumi up`:", notes.map(visible)),
    ...section(colours.yellow("Left out; somebody has to decide:"), leftOut.map(leftOutLine)),
    summary({ adoptions, leftOut }),
    "",
  ].join("\n");
}

/** What was written, and what to do next. */
export function writtenText(folder: string, { written, same, leftOver }: Written): string {
  const files = (list: string[]) => (list.length > 5 ? `${list.length} files` : list.join(", "));
  return [
    ...(written.length > 0 ? [`Wrote ${files(written)} in ${folder}.`] : []),
    ...(same.length > 0 ? [`Already there and the same: ${files(same)}.`] : []),
    ...(leftOver.length > 0
      ? [`No part of the program any more, and can be deleted: ${leftOver.join(", ")}.`]
      : []),
    ...(written.length + same.length > 0 ? ["Next: `pulumi preview`, then `pulumi up`."] : []),
    "",
  ].join("\n");
}

/** The plan for other programs. `version` changes when a field changes its meaning or goes. */
export function planJson(plan: Plan, files: readonly ProgramFile[], result?: Written): string {
  const document = { version: 1, ...plan, files: files.map(({ path }) => path), ...result };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function table(adoptions: readonly Adoption[], colours: Colours): string {
  const rows = new Table({
    head: ["resource", "name", "found by", "the first `pulumi up` changes"],
    style: { head: [], border: [], compact: true },
  });
  for (const { resource, args, foundBy, uuid, changes } of adoptions) {
    const by = foundBy === "slug" ? "slug" : `UUID ${uuid}`;
    rows.push([resource, visible(String(args.name ?? "")), by, changesText(changes, colours)]);
  }
  return rows.toString();
}

function changesText(changes: readonly Change[] | undefined, colours: Colours): string {
  if (changes === undefined) return colours.yellow("not known without the service");
  if (changes.length === 0) return "nothing";
  return changes
    .map(({ field, from, to }) => colours.yellow(`${field}: ${literal(from)} → ${literal(to)}`))
    .join("\n");
}

function leftOutLine({ uuid, known, reason }: LeftOut): string {
  return `${uuid}${known === "" ? "" : ` (${visible(known)})`}: ${visible(reason)}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`), ""];
}

function summary({ adoptions, leftOut }: Plan): string {
  const kinds = grouped(adoptions, kindOf);
  const parts = KINDS.flatMap((kind) => {
    const { length } = kinds.get(kind) ?? [];
    return length > 0 || kind === "unchanged" ? [`${length} ${kind}`] : [];
  });
  const checks = `${adoptions.length} ${adoptions.length === 1 ? "check" : "checks"}`;
  const first =
    adoptions.length === 0
      ? "Nothing to adopt"
      : `${checks} to adopt; after the first \`pulumi up\`: ${parts.join(", ")}`;
  return `${first}; ${leftOut.length} left out.`;
}

const KINDS = ["unchanged", "with a slug and otherwise unchanged", "changed", "not known"] as const;

function kindOf({ changes }: Adoption): (typeof KINDS)[number] {
  if (changes === undefined) return "not known";
  if (changes.length === 0) return "unchanged";
  return changes.every(({ field }) => field === "slug") ? "with a slug and otherwise unchanged" : "changed";
}

/** Text of the service on a terminal: nothing in it can move the cursor or hide. */
function visible(text: string): string {
  return textLiteral(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
