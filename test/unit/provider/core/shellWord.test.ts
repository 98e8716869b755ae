import { shellWord } from "../../../../provider/core/shellWord";

describe("a word of a command that a message tells", () => {
  it("comes out of a shell as it is, with dollars, blanks and quotes", () => {
    expect(shellWord("urn:pulumi:dev::jobs::checks:index:ScheduledJobs$checks:index:Check::a b")).toBe(
      "'urn:pulumi:dev::jobs::checks:index:ScheduledJobs$checks:index:Check::a b'",
    );
    expect(shellWord("bob's")).toBe("'bob'\\''s'");
  });
});
