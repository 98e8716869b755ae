/** A patch of the programs that follows the advice, where a declaration is found and unambiguous. */
import { groupBy } from "../../lists";
import { exactDuration } from "../../render/words";
import { type AdviceReport, type AdvisedCheck, hasTooFew } from "../report";
import { unifiedDiff } from "./diff";
import { DEFAULTS, type Edit, type FieldChange, NotPatchable } from "./edit";
import { editsInTypeScript } from "./typescript";
import { editsInYaml } from "./yaml";

/** A file of the program. Its name is relative to the working directory. */
export interface ProgramFile {
  file: string;
  text: string;
}

/** What can be patched, and what cannot. */
export interface Patch {
  /** A unified diff; empty if nothing can be patched. */
  diff: string;
  /** A sentence for each change that is missing in the diff: why, and what to change by hand. */
  left: string[];
}

export function patchOf(report: AdviceReport, files: readonly ProgramFile[]): Patch {
  const edits = new Map<ProgramFile, Edit[]>();
  const left: string[] = [];
  // Checks with the same slug share one declaration in a program that several stacks run. It is changed once, if the
  // advice is the same for all. Checks with too few pings do not count.
  const judged = report.checks.filter((check) => !hasTooFew(check, report));
  for (const [slug, twins] of groupBy(judged, ({ slug }) => slug)) {
    const advised = twins.filter(({ advice }) => advice.some(({ change }) => change !== undefined));
    const places = advised.flatMap((check) => {
      try {
        return [{ check, ...place(check, files) }];
      } catch (error) {
        if (!(error instanceof NotPatchable)) throw error;
        left.push(leftSentence(check, error.message));
        return [];
      }
    });
    const ways = groupBy(places, ({ own }) => JSON.stringify(own));
    if (ways.size > 1 || advised.length < twins.length)
      left.push(...places.map(({ check }) => leftSentence(check, projectAndStack(check))));
    else if (report.leftOut?.includes(slug))
      left.push(
        ...places.map(({ check }) =>
          leftSentence(check, "another check with the same declaration could not be judged"),
        ),
      );
    else if (places.length < advised.length)
      left.push(
        ...places.map(({ check }) =>
          leftSentence(check, "another check with the same declaration is not patched"),
        ),
      );
    else
      for (const { file, own } of places.slice(0, 1)) edits.set(file, [...(edits.get(file) ?? []), ...own]);
  }
  const diff = [...edits].map(([{ file, text }, own]) => unifiedDiff(file, text, own)).join("");
  return { diff, left };
}

function leftSentence(check: AdvisedCheck, why: string): string {
  return `${check.label}: ${why}; ${byHand(check)}`;
}

function projectAndStack({ stack, project }: AdvisedCheck): string {
  return `other checks with the same declaration get other advice than ${stack ?? project}`;
}

function place(check: AdvisedCheck, files: readonly ProgramFile[]): { file: ProgramFile; own: Edit[] } {
  const changes = changesOf(check);
  if (check.slug === "") throw new NotPatchable("it has no slug to find its declaration by");
  const found = files.flatMap((file) => {
    const editsIn = /\.ya?ml$/i.test(file.file) ? editsInYaml : editsInTypeScript;
    try {
      const own = editsIn(file.text, check.slug, changes);
      return own ? [{ file, own }] : [];
    } catch (error) {
      if (!(error instanceof NotPatchable)) throw error;
      throw new NotPatchable(`${file.file}: ${error.message}`);
    }
  });
  const [only, ...others] = found;
  if (!only) throw new NotPatchable("none of the given files declares it with its slug as a literal");
  if (others.length > 0) throw new NotPatchable("several files declare it");
  return only;
}

/** Only durations are patched. */
function changesOf({ advice, settings }: AdvisedCheck): FieldChange[] {
  return advice.flatMap(({ change = {} }) => {
    if (change.tz !== undefined) throw new NotPatchable("you have to decide about its time zone");
    return (["timeout", "grace"] as const).flatMap((field) => {
      const [from, to] = [settings[field] ?? DEFAULTS[field], change[field]];
      return to === undefined ? [] : [{ field, from, to }];
    });
  });
}

function byHand({ advice }: AdvisedCheck): string {
  const fields = advice.flatMap(({ change }) => Object.entries(change ?? {}));
  const words = fields.map(
    ([field, value]) => `${field} to ${typeof value === "number" ? exactDuration(value) : String(value)}`,
  );
  return `change its ${words.join(" and ")} by hand`;
}
