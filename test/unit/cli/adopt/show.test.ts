import { planAdoption } from "../../../../cli/adopt/plan";
import { outlook, planText, writtenText } from "../../../../cli/adopt/show";
import { coloursFor } from "../../../../cli/colours";
import { liveCheck, uuid } from "./serviceChecks";

const ALL = { tags: [], slugs: [], channels: "names" } as const;

const PLAIN = coloursFor(false);

describe("the plan on a terminal", () => {
  it("says of each check how it is found and what the first up changes, and sums up", () => {
    const checks = [
      liveCheck(uuid(1), { slug: "site", name: "The site" }),
      liveCheck(uuid(2), { name: "Backup" }),
      liveCheck(uuid(3), { slug: "Old", name: "Old" }),
    ];
    const text = planText(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN);
    expect(text).toMatch(/│ site +│ The site +│ slug +│ nothing +│/);
    expect(text).toMatch(new RegExp(`│ backup +│ Backup +│ UUID ${uuid(2)} +│ slug: "" → "backup" +│`));
    expect(text).toContain(`Left out; somebody has to decide:\n  - ${uuid(3)} (Old): slug: must consist of`);
    expect(text).toMatch(
      /\n2 checks to adopt; after the first `pulumi up`: 1 unchanged, 1 with a slug and otherwise unchanged; 1 left out\.\n$/,
    );
  });

  it("tells checks that share a slug once", () => {
    const checks = [1, 2, 3].map((n) => liveCheck(uuid(n), { slug: "a" }));
    const text = outlook(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN);
    expect(text.match(/3 checks have the slug a/g)).toHaveLength(1);
  });

  it("admits what it cannot know", () => {
    const checks = [liveCheck(uuid(1), { slug: "a" })];
    const text = planText(planAdoption({ checks, channels: [], live: false }, ALL), PLAIN);
    expect(text).toContain("not known without the service");
    expect(text).toContain(
      "1 check to adopt; after the first `pulumi up`: 0 unchanged, 1 not known; 0 left out.",
    );
  });

  it("lets no name of the service move the cursor or turn the line around", () => {
    const checks = [liveCheck(uuid(1), { slug: "a", name: "\u001b[2J\u202eevil\nline" })];
    const text = planText(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN);
    expect(text).toContain("\\u001b[2J\\u202eevil\\nline");
  });

  it("says so when there is nothing", () => {
    expect(planText({ adoptions: [], leftOut: [] }, PLAIN)).toBe("Nothing to adopt; 0 left out.\n");
  });

  it("says what was written, what was there, and what is left over", () => {
    const many = ["index.ts", ...[1, 2, 3, 4, 5].map((n) => `checks/${n}.ts`)];
    expect(writtenText("jobs", { written: many, same: [], leftOver: ["checks/old.ts"] })).toBe(
      "Wrote 6 files in jobs.\nNo part of the program any more, and can be deleted: checks/old.ts.\nNext: `pulumi preview`, then `pulumi up`.\n",
    );
    expect(writtenText("jobs", { written: [], same: ["index.ts"], leftOver: [] })).toBe(
      "Already there and the same: index.ts.\nNext: `pulumi preview`, then `pulumi up`.\n",
    );
  });
});
