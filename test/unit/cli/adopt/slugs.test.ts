import fc from "fast-check";
import { chooseSlugs } from "../../../../cli/adopt/args";
import { arbitraryProject, liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";

const slugsOf = (...checks: Parameters<typeof liveCheck>[]) =>
  [...chooseSlugs(checks.map((check) => liveCheck(...check)))].map(([id, { slug }]) => [
    id.slice(0, 8),
    slug,
  ]);

describe("the slug of a check in the program", () => {
  it("is the one it has", () => {
    expect(slugsOf([uuid(1), { slug: "backup", name: "Something else" }])).toEqual([["00000001", "backup"]]);
  });

  it("is made from its name when it has none", () => {
    expect(slugsOf([uuid(1), { name: "Nightly Backup (Zürich)" }])).toEqual([
      ["00000001", "nightly-backup-zurich"],
    ]);
  });

  it("has a part of the UUID when checks without one have names that are alike, or a name that is taken", () => {
    expect(
      slugsOf([uuid(2), { name: "Backup" }], [uuid(1), { name: "backup!" }], [uuid(3), { name: "Site" }]),
    ).toEqual([
      ["00000001", "backup-00000001"],
      ["00000002", "backup-00000002"],
      ["00000003", "site"],
    ]);
    expect(slugsOf([uuid(1), { name: "Backup" }], [uuid(2), { slug: "backup" }])).toEqual([
      ["00000002", "backup"],
      ["00000001", "backup-00000001"],
    ]);
  });

  it("says only check and a part of the UUID when no letter of the name can stand in it", () => {
    expect(slugsOf([uuid(1), { name: "日本語" }], [uuid(2)])).toEqual([
      ["00000001", "check-00000001"],
      ["00000002", "check-00000002"],
    ]);
  });

  it("stays with one of several that share it, and the others get their own", () => {
    const choices = chooseSlugs([uuid(2), uuid(3), uuid(1)].map((id) => liveCheck(id, { slug: "backup" })));
    const sharing = [uuid(1), uuid(2), uuid(3)];
    expect(Object.fromEntries(choices)).toEqual({
      [uuid(1)]: { slug: "backup", sharing },
      [uuid(2)]: { slug: "backup-00000002", sharing },
      [uuid(3)]: { slug: "backup-00000003", sharing },
    });
  });

  it("takes more of the UUID while what it has so far is taken", () => {
    expect(
      slugsOf(
        [uuid(1), { slug: "backup" }],
        [uuid(2), { slug: "backup-00000003" }],
        [uuid(3), { name: "Backup" }],
        [uuid(4), { slug: "backup-00000003-0" }],
      ).at(-1),
    ).toEqual(["00000003", "backup-00000003-00"]);
  });

  it("keeps within the length that a slug may have", () => {
    const long = "a".repeat(100);
    expect(slugsOf([uuid(1), { slug: long }], [uuid(2), { slug: long }])[1]).toEqual([
      "00000002",
      `${"a".repeat(91)}-00000002`,
    ]);
  });

  it("is not made up for a check whose own slug no program can have", () => {
    expect(slugsOf([uuid(1), { slug: "Backup", name: "Backup" }])).toEqual([]);
  });

  it("is nobody else's, for any project, and the same for the checks of a part of it when theirs are written", () => {
    fc.assert(
      fc.property(arbitraryProject(20), (checks) => {
        const choices = chooseSlugs(checks);
        const slugs = [...choices.values()].map(({ slug }) => slug);
        expect(new Set(slugs).size).toBe(slugs.length);
        const after = checks.map((check) => ({
          ...check,
          slug: choices.get(check.uuid)?.slug ?? check.slug,
        }));
        const again = chooseSlugs(after);
        for (const [id, { slug }] of choices) expect(again.get(id)).toEqual({ slug, sharing: [] });
      }),
      { numRuns: 100 },
    );
  });
});
