import type { Values } from "../../../../provider/core/fields";
import type { RunNote } from "../../../../provider/core/runNotes";
import { definitions } from "../../../../provider/hosts/definitions";
import { Heard } from "../../../../provider/hosts/heard";

describe("what the program has declared to the dynamic host", () => {
  const noteOf = (name: string, rest: Partial<RunNote> = {}): RunNote => ({
    name,
    stack: "jobs/dev",
    preview: false,
    ...rest,
  });
  const backup = { slug: "backup" };
  const other = { slug: "other" };
  let heard: Heard;
  beforeEach(() => {
    heard = new Heard(definitions.check);
  });

  it("is nothing before it is heard", () => {
    expect([heard.has("1", backup), heard.isDeclared("1")]).toEqual([false, false]);
  });

  it("is known by the ids of its rows, not by what the run before said", () => {
    heard.add(noteOf("backup", { row: "1" }), backup);
    heard.addRow(noteOf("backup", { row: "1" }), backup);
    expect([heard.has("1", backup), heard.has("2", backup)]).toEqual([true, false]);
    expect([heard.isDeclared("1"), heard.isDeclared("2")]).toEqual([true, false]);
  });

  it("has a row that moves to another project, which is none that stays", () => {
    heard.add(noteOf("backup", { rowElsewhere: "1" }), backup);
    heard.addRow(noteOf("backup", { rowElsewhere: "1" }), backup);
    expect([heard.isDeclared("1"), heard.has("1", backup)]).toEqual([true, false]);
  });

  it.each<[string, (inputs: Values) => void]>([
    ["the program's own alias names", (inputs) => heard.addRow(noteOf("backup"), inputs)],
    ["stays as it was, whatever the program says,", (inputs) => heard.addFrozen(inputs)],
  ])("knows a row that %s by its very inputs", (_, add) => {
    add({ ...backup, tags: ["db"] });
    add(other);
    expect(heard.has("1", { ...backup, tags: ["db"] })).toBe(true);
    expect(heard.has("1", { ...backup, tags: [] })).toBe(false);
  });

  it("is known by what identifies it where the engine does not list the rows", () => {
    heard.add(noteOf("backup", { unlisted: true }), backup);
    expect([heard.has("1", { ...backup, tags: ["db"] }), heard.has("2", other)]).toEqual([true, false]);
  });

  it("is known by what identifies it where rows are not one thing each, also of what is frozen", () => {
    const ofAssignments = new Heard(definitions.channelAssignment);
    const [pager, mail] = [["Pager"], ["Mail"]].map((channels) => ({ check: "backup", channels }));
    if (!pager || !mail) throw new Error("there are two");
    ofAssignments.add(noteOf("pager"), pager);
    expect([ofAssignments.has("1", pager), ofAssignments.has("1", mail)]).toEqual([true, false]);
    ofAssignments.addFrozen(mail);
    expect(ofAssignments.has("1", mail)).toBe(true);
  });

  it("is anything at all where nothing identifies a resource", () => {
    for (const add of [(one: Heard) => one.add(noteOf("march"), {}), (one: Heard) => one.addFrozen({})]) {
      const ofShares = new Heard(definitions.invoiceShare);
      expect(ofShares.has("1", {})).toBe(false);
      add(ofShares);
      expect(ofShares.has("1", {})).toBe(true);
    }
  });

  it("gives a row that was to stay once, to the resource of that name", () => {
    const ofAssignments = new Heard(definitions.channelAssignment);
    const inputs = { check: "backup", channels: ["Pager"] };
    const row = { id: "1", state: {}, inputs };
    ofAssignments.add(noteOf("pager", { row: "1" }), inputs);
    ofAssignments.stays(row);
    expect(ofAssignments.takeStaying(noteOf("other"), inputs)).toBeUndefined();
    expect(ofAssignments.takeStaying(noteOf("pager"), { ...inputs, check: "other" })).toBeUndefined();
    expect(ofAssignments.takeStaying(noteOf("pager"), inputs)).toBe(row);
    expect(ofAssignments.takeStaying(noteOf("pager"), inputs)).toBeUndefined();
  });

  it("was foreseen under its name, with what identifies it", () => {
    heard.foresaw(noteOf("backup"), backup);
    expect(heard.hasForeseen(noteOf("backup"), { ...backup, tags: ["db"] })).toBe(true);
    expect(heard.hasForeseen(noteOf("backup"), other)).toBe(false);
    expect(heard.hasForeseen(noteOf("copy"), backup)).toBe(false);
  });
});
