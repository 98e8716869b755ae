/** Findings that a team has looked at and lives with: who says so, why, and until when. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ChecksError } from "../../provider/errors";
import { CONDITIONS, FINDING_CLASSES } from "./findings";

/** Where the ignore file is unless another is named. */
export const IGNORE_FILE = "pulumi-checks-ignore.json";

const day = z.iso.date({ error: "must be a day such as 2026-12-31" });
const said = z.string().trim().min(1, { error: "must not be empty" });

/** One entry. What it does not name it does not ask for: an entry with a check alone covers all findings of it. */
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
    /** Why. */
    reason: said,
    /** The last day on which it counts, in UTC. */
    until: day,
  })
  .refine(({ field, class: of }) => field === undefined || of === undefined || of === "changed", {
    error: "only changed checks have fields",
    path: ["field"],
  });
export type IgnoreEntry = z.output<typeof entry>;

/** The ignore file. */
export const ignoreFile = z.strictObject({ version: z.literal(1), ignore: z.array(entry) });
export type IgnoreFile = z.output<typeof ignoreFile>;

/**
 * Reads an ignore file; no file is an empty one unless it was asked for by name.
 * @throws {ChecksError} naming every wrong entry.
 */
export function readIgnoreFile(path: string, mustExist: boolean): IgnoreFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (missing && !mustExist) return { version: 1, ignore: [] };
    throw refusal(path, missing ? "there is no such file" : "it cannot be read");
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refusal(path, "it is no JSON");
  }
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

function reasonsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => [...(path.length > 0 ? [path.join(".")] : []), message].join(": "))
    .join("; ");
}

function refusal(path: string, reason: string): ChecksError {
  return new ChecksError({
    subject: path,
    reason,
    remedy: "`pulumi-checks drift ignore --help` says how to write one",
  });
}
