import { chosen } from "../../../../cli/badges/choice";

describe("the badges of a tag", () => {
  it("that has none are refused on one line, which moves no terminal's cursor", () => {
    const all = { "*": {}, "a\n\u001b[2Jb": {} } as never;
    expect(() => chosen(all, ["prod"])).toThrow(
      /^there is no badge for the tag "prod"; there are badges for \*, a \[2Jb$/,
    );
  });
});
