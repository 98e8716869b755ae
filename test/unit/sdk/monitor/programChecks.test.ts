import * as pulumi from "@pulumi/pulumi";
import { madeHere, ProgramChecks } from "../../../../sdk/monitor/programChecks";
import { insideOf } from "../../../support/sdk/program";

/** What a look-up is told of the checks that its program makes, by slug or by tag. */
describe("a look-up of a check that the same program makes", () => {
  type Args = Parameters<ProgramChecks["add"]>[0];

  /** A program's checks; their UUIDs say their places. */
  const program = (...declared: Args[]) => {
    const checks = new ProgramChecks();
    for (const [place, args] of declared.entries()) checks.add(args, () => pulumi.output(`uuid ${place}`));
    return checks;
  };
  const found = (checks: ProgramChecks, wanted: Parameters<typeof madeHere>[1]) =>
    insideOf(madeHere(checks, wanted));

  it("does not go through all checks of a large program", async () => {
    let looks = 0;
    const counted = (slug: string): Args => ({
      get slug() {
        looks++;
        return slug;
      },
    });
    const names = Array.from({ length: 500 }, (_, number) => `job-${number}`);
    const checks = program(...names.map(counted));
    for (const [place, slug] of names.entries())
      expect(await found(checks, { slug })).toMatchObject({ value: `uuid ${place}` });
    expect(looks).toBeLessThanOrEqual(5 * names.length);
  });

  it("finds the first of several with a tag, each in its own project", async () => {
    const checks = program(
      { slug: "a", tags: ["dev"] },
      { slug: "b", tags: ["prod"], project: "beta" },
      { slug: "c", tags: ["dev", "prod"] },
      { slug: "d", tags: ["prod"] },
    );
    expect(await found(checks, { tag: "prod" })).toMatchObject({ value: "uuid 2" });
    expect(await found(checks, { tag: "prod", project: "beta" })).toMatchObject({ value: "uuid 1" });
    expect(await found(checks, { slug: "b" })).toMatchObject({ value: undefined, isKnown: true });
    expect(await found(checks, { slug: "prod" })).toMatchObject({ value: undefined, isKnown: true });
    expect(await found(checks, {})).toMatchObject({ value: undefined, isKnown: true });
  });

  it("finds one whose project or label is an output, and one that is plain before it", async () => {
    const checks = program(
      { slug: pulumi.output("made"), tags: ["prod"] },
      { slug: "plain", project: pulumi.output("beta") },
      { slug: "made" },
    );
    expect(await found(checks, { slug: "plain", project: "beta" })).toMatchObject({ value: "uuid 1" });
    expect(await found(checks, { tag: "prod" })).toMatchObject({ value: "uuid 0" });
    expect(await found(checks, { slug: "made" })).toMatchObject({ value: "uuid 2" });
  });

  it("takes none of another project, also where its slug or tag is an output", async () => {
    const checks = program({
      slug: pulumi.output("made"),
      tags: [pulumi.output("prod")],
      project: "beta",
    });
    for (const wanted of [{ slug: "made" }, { tag: "prod" }, { slug: "made", project: "gamma" }])
      expect(await found(checks, wanted)).toMatchObject({ value: undefined, isKnown: true });
    expect(await found(checks, { slug: "made", project: "beta" })).toMatchObject({ value: "uuid 0" });
  });

  it("finds one of the same provider before an earlier one of another, and that one rather than none", async () => {
    const provider = {} as pulumi.ProviderResource;
    const checks = new ProgramChecks();
    checks.add({ slug: "a", tags: ["prod"] }, () => pulumi.output("there"), { provider });
    expect(await found(checks, { slug: "a" })).toMatchObject({ value: "there" });
    checks.add({ slug: "a", tags: ["prod"] }, () => pulumi.output("here"));
    expect(await found(checks, { slug: "a" })).toMatchObject({ value: "here" });
    expect(await found(checks, { tag: "prod" })).toMatchObject({ value: "here" });
    expect(await found(checks, { slug: "a", provider })).toMatchObject({ value: "there" });
  });
});
