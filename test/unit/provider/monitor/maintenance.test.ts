import fc from "fast-check";
import {
  MOST_TAGS,
  maintenanceIn,
  markOf,
  removeMaintenance,
  withMaintenance,
  withoutMaintenance,
} from "../../../../provider/monitor/maintenance";
import { withoutStamps } from "../../../../provider/monitor/stamp";

const time = fc.integer({ min: 0, max: 4_000_000_000 });
const channels = fc.array(fc.uuid(), { maxLength: 6 }).map((ids) => ids.join(","));
const maintenance = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{8}$/),
  from: time,
  until: time,
  channels: fc.option(channels, { nil: undefined }),
  reason: fc.constantFrom("", "new disk", "Umzug nach Köln"),
});
const tags = fc.stringMatching(/^[a-z0-9: ]{0,60}$/);

describe("the tag of a maintenance", () => {
  it("is read as it was written", () => {
    fc.assert(fc.property(maintenance, (one) => expect(maintenanceIn(markOf(one))).toEqual(one)));
  });

  it("is one tag, whatever the reason", () => {
    fc.assert(
      fc.property(maintenance, fc.string(), (one, reason) => {
        expect(markOf({ ...one, reason })).toMatch(/^\S+$/);
        expect(maintenanceIn(markOf({ ...one, reason }))).toMatchObject({ id: one.id, until: one.until });
      }),
    );
  });

  it("comes off again to the letter, blanks and all", () => {
    fc.assert(
      fc.property(tags, maintenance, (before, one) => {
        const during = withMaintenance(before, one) ?? "";
        expect(withoutMaintenance(during).maintenance?.id).toBe(one.id);
        expect(removeMaintenance(during, one.id)).toBe(before);
      }),
    );
  });

  it("comes off where a service has put the tags in another order", () => {
    const mark = markOf({ id: "3f2a9c1e", from: 0, until: 60, channels: "", reason: "" });
    expect(removeMaintenance(`${mark} db prod`, "3f2a9c1e")).toBe("db prod");
    expect(removeMaintenance(`db ${mark} prod`, "3f2a9c1e")).toBe("db prod");
    expect(removeMaintenance(`db ${mark}`, "00000000")).toBe(`db ${mark}`);
  });

  it("makes itself short where there is little room: first without the reason, then without the channels", () => {
    const one = {
      id: "3f2a9c1e",
      from: 0,
      until: 60,
      channels: "0b42eb3c-1d57-4a4e-9f0b-6a1f0c9b7d11",
      reason: "new disk",
    };
    const room = (length: number) =>
      withoutMaintenance(withMaintenance("t".repeat(MOST_TAGS - length), one) ?? "").maintenance;
    expect(room(120)).toEqual(one);
    expect(room(85)).toEqual({ ...one, reason: "" });
    expect(room(70)).toEqual({ ...one, reason: "", channels: undefined });
    expect(room(40)).toBeUndefined();
  });

  it("may take the last character that the service keeps, and no more", () => {
    const one = { id: "3f2a9c1e", from: 0, until: 60, channels: undefined, reason: "" };
    const room = MOST_TAGS - ` ${markOf(one)}`.length;
    expect(withMaintenance("t".repeat(room), one)).toHaveLength(MOST_TAGS);
    expect(withMaintenance("t".repeat(room + 1), one)).toBeUndefined();
  });

  it("tells 60 characters of a reason", () => {
    const one = { id: "3f2a9c1e", from: 0, until: 60, channels: "", reason: "r".repeat(61) };
    expect(maintenanceIn(markOf(one))?.reason).toBe("r".repeat(60));
  });

  it("is no tag that only looks like it", () => {
    const NO_DATE = "maintenance:3f2a9c1e/20260101T000000Z/20269999T000000Z/-/";
    for (const tag of [
      "maintenance",
      "maintenance:soon",
      "maintenance:3f2a9c1e/20269999T000000Z/x//",
      NO_DATE,
    ]) {
      expect(withoutMaintenance(`db ${tag}`)).toEqual({ tags: `db ${tag}`, maintenance: undefined });
    }
  });
});

describe("tags that the service takes for one", () => {
  const OWN = "pulumi:shop/prod";

  it.each(["a\tb", "a\u00a0b", "a\nb", "a\u2003b"])("%j stay one when ours are taken from them", (tag) => {
    expect(withoutStamps(`${tag} ${OWN} c`)).toEqual({ tags: `${tag} c`, owners: ["shop/prod"] });
    const mark = markOf({ id: "3f2a9c1e", from: 0, until: 60, channels: "", reason: "" });
    expect(withoutMaintenance(`${tag} ${mark}`).tags).toBe(tag);
    expect(withoutStamps(`${tag}\u00a0${OWN}`).owners).toEqual([]);
  });
});
