import { applySpec, newCheckRow } from "../../../../emulator/monitor/check";
import type { CheckSpec } from "../../../../emulator/monitor/checkFields";
import { type CheckEntry, CheckIndex, uniqueKeyOf } from "../../../../emulator/monitor/checkIndex";

describe("the index of a project's checks", () => {
  let index: CheckIndex;
  let lastId = 0;
  beforeEach(() => {
    index = new CheckIndex();
  });

  const add = (spec: CheckSpec): CheckEntry => {
    const row = newCheckRow(++lastId);
    applySpec(row, spec, 3);
    return index.save(row);
  };

  it("finds the oldest check that agrees in all fields", () => {
    const [first, second] = [add({ slug: "s", name: "a" }), add({ slug: "s", name: "b" })];
    expect(index.findUnique({ slug: "s" }, ["slug"])).toBe(first);
    expect(index.findUnique({ slug: "s", name: "b" }, ["name", "slug"])).toBe(second);
    expect(index.findUnique({ timeout: 86_400 }, ["timeout"])).toBe(first);
    expect(index.findUnique({ tags: "x" }, ["tags"])).toBeUndefined();
  });

  it("never matches by a field that was not sent", () => {
    add({});
    expect(index.findUnique({}, ["slug"])).toBeUndefined();
    expect(index.findUnique({ slug: "" }, ["slug"])).toBeDefined();
  });

  it("follows changes of slug and name", () => {
    const entry = add({ slug: "old", name: "old" });
    const row = { ...entry.row };
    applySpec(row, { slug: "new", name: "new" }, 3);
    index.save(row);
    expect(index.withSlug("old")).toEqual([]);
    expect(index.withSlug("new")).toEqual([entry]);
    expect(index.findUnique({ name: "old" }, ["name"])).toBeUndefined();
  });

  it("forgets a removed check everywhere, and takes it back in its old place", () => {
    const [first, second] = [add({ slug: "a" }), add({ slug: "b" })];
    first.channels = ["c"];
    index.remove(first);
    const { uuid, badgeKey } = first.row;
    expect([index.get(uuid), index.withUniqueKey(uniqueKeyOf(uuid)), index.withBadgeKey(badgeKey)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const revived = index.save(first.row);
    expect(revived.channels).toEqual([]);
    expect(index.all()).toEqual([revived, second]);
    expect(index.withUniqueKey(uniqueKeyOf(uuid))).toBe(revived);
  });

  it("derives the unique key from the uuid", () => {
    expect(uniqueKeyOf("01234567-89ab-4def-8000-000000000000")).toMatch(/^[0-9a-f]{40}$/);
    expect(uniqueKeyOf("01234567-89ab-4def-8000-000000000000")).toBe(
      uniqueKeyOf("01234567-89ab-4def-9999-999999999999"),
    );
  });
});
