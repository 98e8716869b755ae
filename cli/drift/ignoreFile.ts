/** Findings that a team has accepted: why, until when, and which findings of a run an entry covers. */

import { existsSync } from "node:fs";
import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { ignoredGap } from "../coverage/ignoredGap";
import { jsonIn, readText } from "../files";
import { hasRunOut, ignoring, reasonsOf, said } from "../ignoring";
import { CONDITIONS, type DriftReport, FINDING_CLASSES, type Finding, SECRET } from "./findings";

const HOW = "`pulumi-checks drift ignore --help` says how to write one";

/** One entry. It only filters by what it names: an entry with only a check covers all findings about it. */
const entry = z
  .strictObject({
    /** Slug of the check, its name in the program, or its unique key. */
    check: said,
    /** Only findings of this class. */
    class: z.enum(FINDING_CLASSES).optional(),
    /** Only this field of a changed check. */
    field: said.optional(),
    /** Only this condition of an operational finding. */
    condition: z.enum(CONDITIONS).optional(),
    /** Only in this stack, `project/stack`. */
    stack: said.optional(),
    ...ignoring,
  })
  .refine(({ field, class: of }) => field === undefined || of === undefined || of === "changed", {
    error: "only changed checks have fields",
    path: ["field"],
  });
export type IgnoreEntry = z.output<typeof entry>;

/** The ignore file; gaps of coverage stand in it for `pulumi-checks coverage`. */
export const ignoreFile = z.strictObject({
  version: z.literal(1),
  ignore: z.array(entry),
  coverage: z.array(ignoredGap).optional(),
});
export type IgnoreFile = z.output<typeof ignoreFile>;

/**
 * Reads an ignore file; a missing file counts as empty unless it was named explicitly.
 * @throws {ChecksError} naming every wrong entry.
 */
export function readIgnoreFile(path: string, mustExist: boolean): IgnoreFile {
  if (!mustExist && !existsSync(path)) return { version: 1, ignore: [] };
  const given = jsonIn(readText(path, HOW));
  if (given === undefined) throw refusal(path, "it is not JSON");
  const parsed = ignoreFile.safeParse(given);
  if (parsed.success) return parsed.data;
  throw refusal(path, reasonsOf(parsed.error));
}

/**
 * The file with one more entry, in place of one about the same findings.
 * @throws {ChecksError} when the entry is not right.
 */
export function addEntry(file: IgnoreFile, given: IgnoreEntry): IgnoreFile {
  const parsed = entry.safeParse(given);
  if (!parsed.success) {
    throw new ChecksError({ subject: "ignore", reason: reasonsOf(parsed.error) });
  }
  const others = file.ignore.filter((one) => aboutOf(one) !== aboutOf(parsed.data));
  return { ...file, ignore: [...others, parsed.data] };
}

/** What an entry is about, without why and until when. */
function aboutOf({ reason: _reason, until: _until, ...about }: IgnoreEntry): string {
  return JSON.stringify(Object.entries(about).sort());
}

function refusal(path: string, reason: string): ChecksError {
  return new ChecksError({ subject: path, reason, remedy: HOW });
}

/** The findings that remain, those that were ignored, and notes about the entries. */
export interface Sifted {
  findings: Finding[];
  ignored: DriftReport["ignored"];
  notes: string[];
}

/**
 * Sifts findings on a day (`2026-12-31`). An entry that has expired covers nothing and is reported; so is an unused
 * entry, if the run `lookedAt` all that it is about.
 */
export function sift(
  findings: readonly Finding[],
  { ignore }: IgnoreFile,
  today: string,
  lookedAt: (entry: IgnoreEntry) => boolean,
): Sifted {
  const sifted: Sifted = { findings: [], ignored: [], notes: [] };
  const used = new Set<IgnoreEntry>();
  for (const finding of findings) {
    let rest: Finding | undefined = finding;
    for (const entry of ignore) {
      const covered: Finding | undefined = rest && coveredBy(entry, rest);
      if (!rest || !covered) continue;
      used.add(entry);
      if (hasRunOut(entry, today)) continue;
      sifted.ignored.push({ finding: covered, because: { reason: entry.reason, until: entry.until } });
      rest = without(rest, covered);
    }
    if (rest) sifted.findings.push(rest);
  }
  for (const entry of ignore) {
    const what = `${entry.check} (${entry.reason})`;
    if (used.has(entry) && hasRunOut(entry, today)) {
      sifted.notes.push(`ignored until ${entry.until}, which has passed: ${what}`);
    } else if (!used.has(entry) && lookedAt(entry)) {
      sifted.notes.push(
        entry.stack === undefined
          ? `it covers no finding of this run: ${what}; remove the entry, or name the stack that it is about`
          : `it no longer covers any finding: ${what}; remove the entry`,
      );
    }
  }
  return sifted;
}

/** The part of a finding that an entry covers: all of it, or one field. */
export function coveredBy(entry: IgnoreEntry, finding: Finding): Finding | undefined {
  const declaredBy = finding.class === "unmanaged" ? undefined : finding.declaredBy;
  const names = [finding.check.slug, finding.check.uniqueKey, declaredBy?.resource];
  if (entry.check === SECRET || !names.includes(entry.check)) return undefined;
  if (entry.class !== undefined && !isOfClass(finding, entry)) return undefined;
  if (entry.stack !== undefined && entry.stack !== declaredBy?.stack) return undefined;
  if (entry.condition !== undefined) {
    return "condition" in finding && finding.condition === entry.condition ? finding : undefined;
  }
  if (entry.field === undefined) return finding;
  if (finding.class !== "changed") return undefined;
  const fields = finding.fields.filter(({ field }) => field === entry.field);
  return fields.length > 0 ? { ...finding, fields } : undefined;
}

/** Advice used to be operational; old entries keep working. */
function isOfClass(finding: Finding, entry: IgnoreEntry): boolean {
  return finding.class === entry.class || (finding.class === "advice" && entry.class === "operational");
}

function without(finding: Finding, covered: Finding): Finding | undefined {
  if (finding.class !== "changed" || covered.class !== "changed") return undefined;
  const fields = finding.fields.filter((field) => !covered.fields.includes(field));
  return fields.length > 0 ? { ...finding, fields } : undefined;
}
