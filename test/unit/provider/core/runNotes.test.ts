import { HELD_DIGITS, type RunNote, RunNotes } from "../../../../provider/core/runNotes";

const [backup, files] = ["b".repeat(40), "f".repeat(40)];
const noteWith = (held: Record<string, string>, rest: Partial<RunNote> = {}): RunNote => ({
  name: "one",
  stack: "jobs/dev",
  preview: false,
  held,
  ...rest,
});
const key = (uniqueKey: string) => uniqueKey.slice(0, HELD_DIGITS);

describe("which resource of the state holds a check", () => {
  const notes = new RunNotes();
  notes.add("Check", ["one"], noteWith({ [key(backup)]: "backup", [key(files)]: "files" }), {});

  it("is as a new resource's own note says it: another one may be leaving that check behind", () => {
    expect(notes.rowOf(backup)).toBe("backup");
    expect(notes.rowOf(backup, noteWith({ [key(files)]: "files" }))).toBeUndefined();
  });

  it("is as all notes together say it for a resource with a row, whose own says it of a few checks only", () => {
    expect(notes.rowOf(backup, noteWith({ [key(files)]: "files" }, { row: "its row" }))).toBe("backup");
  });
});
