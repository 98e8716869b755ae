import fc from "fast-check";
import { type Choices, planAdoption } from "../../../../cli/adopt/plan";
import { programFiles } from "../../../../cli/adopt/program";
import { arbitraryCheck, CHANNELS, liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";
import { compilerErrors } from "../../../support/userProject";

const CHOICES: Choices = { tags: [], slugs: [], channels: "names" };

it("the program that is made of any checks that a service may have compiles under strict", () => {
  const checks = fc.sample(arbitraryCheck, { numRuns: 300, seed: 20 });
  const { adoptions } = planAdoption({ checks, channels: CHANNELS, live: true }, CHOICES);
  expect(adoptions.length).toBeGreaterThan(200);
  const files = (made: typeof adoptions) =>
    programFiles(made, "per-tag", { ...CHOICES, terraform: false, offline: false });
  // One mistake beside it shows that the types are looked at.
  const one = planAdoption(
    { checks: [liveCheck(uuid(1), { slug: "a", grace: 61 })], channels: CHANNELS, live: true },
    CHOICES,
  );
  const right = files(one.adoptions).find(({ text }) => text.includes("grace:"))?.text ?? "";
  const wrong = { path: "wrong.ts", text: right.replace("grace:", "graze:") };
  expect(compilerErrors([...files(adoptions), wrong])).toEqual([
    expect.stringMatching(/^wrong\.ts.*'graze' does not exist/),
  ]);
});
