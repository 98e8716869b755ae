import { type Badge, badgeText, chooseBadges } from "../../../../cli/badges/badges";

describe("the badges of a tag", () => {
  it("that has none are refused on one line, which moves no terminal's cursor", () => {
    const all = { "*": {}, "a\n\u001b[2Jb": {} } as never;
    expect(() => chooseBadges(all, ["prod"])).toThrow(
      /^--tag: there is no badge for the tag "prod"\. There are badges for \*, a \[2Jb$/,
    );
  });

  it("that is named twice are in the document once, in the order of their tags", () => {
    const [all, db, prod] = ["*", "db", "prod"].map((markdown) => ({ markdown }) as Badge);
    const badges = { "*": all, db, prod } as Record<string, Badge>;
    expect(chooseBadges(badges, ["prod", "*", "prod"])).toEqual([prod, all]);
  });
});

it("a tag that turns text around does so in no document", () => {
  const badge = {
    markdown: "![\u202ea](https://x/a.svg)",
    html3: '<img src="https://x/a.svg" alt="b\u200b">',
  };
  expect(badgeText(badge as Badge, { language: "markdown", states: "2" })).toBe(
    "![\\u202ea](https://x/a.svg)",
  );
  expect(badgeText(badge as Badge, { language: "html", states: "3" })).toBe(
    '<img src="https://x/a.svg" alt="b\\u200b">',
  );
});
