import { metaOf } from "../../../../../provider/core/fields";
import { checkFields, checkOutputs } from "../../../../../provider/monitor/check/checkFields";
import { checkFromWire, checkResult } from "../../../../../provider/monitor/functions/checkResult";

/** As little as the interface allows a service to say. */
const BARE = {
  name: "",
  slug: "backup",
  tags: "",
  status: "new",
  uuid: "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1",
};
const FULL = { ...BARE, n_pings: 0, started: false, badge_url: "https://example.com/b.svg" };

describe("a check of a data source", () => {
  it("has every field of the resource that a service tells", () => {
    const wired = { ...checkFields, ...checkOutputs };
    const document = Object.fromEntries(
      Object.keys(wired).flatMap((key) => {
        const { wire, separator } = metaOf(wired, key);
        return wire === undefined ? [] : [[wire, separator === undefined ? `the ${wire}` : `b${separator}a`]];
      }),
    );
    const told = Object.keys(
      checkFromWire({ ...FULL, ...document, last_ping: null, next_ping: "2026-01-01" }),
    );
    const expected = Object.keys(wired).filter((key) => metaOf(wired, key).wire !== undefined);
    expect(told.sort()).toEqual([...expected, "nPings", "nextPing", "started", "status", "uniqueKey"].sort());
    expect(Object.keys(checkResult.parse(checkFromWire(FULL))).sort()).toEqual(
      Object.keys(checkFromWire(FULL)).sort(),
    );
  });

  it("has the service's defaults where an older service leaves a field out", () => {
    expect(checkFromWire(FULL)).toMatchObject({
      grace: 3600,
      timeout: 86_400,
      startKw: [],
      filterBody: false,
    });
  });

  it("keeps what an input may not be, but a service has", () => {
    const old = { ...FULL, slug: "", grace: 1, schedule: "@odd", tz: "Mars/Olympus", channels: "" };
    expect(checkResult.parse(checkFromWire(old))).toMatchObject({
      slug: "",
      grace: 1,
      schedule: "@odd",
      tz: "Mars/Olympus",
      channels: [],
    });
  });

  it("is refused where a field is of another type than the program is promised", () => {
    const wrong = checkResult.safeParse(checkFromWire({ ...FULL, grace: "3600", n_pings: undefined }));
    expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual(["grace", "nPings"]);
  });
});
