import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FINDING_CLASSES, type Finding } from "../../../../cli/drift/findings";
import { addEntry, type IgnoreEntry, readIgnoreFile, sift } from "../../../../cli/drift/ignoreFile";
import { assemble, type Parts } from "../../../../cli/drift/report";

const CHECK = { slug: "backup", name: "Backup", tags: [], project: "default", uniqueKey: "abc" };
const BY = { stack: "jobs/dev", kind: "Check", resource: "nightly" };
const CHANGED: Finding = {
  class: "changed",
  check: CHECK,
  declaredBy: BY,
  fields: [{ field: "grace" }, { field: "tags" }],
};
const PAUSED: Finding = { class: "operational", condition: "paused", check: CHECK, declaredBy: BY };
const STRAY: Finding = { class: "unmanaged", check: { ...CHECK, slug: "stray", uniqueKey: "def" } };
const ALL = [CHANGED, PAUSED, STRAY];

const entry = (more: Partial<IgnoreEntry>): IgnoreEntry => ({
  check: "backup",
  reason: "OPS-17",
  until: "2026-05-10",
  ...more,
});
const sifted = (...ignore: IgnoreEntry[]) => sift(ALL, { version: 1, ignore }, "2026-05-10", () => true);

describe("an entry of the ignore file", () => {
  it.each(["backup", "nightly", "abc"])("finds its check by slug, resource or unique key: %s", (check) => {
    expect(sifted(entry({ check })).findings).toEqual([STRAY]);
  });

  it("takes out only what it names, and keeps why", () => {
    const { findings, ignored } = sifted(entry({ condition: "paused" }));
    expect(findings).toEqual([CHANGED, STRAY]);
    expect(ignored).toEqual([{ finding: PAUSED, because: { reason: "OPS-17", until: "2026-05-10" } }]);
    expect(sifted(entry({ class: "changed" })).findings).toEqual([PAUSED, STRAY]);
    expect(sifted(entry({ stack: "other/prod" })).findings).toEqual(ALL);
  });

  it("takes one field out of a changed check and leaves the others", () => {
    const { findings, ignored } = sifted(entry({ field: "grace" }));
    expect(findings).toEqual([{ ...CHANGED, fields: [{ field: "tags" }] }, PAUSED, STRAY]);
    expect(ignored).toMatchObject([{ finding: { fields: [{ field: "grace" }] } }]);
  });

  it("takes the whole finding out when entries cover all of its fields", () => {
    expect(sifted(entry({ field: "grace" }), entry({ field: "tags" })).findings).toEqual([PAUSED, STRAY]);
  });

  it("is not called unneeded where an earlier entry covers the same: that one may run out first", () => {
    for (const other of [entry({ field: "grace" }), entry({ until: "2026-05-11" })]) {
      const { findings, notes } = sifted(entry({ reason: "first" }), other);
      expect(findings).toEqual([STRAY]);
      expect(notes).toEqual([]);
    }
  });

  it("covers nothing after its last day, and says so", () => {
    const { findings, notes } = sifted(entry({ until: "2026-05-09" }));
    expect(findings).toEqual(ALL);
    expect(notes).toEqual(["ignored until 2026-05-09, which has passed: backup (OPS-17)"]);
  });

  it("is told when nothing needs it any more, but not after a run that saw a part", () => {
    const ignore = [entry({ check: "repaired", stack: "jobs/dev" })];
    expect(sifted(...ignore).notes).toEqual([
      "it no longer covers any finding: repaired (OPS-17); remove the entry",
    ]);
    // Without a stack it may be about one that this run does not look at.
    expect(sifted(entry({ check: "repaired" })).notes).toEqual([
      "it covers no finding of this run: repaired (OPS-17); remove the entry, or name the stack that it is about",
    ]);
    expect(sift(ALL, { version: 1, ignore }, "2026-05-10", () => false).notes).toEqual([]);
  });

  const request = {
    stacks: [],
    stateOnly: true,
    refresh: false,
    classes: FINDING_CLASSES,
    tags: [],
    downFor: 0,
    now: Date.parse("2026-05-10"),
  };
  const notesOf = (one: IgnoreEntry, parts: Partial<Parts> = {}, tags: string[] = []) =>
    assemble(
      { ...request, tags, ignore: { version: 1, ignore: [one] } },
      {
        live: 1,
        declaredFrom: "state",
        pending: [],
        notes: [],
        failures: [],
        stacks: [{ name: "jobs/prod", checks: [] }],
        findings: [],
        problems: [],
        ...parts,
      },
    ).notes;

  it("is left alone by a run that does not look at what it is about", () => {
    const elsewhere = entry({ check: "elsewhere", stack: "jobs/prod" });
    expect(notesOf(elsewhere)).toHaveLength(1);
    expect(notesOf(elsewhere, { stacks: [{ name: "jobs/dev", checks: [] }] })).toEqual([]);
    expect(notesOf(elsewhere, {}, ["db"])).toEqual([]);
  });

  it("is left alone by a read-only key where it may be about channels", () => {
    const unseen = [{ project: "default", fields: ["channels"], resources: 1 }];
    for (const about of [{ field: "channels" }, { condition: "alertsNobody" as const }, {}])
      expect(notesOf(entry(about), { unseen })).toEqual([]);
    for (const about of [{ field: "grace" }, { condition: "paused" as const }, { class: "missing" as const }])
      expect(notesOf(entry(about), { unseen })).toHaveLength(1);
  });

  it("is left alone where its check is down, though not for as long as this run asks, or as it knows", () => {
    const down: Finding = { class: "operational", condition: "down", check: CHECK, declaredBy: BY };
    const mayBe = [{ condition: "down" as const }, { class: "operational" as const }, { check: "nightly" }];
    for (const about of [{}, ...mayBe]) expect(notesOf(entry(about), { stillShort: [down] })).toEqual([]);
    for (const about of [{ field: "grace" }, { condition: "paused" as const }, { check: "other" }])
      expect(notesOf(entry(about), { stillShort: [down] })).toHaveLength(1);
  });

  it("is left alone where another --fail-on tells its check as unmanaged beside the pair", () => {
    const pair: Finding = {
      class: "duplicate",
      check: CHECK,
      declaredBy: BY,
      others: [{ check: STRAY.check }],
    };
    const stray = entry({ check: "def", class: "unmanaged" });
    expect(notesOf(stray, { findings: [pair] })).toEqual([]);
    expect(notesOf(stray)).toHaveLength(1);
  });
});

