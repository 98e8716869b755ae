/** Gaps that a team has accepted: entries of the ignore file, and which gaps they cover. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { jsonIn, readText } from "../files";
import { hasRunOut, ignoring, reasonsOf, said } from "../ignoring";
import { type CoverageReport, GAPS, type Gap } from "./report";

const HOW = "`pulumi-checks coverage ignore --help` says how to write one";

/** One entry. Without a kind of gap it covers all kinds. */
export const ignoredGap = z.strictObject({
  /** Name of the job, the slug that its check must have, or the check's slug. */
  name: said,
  /** Only gaps of this kind. */
  gap: z.enum(GAPS).optional(),
  /** Only of the job in this file. */
  file: said.optional(),
  ...ignoring,
});
export type IgnoredGap = z.output<typeof ignoredGap>;

/** The part of the ignore file about coverage; the entries of `drift` are kept unchanged. */
const ignoreFile = z.looseObject({
  version: z.literal(1),
  ignore: z.array(z.unknown()),
  coverage: z.array(ignoredGap).default([]),
});
export type IgnoreFile = z.output<typeof ignoreFile>;

/**
 * Reads an ignore file; a missing one counts as empty, unless `mustExist`.
 * @throws {ChecksError} naming every invalid entry.
 */
export function readIgnoreFile(path: string, mustExist: boolean): IgnoreFile {
  if (!mustExist && !existsSync(path)) return { version: 1, ignore: [], coverage: [] };
  const given = jsonIn(readText(path, HOW));
  if (given === undefined) throw new ChecksError({ subject: path, reason: "it is not JSON", remedy: HOW });
  const parsed = ignoreFile.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ChecksError({ subject: path, reason: reasonsOf(parsed.error), remedy: HOW });
}

/**
 * Adds an entry, replacing one about the same gaps.
 * @throws {ChecksError} if the entry is invalid.
 */
export function addEntry(file: IgnoreFile, given: IgnoredGap): IgnoreFile {
  const parsed = ignoredGap.safeParse(given);
  if (!parsed.success) throw new ChecksError({ subject: "ignore", reason: reasonsOf(parsed.error) });
  const { name, gap, file: of } = parsed.data;
  const others = file.coverage.filter((one) => one.name !== name || one.gap !== gap || one.file !== of);
  return { ...file, coverage: [...others, parsed.data] };
}

/** Whether an entry is about a gap. */
export function covers(entry: IgnoredGap, { gap, job, check }: Gap): boolean {
  if (entry.gap !== undefined && entry.gap !== gap) return false;
  if (entry.file !== undefined && entry.file !== job?.file) return false;
  return [job?.name, job?.slug, check?.label, check?.uniqueKey].includes(entry.name);
}

/** The remaining gaps, the ignored ones, and notes about the entries. */
export interface Sifted {
  gaps: Gap[];
  ignored: CoverageReport["ignored"];
  notes: string[];
}

/**
 * Applies the entries to gaps on a day (`2026-12-31`). An expired entry covers nothing and is noted; so is an unused
 * one, if the run `lookedAt` what it is about.
 */
export function sift(
  gaps: readonly Gap[],
  entries: readonly IgnoredGap[],
  today: string,
  lookedAt: (entry: IgnoredGap) => boolean,
): Sifted {
  const because = (gap: Gap) => entries.find((entry) => !hasRunOut(entry, today) && covers(entry, gap));
  return {
    gaps: gaps.filter((gap) => !because(gap)),
    ignored: gaps.flatMap((gap) => {
      const entry = because(gap);
      return entry ? [{ gap, because: { reason: entry.reason, until: entry.until } }] : [];
    }),
    notes: entries.flatMap((entry) => {
      const what = `${entry.name} (${entry.reason})`;
      if (!gaps.some((gap) => covers(entry, gap))) {
        return lookedAt(entry)
          ? [`it covers no gap of this run: ${what}; remove the entry, unless other stacks need it`]
          : [];
      }
      return hasRunOut(entry, today) ? [`ignored until ${entry.until}, which is over: ${what}`] : [];
    }),
  };
}
