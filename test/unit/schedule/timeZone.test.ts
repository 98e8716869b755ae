import { isSameZone, isTimeZone } from "../../../schedule";
import { IANA_NAMES } from "../../../schedule/ianaNames";

describe("the time zones a check may have", () => {
  it.each([
    "UTC",
    "Etc/UTC",
    "Europe/Riga",
    "America/Argentina/Buenos_Aires",
    "Etc/GMT+12",
    "America/Port-au-Prince",
  ])("knows %s", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(["Europe/Kiev", "US/Eastern", "Zulu", "UCT", "GB", "EST5EDT", "Asia/Calcutta", "GMT+0", "W-SU"])(
    "knows the old name %s",
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it("knows its whole list, and nothing stands there twice or in pieces", () => {
    expect(IANA_NAMES.size).toBe(597);
    expect([...IANA_NAMES].filter((name) => !isTimeZone(name))).toEqual([]);
    expect([...IANA_NAMES].filter((name) => !/^[A-Z][A-Za-z0-9_+/-]*$/.test(name))).toEqual([]);
  });

  it("lets no other case pass, though this runtime's own clock would", () => {
    const misspelt = [...IANA_NAMES].flatMap((name) => [name.toLowerCase(), name.toUpperCase()]);
    expect(misspelt.filter((name) => !IANA_NAMES.has(name) && isTimeZone(name))).toEqual([]);
    expect(() => new Intl.DateTimeFormat("en", { timeZone: "europe/riga" })).not.toThrow();
  });

  it.each([
    ["", "an empty name"],
    ["Europe/Riga ", "a blank after the name"],
    ["Europe", "a part of a name"],
    ["America/New_york", "a capital missing in the middle of a name"],
    ["Europe/Rga", "a slip of the finger"],
    ["Factory", "the database's own placeholder"],
    ["localtime", "what stands beside the zones on disk"],
    ["posix/Europe/Riga", "a folder of the zones on disk"],
    ["Etc/Unknown", "a name of this runtime's own"],
    ["SystemV/AST4", "a name of this runtime's library alone"],
    ["US/Pacific-New", "a name that was dropped"],
    ["GMT+1", "an offset with a name"],
    ["+01:00", "an offset"],
    ["Etc/GMT+13", "an offset that is too far"],
    ["CEST", "an abbreviation"],
    ["Europe/Rīga", "a letter with a mark"],
    ["__proto__", "a property of every object"],
  ])("refuses %j: %s", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

it("is another zone where this runtime does not know one of two names, and the same where both clocks agree", () => {
  expect(isSameZone("Mars/Base", "UTC")).toBe(false);
  expect(isSameZone("UTC", "Mars/Base")).toBe(false);
  expect(isSameZone("Mars/Base", "Mars/Base")).toBe(true);
  expect(isSameZone("Asia/Kolkata", "Asia/Calcutta")).toBe(true);
  expect(isSameZone("Europe/Riga", "Europe/Vilnius")).toBe(false);
});
