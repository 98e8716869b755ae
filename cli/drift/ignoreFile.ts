/** Findings that a team has accepted: why, until when, and which findings an entry covers. */

import { existsSync } from "node:fs";
import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { ignoredGap } from "../coverage/ignoredGap";
import { jsonIn, readText } from "../files";
import { hasRunOut, ignoring, reasonsOf, said } from "../ignoring";
import { CONDITIONS, type DriftReport, FINDING_CLASSES, type Finding, SECRET } from "./findings";

const HOW = "`pulumi-checks drift ignore --help` says how to write one";

/** One entry. Each given field narrows it; an entry with only a check covers all findings about that check. */
const entry = z
  .strictObject({
    /** The check's slug, its name in the program, or its unique key. */
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

/** The ignore file. `pulumi-checks coverage` keeps its ignored gaps in the same file. */
export const ignoreFile = z.strictObject({
  version: z.literal(1),
  ignore: z.array(entry),
  coverage: z.array(ignoredGap).optional(),
});
export type IgnoreFile = z.output<typeof ignoreFile>;

/**
 * Reads an ignore file; a missing one counts as empty, unless `mustExist`.
 * @throws {ChecksError} naming every invalid entry.
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
 * Adds an entry, replacing one about the same findings.
 * @throws {ChecksError} if the entry is invalid.
 */
export function addEntry(file: IgnoreFile, given: IgnoreEntry): IgnoreFile {
  const parsed = entry.safeParse(given);
  if (!parsed.success) {
    throw new ChecksError({ subject: "ignore", reason: reasonsOf(parsed.error) });
  }
  const others = file.ignore.filter((one) => coverageKey(one) !== coverageKey(parsed.data));
  return { ...file, ignore: [...others, parsed.data] };
}

/** Identifies an entry by what it covers, without reason and end. */
function coverageKey({ reason: _reason, until: _until, ...about }: IgnoreEntry): string {
  return JSON.stringify(Object.entries(about).sort());
}

function refusal(path: string, reason: string): ChecksError {
  return new ChecksError({ subject: path, reason, remedy: HOW });
}

/** The remaining findings, the ignored ones, and notes about the entries. */
export interface Sifted {
  findings: Finding[];
  ignored: DriftReport["ignored"];
  notes: string[];
}

/**
 * Applies the entries to findings on a day (`2026-12-31`). An expired entry covers nothing and is noted; so is an
 * unused one, if the run `lookedAt` everything it is about.
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
      if (!coveredPart(entry, finding)) continue;
      // Also where an earlier entry covers it: that one may run out first.
      used.add(entry);
      const covered: Finding | undefined = rest && coveredPart(entry, rest);
      if (!rest || !covered || hasRunOut(entry, today)) continue;
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

/** What an entry may call the check of a finding: its slug, the name of its resource, or its unique key. */
export function namesOf(finding: Finding): string[] {
  const resource = finding.class === "unmanaged" ? "" : finding.declaredBy.resource;
  const names = [finding.check.slug, finding.check.uniqueKey, resource];
  return names.filter((name) => name !== "" && name !== SECRET);
}

/** The part of a finding that an entry covers: all of it, or one field. */
export function coveredPart(entry: IgnoreEntry, finding: Finding): Finding | undefined {
  if (!namesOf(finding).includes(entry.check)) return undefined;
  const declaredBy = finding.class === "unmanaged" ? undefined : finding.declaredBy;
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

/** Advice used to be operational, and old entries must keep working. */
function isOfClass(finding: Finding, entry: IgnoreEntry): boolean {
  return finding.class === entry.class || (finding.class === "advice" && entry.class === "operational");
}

function without(finding: Finding, covered: Finding): Finding | undefined {
  if (finding.class !== "changed" || covered.class !== "changed") return undefined;
  const fields = finding.fields.filter((field) => !covered.fields.includes(field));
  return fields.length > 0 ? { ...finding, fields } : undefined;
}