describe("the ignore file", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-ignore-"));
  const file = join(folder, "ignore.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (text: string) => {
    writeFileSync(file, text);
    return () => readIgnoreFile(file, true);
  };

  it("is empty when there is none, unless it was asked for by name", () => {
    const absent = join(folder, "absent.json");
    expect(readIgnoreFile(absent, false).ignore).toEqual([]);
    expect(() => readIgnoreFile(absent, true)).toThrow("there is no such file");
  });

  it("refuses what it does not understand, naming the place", () => {
    expect(read("{")).toThrow("it is not JSON");
    expect(read('{"version":1,"ignore":[{"check":"a","reason":"b"}]}')).toThrow(
      "ignore.0.until: must be a day such as 2026-12-31",
    );
    expect(read('{"version":1,"ignore":[{"check":"a","reason":" ","until":"2026-12-31"}]}')).toThrow(
      "ignore.0.reason: must not be empty",
    );
    expect(
      read('{"version":1,"ignore":[{"check":"a","reason":"b","until":"2026-12-31","fild":"x"}]}'),
    ).toThrow("fild");
  });

  it("gets one entry in place of an older one about the same", () => {
    const once = addEntry(
      { version: 1, ignore: [entry({}), entry({ field: "grace" })] },
      entry({ reason: "OPS-18" }),
    );
    expect(once.ignore).toEqual([entry({ field: "grace" }), entry({ reason: "OPS-18" })]);
    expect(() => addEntry(once, entry({ class: "missing", field: "grace" }))).toThrow(
      "only changed checks have fields",
    );
  });
});
