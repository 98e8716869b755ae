/** Takes out of the findings what the ignore file covers. */
import type { DriftReport, Finding } from "./findings";
import type { IgnoreEntry, IgnoreFile } from "./ignoreFile";

/** What is left of the findings, what was taken out, and what to know about the entries. */
export interface Sifted {
  findings: Finding[];
  ignored: DriftReport["ignored"];
  notes: string[];
}

/**
 * Sifts findings on a day (`2026-12-31`). An entry that has run out covers nothing, and is told; so is one that
 * nothing needs, when the run `lookedAt` all that it is about.
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
      sifted.notes.push(`ignored until ${entry.until}, which is over: ${what}`);
    } else if (!used.has(entry) && lookedAt(entry)) {
      sifted.notes.push(`there is nothing to ignore any more: ${what}; remove the entry`);
    }
  }
  return sifted;
}

function hasRunOut({ until }: IgnoreEntry, today: string): boolean {
  return until < today;
}

/** The part of a finding that an entry covers: all of it, or one field. */
function coveredBy(entry: IgnoreEntry, finding: Finding): Finding | undefined {
  const declaredBy = finding.class === "unmanaged" ? undefined : finding.declaredBy;
  const names = [finding.check.slug, finding.check.uniqueKey, declaredBy?.resource];
  if (!names.includes(entry.check)) return undefined;
  if (entry.class !== undefined && entry.class !== finding.class) return undefined;
  if (entry.stack !== undefined && entry.stack !== declaredBy?.stack) return undefined;
  if (entry.condition !== undefined) {
    return finding.class === "operational" && finding.condition === entry.condition ? finding : undefined;
  }
  if (entry.field === undefined) return finding;
  if (finding.class !== "changed") return undefined;
  const fields = finding.fields.filter(({ field }) => field === entry.field);
  return fields.length > 0 ? { ...finding, fields } : undefined;
}

function without(finding: Finding, covered: Finding): Finding | undefined {
  if (finding.class !== "changed" || covered.class !== "changed") return undefined;
  const fields = finding.fields.filter((field) => !covered.fields.includes(field));
  return fields.length > 0 ? { ...finding, fields } : undefined;
}
