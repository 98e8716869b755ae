import * as pulumi from "@pulumi/pulumi";
import { Check, getChecks, getChecksOutput } from "../../../sdk";
import { describeWithService } from "../../support/sdk/eachDialect";
import { inProgram, insideOf } from "../../support/sdk/program";

const CHECKS = [
  { slug: "c", tags: "prod db" },
  { slug: "a", tags: "prod" },
  { slug: "b", tags: "db  prod-eu" },
  { name: "without a slug" },
];

describeWithService("listing checks", (service) => {
  beforeEach(async () => {
    for (const check of CHECKS) await service().request("POST", "/checks/", check);
    await service().admin.clearRequests();
  });

  const slugs = async (args: Parameters<typeof getChecks>[0]) =>
    (await getChecks(args)).checks.map(({ slug }) => slug);

  it("gives all of the project, sorted by slug whatever the service's order is", async () => {
    expect(await inProgram(service(), () => slugs({}))).toEqual(["", "a", "b", "c"]);
  });

  it("gives those that carry all of the tags, or have the slug", async () => {
    const found = await inProgram(service(), () =>
      Promise.all([
        slugs({ tags: ["prod"] }),
        slugs({ tags: ["db", "prod"] }),
        slugs({ slug: "b" }),
        slugs({ slug: "b", tags: ["prod"] }),
        slugs({ tags: [] }),
      ]),
    );
    expect(found).toEqual([["a", "c"], ["c"], ["b"], [], ["", "a", "b", "c"]]);
    expect((await service().admin.requests()).total).toBe(1);
  });

  it("gives a read-only key the same checks, without ping URLs", async () => {
    const { readOnlyKey } = service().emulator.projects.alpha;
    const { checks } = await inProgram(service(), () => getChecks({ tags: ["prod"] }), {
      apiKey: readOnlyKey,
    });
    expect(checks.map(({ slug, uuid, pingUrl }) => [slug, uuid, pingUrl])).toEqual([
      ["a", undefined, undefined],
      ["c", undefined, undefined],
    ]);
  });

  it("hides each ping URL and nothing else from a promise", async () => {
    const { checks } = await inProgram(service(), () => getChecks({ slug: "a" }));
    const [a] = checks;
    expect(a).toMatchObject({ slug: "a", status: "new" });
    expect(a?.pingUrl && (await insideOf(a.pingUrl))).toMatchObject({ isSecret: true });
  });

  it("looks again for tags of which one comes out of the run itself", async () => {
    const found = await inProgram(service(), async () => {
      await slugs({ tags: ["new"] });
      await service().request("POST", "/checks/", { slug: "later", tags: "new" });
      return insideOf(getChecksOutput({ tags: [pulumi.output("new")] }).checks.length);
    });
    expect(found.value).toBe(1);
  });

  it("gives an output that is secret as long as a ping URL is in it", async () => {
    const { readOnlyKey: apiKey } = service().emulator.projects.alpha;
    const list = (tag: string) => () =>
      insideOf(getChecksOutput({ tags: [pulumi.output(tag)] }).checks.length);
    expect(await inProgram(service(), list("prod"))).toMatchObject({ value: 2, isSecret: true });
    expect(await inProgram(service(), list("nobody's"))).toMatchObject({ value: 0, isSecret: false });
    expect(await inProgram(service(), list("prod"), { apiKey })).toMatchObject({ value: 2, isSecret: false });
  });

  it("shows what was made since, to an output in an update", async () => {
    const counts = await inProgram(service(), async () => {
      const before = await getChecks();
      await service().request("POST", "/checks/", { slug: "late", tags: "prod" });
      const args = { tags: pulumi.output(["prod"]) };
      return [before.checks.length, (await insideOf(getChecksOutput(args))).value.checks.length];
    });
    expect(counts).toEqual([4, 3]);
  });

  it.each([
    ["the tags of", (check: Check) => ({ tags: check.tags.apply((tags) => tags ?? []) })],
    ["a tag with the slug of", (check: Check) => ({ tags: ["prod", pulumi.interpolate`${check.slug}`] })],
    ["the slug of", (check: Check) => ({ slug: check.slug })],
  ])("is unknown in the preview that is still to make the check, by %s it", async (_, args) => {
    const program = () =>
      insideOf(getChecksOutput(args(new Check("new", { slug: "new", tags: ["nobody's"] }))).checks);
    await service().admin.clearRequests();
    expect(await inProgram(service(), program, { preview: true })).toMatchObject({ isKnown: false });
    expect((await service().admin.requests()).total).toBe(0);
    expect(await inProgram(service(), program)).toMatchObject({ value: [], isKnown: true });
  });
});
