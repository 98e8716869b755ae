/** A unified diff of edits, in the format of `git apply` and `patch -p1`. */
import type { Edit } from "./edit";

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** Replaces the lines from `from` to `to`, exclusive. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** The diff of one file, whose name has slashes. Edits must not overlap. */
export function unifiedDiff(file: string, text: string, edits: readonly Edit[]): string {
  const old = linesOf(text);
  const hunks: Change[][] = [];
  for (const change of changesOf(text, old, edits)) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.from - last.to <= 2 * CONTEXT) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  let shift = 0;
  const hunkTexts = hunks.map((hunk) => {
    const { text: part, added } = hunkOf(old, hunk, shift);
    shift += added;
    return part;
  });
  // A tab ends the name where it has a blank, which ends it for `patch` otherwise.
  const name = file.includes(" ") ? `${file}\t` : file;
  return `--- a/${name}\n+++ b/${name}\n${hunkTexts.join("")}`;
}

/** Whole lines, each with its line ending. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The edits as changes of whole lines, in order; edits of the same line are one change. */
function changesOf(text: string, old: readonly string[], edits: readonly Edit[]): Change[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of old) {
    starts.push(at);
    at += line.length;
  }
  const lineAt = (place: number) => starts.findLastIndex((start) => start <= place);
  const changes: (Change & { edits: Edit[] })[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [lineAt(edit.start), lineAt(Math.max(edit.start, edit.end - 1)) + 1];
    const last = changes.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else changes.push({ from, to, lines: [], edits: [edit] });
  }
  return changes.map(({ from, to, edits: own }) => {
    const begin = starts[from] ?? 0;
    let changed = text.slice(begin, starts[to] ?? text.length);
    for (const { start, end, text: by } of own.toReversed()) {
      changed = `${changed.slice(0, start - begin)}${by}${changed.slice(end - begin)}`;
    }
    return { from, to, lines: linesOf(changed) };
  });
}

function hunkOf(
  old: readonly string[],
  changes: readonly Change[],
  shift: number,
): { text: string; added: number } {
  const first = Math.max(0, (changes[0]?.from ?? 0) - CONTEXT);
  const end = Math.min(old.length, (changes.at(-1)?.to ?? 0) + CONTEXT);
  const body: string[] = [];
  let at = first;
  for (const { from, to, lines } of changes) {
    body.push(
      ...markLines(" ", old.slice(at, from)),
      ...markLines("-", old.slice(from, to)),
      ...markLines("+", lines),
    );
    at = to;
  }
  body.push(...markLines(" ", old.slice(at, end)));
  const added = changes.reduce((sum, { from, to, lines }) => sum + lines.length - (to - from), 0);
  const count = end - first;
  const head = `@@ -${first + 1},${count} +${first + 1 + shift},${count + added} @@\n`;
  return { text: head + body.join(""), added };
}

function markLines(mark: string, lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.endsWith("\n") ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
  );
}
