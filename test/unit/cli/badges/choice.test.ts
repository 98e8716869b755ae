import { chooseBadges } from "../../../../cli/badges/badges";

describe("the badges of a tag", () => {
  it("that has none are refused on one line, which moves no terminal's cursor", () => {
    const all = { "*": {}, "a\n\u001b[2Jb": {} } as never;
    expect(() => chooseBadges(all, ["prod"])).toThrow(
      /^--tag: there is no badge for the tag "prod"\. There are badges for \*, a \[2Jb$/,
    );
  });
});
