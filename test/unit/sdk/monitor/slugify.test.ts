import fc from "fast-check";
import { validate } from "../../../../provider/core/validation";
import { check } from "../../../../provider/monitor/check/check";
import { slugify, slugOfName } from "../../../../sdk/monitor/slugify";
import { anyText } from "../../../support/anyText";

describe("slugify", () => {
  it.each([
    ["Nightly Backup (EU)", "nightly-backup-eu"],
    ["  db  --  prod  ", "db-prod"],
    ["Čeština, éàü", "cestina-eau"],
    ["ﬁle № 2", "file-no-2"],
    ["İstanbul", "istanbul"],
    ["snake_case_stays", "snake_case_stays"],
    ["a/b\\c.d", "a-b-c-d"],
    ["backup 🕛 night", "backup-night"],
    ["x".repeat(150), "x".repeat(100)],
  ])("makes of %j the slug %j", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it("does not end in a hyphen when it cuts a long name between two words", () => {
    expect(slugify(`${"x".repeat(99)} night`)).toBe("x".repeat(99));
  });

  it.each(["", "   ", "🕛", "резервная копия", "---"])("refuses %j, of which nothing is left", (name) => {
    expect(() => slugify(name)).toThrow("choose one yourself");
  });

  it("refuses it in one line, without a stack", () => {
    const refusal = expect.objectContaining({
      stack: "",
      message: expect.stringContaining("slugify: nothing of"),
    });
    expect(() => slugify("🕛")).toThrow(refusal);
  });

  it("does not repeat the name of a job, which may be a secret", () => {
    expect(slugOfName("job", "Nightly Backup")).toBe("nightly-backup");
    expect(() => slugOfName('monitored "job"', "жжж")).toThrow(
      'monitored "job": slug: nothing of the job\'s name can stand in one. Set it yourself',
    );
  });

  it("gives of any name a slug that a check takes, and the same again of that slug", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 120 }), (tail) => {
        const slug = slugify(`a${tail}`);
        expect(validate(check, { slug }).problems).toEqual([]);
        expect(slugify(slug)).toBe(slug);
      }),
      { numRuns: 300 },
    );
  });
});
