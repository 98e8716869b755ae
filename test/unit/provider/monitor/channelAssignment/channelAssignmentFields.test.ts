/** What a program may say of a channel assignment. */
import { validate } from "../../../../../provider/core/validation";
import { channelAssignment } from "../../../../../provider/monitor/channelAssignment/channelAssignment";

const UUID = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";

const problemsOf = (check: string) => validate(channelAssignment, { check, channels: ["Pager"] }).problems;

describe("the check of an assignment", () => {
  it("is not named by a UUID in capitals, which was looked up, and told, as a slug", () => {
    expect(problemsOf(UUID.toUpperCase())).toEqual([
      { property: "check", reason: "must be a UUID in lower case, with hyphens" },
    ]);
  });

  it("is not named by a ping URL, which was shown as the slug that nobody has", () => {
    for (const pingUrl of [
      `https://monitoring.example.com/ping/${UUID}`,
      `https://ping.example.com/${UUID}`,
    ]) {
      const [problem, ...others] = problemsOf(pingUrl);
      expect(problem).toMatchObject({ property: "check" });
      expect(problem?.reason).toContain("a ping URL is neither");
      expect(problem?.reason).not.toContain(UUID);
      expect(others).toEqual([]);
    }
  });

  it("is missing where the engine left it out, or where it failed", () => {
    const [problem] = validate(channelAssignment, { channels: ["Pager"] }).problems;
    expect(problem).toMatchObject({ property: "check" });
    expect(problem?.reason).toContain("add --exclude-dependents; where it is one that failed in this run");
  });

  it.each([UUID, "backup", UUID.replaceAll("-", ""), `${UUID}-1`])("may be named %s", (check) => {
    expect(problemsOf(check)).toEqual([]);
  });
});
