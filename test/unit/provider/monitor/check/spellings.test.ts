import fc from "fast-check";
import {
  areChannelsOf,
  isSameButBlanks,
  isSameProse,
  isSavedOnWebsite,
} from "../../../../../provider/monitor/check/spellings";
import { isSameZone } from "../../../../../schedule";
import { LEGACY_ZONES } from "../../../../../schedule/legacyZones";

const [A, B] = ["6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1", "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b2"];

describe("the same, spelt by the service", () => {
  it.each(Object.entries(LEGACY_ZONES))("zone %s is %s", (old, present) => {
    expect(isSameZone(old, present)).toBe(true);
  });

  it.each([
    ["UTC", "Etc/UTC"],
    ["GMT", "Etc/GMT"],
    ["US/Pacific", "America/Los_Angeles"],
  ])("zone %s is %s", (one, other) => {
    expect(isSameZone(one, other)).toBe(true);
  });

  it.each([
    ["Europe/Berlin", "Europe/Paris"],
    ["UTC", "Europe/London"],
    ["Asia/Tokyo", "Asia/Seoul"],
    ["Asia/Tokyo", ""],
    ["Nowhere/Land", "UTC"],
  ])("zone %s is not %s", (one, other) => {
    expect(isSameZone(one, other)).toBe(false);
  });

  it.each<[string, unknown, boolean]>([
    [" 0  3 * * *\t", "0 3 * * *", true],
    ["Mon 03:00\r\n\r\nTue 04:00\n", "Mon 03:00\nTue 04:00", true],
    ["Mon 03:00\nTue 04:00", "Mon 03:00 Tue 04:00", false],
    ["0 3 * * *", "0 4 * * *", false],
    ["0 3 * * *", undefined, false],
  ])("schedule %j and %j: %s", (sent, answered, same) => {
    expect(isSameButBlanks(sent, answered)).toBe(same);
  });

  it("text of any line ends is the same, other text is not", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        expect(isSameProse(lines.join("\r\n"), `${lines.join("\n")}\n`)).toBe(true);
        expect(isSameProse(lines.join("\n"), `x${lines.join("\n")}`)).toBe(false);
      }),
    );
    expect(isSameProse("", "somebody's text")).toBe(false);
  });

  it.each<[string, string, boolean]>([
    ["one\ntwo\n", "one\r\ntwo", true],
    [" one\r\ntwo", "one\r\ntwo", true],
    ["\n", "", false],
    ["\t", "", false],
    ["", "", false],
    ["one\r\ntwo", "one\ntwo", false],
    ["one\ntwo", "one two", false],
    ["one\n\ntwo", "one\r\ntwo", false],
  ])("text %j saved on the website as %j: %s", (sent, kept, same) => {
    expect(isSavedOnWebsite(sent, kept)).toBe(same);
  });

  it.each<[string, string, boolean]>([
    ["*", `${A},${B}`, true],
    ["*", "", true],
    ["Pager", A, true],
    ["Pager,Ops mail", `${B},${A}`, true],
    [`Pager,${A}`, A, true],
    [`Pager,${A}`, `${A},${B}`, true],
    [`Pager,${A}`, B, false],
    ["Pager", "", false],
    ["Pager", `${A},${B}`, false],
    ["Pager,Ops mail", A, false],
    ["", A, false],
    [A, B, false],
  ])("channels %j answered by %j: %s", (sent, answered, same) => {
    expect(areChannelsOf(sent, answered)).toBe(same);
  });
});
