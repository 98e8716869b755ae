import * as pulumi from "@pulumi/pulumi";
import { noteIn, type RunNote } from "../../../../provider/core/runNotes";
import { Check, type CheckArgs } from "../../../../sdk";
import type { StackRow } from "../../../../sdk/program/stackRows";
import { insideOf } from "../../../support/sdk/program";

jest.mock("../../../../sdk/program/engineRun", () => ({
  ...jest.requireActual("../../../../sdk/program/engineRun"),
  hasEngine: () => true,
}));

/** As the engine lists them; undefined where it does not. */
let listed: Map<string, StackRow> | undefined;
jest.mock("../../../../sdk/program/stackRows", () => ({
  ...jest.requireActual("../../../../sdk/program/stackRows"),
  // The engine takes its time.
  stackRows: () => new Promise((resolve) => setImmediate(() => resolve(listed ?? new Map()))),
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

  async function noteOf(
    args: CheckArgs,
    { name = "backup", ...options }: pulumi.CustomResourceOptions & { name?: string } = {},
  ): Promise<RunNote> {
    await insideOf(new Check(name, args, options).slug);
    const note = notes.find((one) => one?.name === name);
    if (!note) throw new Error("the check was sent without a note");
    return note;
  }

  it("tells the row that it keeps", async () => {
    listed = rowIn();
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ name: "backup", stack: "jobs/dev", row: UUID });
    expect(note).not.toHaveProperty("unlisted");
  });

  it.each([
    ["a check", { badgeUrl: "https://checks.example.com/b/2/ff.svg" }],
    ["an assignment", { __service: "https://checks.example.com" }],
  ])("tells on which service that row of %s is", async (_what, told) => {
    listed = rowIn();
    const [row] = [...listed.values()];
    Object.assign(row?.values ?? {}, told);
    expect(await noteOf({ slug: "backup" })).toMatchObject({ home: "https://checks.example.com" });
    expect(
      await noteOf({ slug: "backup", project: "beta" }, { name: "moved", aliases: [URN] }),
    ).not.toHaveProperty("home");
  });

  it("tells the row apart that is in another project", async () => {
    listed = rowIn("beta");
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ rowElsewhere: UUID });
    expect(note).not.toHaveProperty("row");
  });

  describe("beside another check of the state", () => {
    const heldBy = ({ held }: RunNote) => Object.values(held ?? {});

    /** What a check is told while another one, of which the state has this row, gets its project from it. */
    async function toldBeside(name: string, project?: string): Promise<RunNote> {
      let note: RunNote | undefined;
      await pulumi.runtime.runInPulumiStack(async () => {
        const first = new Check(name, { slug: name, project: "beta" });
        new Check("backup", { slug: "backup", project: first.project.apply(() => project as string) });
        await insideOf(first.slug);
        note = notes.find((one) => one?.name === name);
      });
      if (!note) throw new Error("the check was sent without a note");
      return note;
    }

    it("does not wait for the project of that one, which may come from it: it counts as held", async () => {
      listed = rowIn();
      expect(heldBy(await toldBeside("files"))).toEqual(["backup"]);
      // Where it will be told to move is not known yet.
      notes = [];
      expect(heldBy(await toldBeside("files", "beta"))).toEqual(["backup"]);
    });

    it("does not wait for it either when it comes from another project itself", async () => {
      const urn = URN.replace(/backup$/, "files");
      const [row] = [...rowIn().values()];
      if (!row) throw new Error("there is no row");
      const values = { ...row.values, uuid: UUID.replace(/^8/, "9"), slug: "files" };
      listed = rowIn().set(urn, { ...row, urn, name: "files", values });
      expect(heldBy(await toldBeside("files"))).toEqual(["backup"]);
    });

    it("is not told of one that the program plainly has in another project now", async () => {
      listed = rowIn();
      let note: RunNote | undefined;
      await pulumi.runtime.runInPulumiStack(async () => {
        new Check("backup", { slug: "backup", project: "beta" });
        note = await noteOf({ slug: "files" }, { name: "files" });
      });
      expect(note && heldBy(note)).toEqual([]);
    });
  });

  describe("with a row, which a refresh of the run may drop", () => {
    /** Rows of two checks, by their slugs, of which the program has the second under this slug now. */
    async function heldOf(slug: string, others: (() => unknown) | undefined): Promise<string[] | undefined> {
      const [row] = [...rowIn().values()];
      const urn = URN.replace(/backup$/, "files");
      const values = { uuid: UUID.replace(/^8/, "9"), slug: "files" };
      listed = rowIn().set(urn, { ...(row as StackRow), urn, name: "files", values });
      let note: RunNote | undefined;
      await pulumi.runtime.runInPulumiStack(async () => {
        others?.();
        note = await noteOf({ slug }, { name: "files" });
      });
      expect(note).toMatchObject({ row: values.uuid });
      return note?.held && Object.values(note.held);
    }

    it("says which resource of the program gives up the slug that it gets", async () => {
      expect(await heldOf("backup", () => new Check("backup", { slug: "files" }))).toEqual(["backup"]);
    });

    it("says nothing of its own slug, nor of one whose resource left the program", async () => {
      expect(await heldOf("files", () => new Check("backup", { slug: "backup" }))).toBeUndefined();
      expect(await heldOf("backup", undefined)).toBeUndefined();
    });
  });

  describe("of a resource with aliases", () => {
    const below = (type: string) => `urn:pulumi:old::former::${type}::backup`;
    const CHECK = "pulumi-nodejs:dynamic/checks:Check";

    it.each<[string | pulumi.Alias, string]>([
      [URN, URN],
      [{ name: "backup" }, URN],
      [{ name: "backup", parent: below("my:Team") }, `urn:pulumi:dev::jobs::my:Team$${CHECK}::backup`],
      [{ name: "backup", type: "my:Check", stack: "old", project: "former" }, below("my:Check")],
    ])("tells the row that one of them names: %j", async (alias, urn) => {
      const [row] = [...rowIn().values()];
      if (!row) throw new Error("there is no row");
      listed = new Map([[urn, { ...row, urn }]]);
      expect(await noteOf({ slug: "other" }, { name: "renamed", aliases: [alias] })).toMatchObject({
        row: UUID,
      });
    });

    const renamed = () => noteOf({ slug: "backup-db" }, { name: "renamed", aliases: [{ name: "backup" }] });
    const files = () => noteOf({ slug: "backup" }, { name: "files" });

    /** What two resources of one program are told. */
    async function ofOneRun(first: () => Promise<RunNote>, second: () => Promise<RunNote>) {
      let both: RunNote[] = [];
      await pulumi.runtime.runInPulumiStack(async () => {
        both = await Promise.all([first(), second()]);
      });
      return both;
    }

    it("leaves no row to another resource that gets its slug, whichever comes first", async () => {
      listed = rowIn();
      const [old, heir] = await ofOneRun(renamed, files);
      expect([old?.row, heir?.row]).toEqual([UUID, undefined]);
      notes = [];
      const [early, late] = await ofOneRun(files, renamed);
      expect([early?.row, late?.row]).toEqual([undefined, UUID]);
    });

    it("leaves no row to another resource that its child is to keep by an alias of the component", async () => {
      const urn = `urn:pulumi:dev::jobs::old:Team$${CHECK}::old-backup`;
      const [row] = [...rowIn().values()];
      if (!row) throw new Error("there is no row");
      listed = new Map([[urn, { ...row, urn }]]);
      const ofTeam = () => {
        const team = new pulumi.ComponentResource(
          "my:Team",
          "team",
          {},
          { aliases: [{ type: "old:Team", name: "old" }] },
        );
        return noteOf({ slug: "backup-db" }, { name: "team-backup", parent: team });
      };
      const [child, heir] = await ofOneRun(ofTeam, files);
      expect([child?.row, heir?.row]).toEqual([UUID, undefined]);
    });

    it("keeps the row of the dynamic host at its first run on the plugin, also with another slug", async () => {
      listed = rowIn();
      pulumi.runtime.setAllConfig({ "checks:host": "plugin" });
      const [moved, heir] = await ofOneRun(() => noteOf({ slug: "backup-db" }), files);
      pulumi.runtime.setAllConfig({});
      expect([moved?.row, heir?.row]).toEqual([UUID, undefined]);
    });

    it("does not take the row of a resource that is still there", async () => {
      listed = rowIn();
      const [other, owner] = await ofOneRun(renamed, () => noteOf({ slug: "backup" }));
      expect([other?.row, owner?.row]).toEqual([undefined, UUID]);
    });
  });

  it("says so where the engine does not list the rows", async () => {
    listed = undefined;
    const note = await noteOf({ slug: "backup" });
    expect(note).toMatchObject({ unlisted: true });
    expect(note).not.toHaveProperty("row");
  });
});
