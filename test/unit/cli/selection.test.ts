import { type Selection, select, tagsOf } from "../../../cli/selection";
import type { CheckDocument } from "../../../provider/monitor/api";
import { uniqueKeyOf } from "../../../provider/monitor/snapshot";

const UUID = "0b3c1c5e-8d1b-4f0a-9b50-9f4f6f1b7a11";

const check = (slug: string, tags: string, rest: Partial<CheckDocument> = {}): CheckDocument => ({
  name: "",
  slug,
  tags,
  status: "up",
  unique_key: `key-of-${slug}`,
  ...rest,
});

const ALL = [
  check("backup", "prod db", { uuid: UUID, unique_key: undefined }),
  check("sync", "prod"),
  check("mail", "  dev  "),
];

const slugs = (selection: Partial<Selection>) =>
  select(ALL, { tags: [], checks: [], ...selection }).map(({ slug }) => slug);

describe("the selection", () => {
  it("is every check unless something is named", () => {
    expect(slugs({})).toEqual(["backup", "sync", "mail"]);
  });

  it("has the checks that carry all of the tags", () => {
    expect(slugs({ tags: ["prod"] })).toEqual(["backup", "sync"]);
    expect(slugs({ tags: ["prod", "db"] })).toEqual(["backup"]);
  });

  it("knows a tag with a joiner within a word, as Persian has them, also as messages show it", () => {
    const tagged = check("x", "prod می\u200cخواهم");
    for (const tag of ["می\u200cخواهم", "می\\u200cخواهم"])
      expect(select([...ALL, tagged], { tags: [tag], checks: [] })).toEqual([tagged]);
  });

  it("shows no tag that moves a terminal's cursor", () => {
    expect(tagsOf(check("x", "\u001b[2Jprod d\u0007b \u001b"))).toEqual(["[2Jprod", "d b"]);
  });

  it("has the checks that are named by slug, UUID or unique key", () => {
    expect(slugs({ checks: ["sync"] })).toEqual(["sync"]);
    expect(slugs({ checks: [UUID.toUpperCase(), "key-of-mail"] })).toEqual(["backup", "mail"]);
    expect(slugs({ checks: [uniqueKeyOf(UUID)] })).toEqual(["backup"]);
    const readOnly = [check("backup", "", { unique_key: uniqueKeyOf(UUID) })];
    for (const name of [UUID, UUID.toUpperCase()]) {
      expect(select(readOnly, { tags: [], checks: [name] })).toEqual(readOnly);
    }
  });

  it.each<[Partial<Selection>, string]>([
    [
      { checks: ["bakup"] },
      'no check has the slug, unique key or UUID "bakup". There are backup, mail, sync',
    ],
    [{ checks: [""] }, "no check has the slug"],
    [{ tags: ["staging"] }, 'no check carries the tag "staging". There are db, dev, prod'],
    [{ tags: ["db", "dev"] }, "no check carries all of the tags db, dev"],
    [{ tags: ["dev"], checks: ["sync"] }, "no check carries all of the tags dev among those named"],
  ])("refuses %j, so that no gate is passed by nothing", (selection, words) => {
    expect(() => slugs(selection)).toThrow(words);
  });

  it("says of which checks these are all, where that is not the project", () => {
    const scope = "Only the checks of dev are looked at";
    const refused = (choice: Partial<Selection>) => () => slugs({ ...choice, scope });
    expect(refused({ tags: ["staging"] })).toThrow(`There are db, dev, prod. ${scope}`);
    expect(refused({ checks: ["bakup"] })).toThrow(`There are backup, mail, sync. ${scope}`);
    expect(refused({ tags: ["dev"], checks: ["sync"] })).toThrow(`among those named. ${scope}`);
  });

  it("refuses a project without checks", () => {
    expect(() => select([], { tags: [], checks: [] })).toThrow("the project has no checks");
  });

  it("does not repeat a UUID, which is the secret part of a ping URL, when there is none", () => {
    const uuid = "7d3c1c5e-8d1b-4f0a-9b50-9f4f6f1b7a11";
    for (const name of [uuid, uuid.toUpperCase(), `https://ping.example/${uuid}`]) {
      expect(() => slugs({ checks: [name] })).toThrow(
        /^--check: no check has the UUID that was asked for \(.*7d3c….*\)\. There are backup/i,
      );
      expect(() => slugs({ checks: [name] })).not.toThrow(/8d1b/i);
    }
  });
});
