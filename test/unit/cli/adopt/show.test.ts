import { planAdoption } from "../../../../cli/adopt/plan";
import { outlook, planText, writtenText } from "../../../../cli/adopt/show";
import { coloursFor } from "../../../../cli/render/terminal";
import { liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";

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
    expect(text).not.toContain("The site");
    expect(text).toMatch(/^backup +Backup +UUID +slug: "" → "backup"$/m);
    expect(text).toContain("Left out, for you to decide:\n  -  Old: slug: must consist of");
    for (const n of [1, 2, 3]) expect(text).not.toContain(uuid(n));
    expect(text).toMatch(
      /\n2 checks to adopt; after the first `pulumi up`: 1 unchanged, 1 with a slug and otherwise unchanged; 1 left out\.\n$/,
    );
  });

  it("is one line for 200 checks of which the first up changes nothing", () => {
    const checks = Array.from({ length: 200 }, (_, n) => liveCheck(uuid(n), { slug: `check-${n}` }));
    expect(planText(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN)).toBe(
      "200 checks to adopt; after the first `pulumi up`: 200 unchanged; 0 left out.\n",
    );
  });

  it.each([80, 140])("fits a terminal of %i columns", (width) => {
    const checks = [1, 2, 3, 4].map((n) =>
      liveCheck(uuid(n), { slug: n < 4 ? "a".repeat(60) : "Old", name: `name ${"long ".repeat(15)}` }),
    );
    const text = planText(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN, width);
    expect(text.split("\n").filter((line) => line.length > width)).toEqual([]);
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
    const checks = [liveCheck(uuid(1), { name: "\u001b[2J\u202eevil\nline" })];
    const text = planText(planAdoption({ checks, channels: [], live: true }, ALL), PLAIN);
    expect(text).toContain("[2J\\u202eevil line");
    for (const character of ["\u001b", "\u202e"]) expect(text).not.toContain(character);
  });

  it("says so when there is nothing", () => {
    expect(planText({ adoptions: [], leftOut: [] }, PLAIN)).toBe("Nothing to adopt; 0 left out.\n");
  });

  it("says what was written, what was there, and what is left over", () => {
    const many = ["index.ts", ...[1, 2, 3, 4, 5].map((n) => `checks/${n}.ts`)];
    expect(writtenText("jobs", { written: many, same: [], leftOver: ["checks/old.ts"] })).toBe(
      "Wrote 6 files in jobs.\nNo longer part of the program (you can delete them): checks/old.ts.\nNext: `pulumi preview`, then `pulumi up`.\n",
    );
    expect(writtenText("jobs", { written: [], same: ["index.ts"], leftOver: [] })).toBe(
      "Already there and the same: index.ts.\nNext: `pulumi preview`, then `pulumi up`.\n",
    );
    // `in ..` would be the folder above.
    expect(writtenText(".", { written: ["index.ts"], same: [], leftOver: [] })).toContain("in `.`.\n");
    const project = ["index.ts", "Pulumi.yaml", "package.json", "tsconfig.json"];
    expect(writtenText("jobs", { written: project, same: [], leftOver: [] })).toContain("`npm install`");
  });
});
