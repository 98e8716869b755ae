import * as pulumi from "@pulumi/pulumi";
import { noteIn, type RunNote } from "../../../provider/core/runNotes";
import { Check } from "../../../sdk";
import type { StackRow } from "../../../sdk/program/stackRows";
import { insideOf } from "../../support/sdk/program";

jest.mock("../../../sdk/program/engineRun", () => ({
  ...jest.requireActual("../../../sdk/program/engineRun"),
  hasEngine: () => true,
}));

/** As the engine lists them; undefined where it does not. */
let listed: Map<string, StackRow> | undefined;
jest.mock("../../../sdk/program/stackRows", () => ({
  ...jest.requireActual("../../../sdk/program/stackRows"),
  stackRows: async () => listed ?? new Map(),
  areRowsListed: async () => listed !== undefined,
}));

const UUID = "803f680d-e89b-492b-82ef-2be7b774a92d";
const URN = "urn:pulumi:dev::jobs::pulumi-nodejs:dynamic/checks:Check::backup";

const rowIn = (project?: string): Map<string, StackRow> => {
  const values = { uuid: UUID, slug: "backup", ...(project && { project }) };
  return new Map([[URN, { urn: URN, name: "backup", kind: "Check", host: "dynamic", values }]]);
};

describe("the note that a program sends along with a check", () => {
  let notes: (RunNote | undefined)[];

  beforeEach(async () => {
    notes = [];
    await pulumi.runtime.setMocks(
      {
        newResource({ inputs }) {
          notes.push(noteIn(inputs));
          return { id: UUID, state: inputs };
        },
        call: ({ inputs }) => inputs,
      },
      "jobs",
      "dev",
      false,
    );
  });

  async function noteOf(args: ConstructorParameters<typeof Check>[1]): Promise<RunNote> {
    await insideOf(new Check("backup", args).slug);
    const [note] = notes;
    if (!note) throw new Error("the check was sent without a note");
    return note;
  }

  it("tells the row that it keeps", async () => {
    listed = rowIn();
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ name: "backup", stack: "jobs/dev", row: UUID });
    expect(note).not.toHaveProperty("unlisted");
  });

  it("tells the row apart that is in another project", async () => {
    listed = rowIn("beta");
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ rowElsewhere: UUID });
    expect(note).not.toHaveProperty("row");
  });

  it("tells the row apart that is in another project", async () => {
    listed = rowIn("beta");
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ rowElsewhere: UUID });
    expect(note).not.toHaveProperty("row");
  });

  it("says so where the engine does not list the rows", async () => {
    listed = undefined;
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ unlisted: true });
    expect(note).not.toHaveProperty("row");
  });
});
