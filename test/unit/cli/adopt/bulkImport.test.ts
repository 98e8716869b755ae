import { bulkImport, importText } from "../../../../cli/adopt/bulkImport";
import { planAdoption } from "../../../../cli/adopt/plan";
import { coloursFor } from "../../../../cli/render/terminal";
import type { CheckDefaults } from "../../../../provider/monitor/settings";
import { liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";

const ALL = { tags: [], slugs: [], channels: "names" } as const;
const PAGER = { id: uuid(0xc0), name: "Pager", kind: "sms" };

const listOf = (
  checks: Parameters<typeof liveCheck>[1][],
  choices: object = {},
  defaults: CheckDefaults = {},
) => {
  const live = checks.map((fields, n) => liveCheck(uuid(n + 1), fields));
  const plan = planAdoption(
    { checks: live, channels: [PAGER], live: true, defaults },
    { ...ALL, ...choices },
  );
  const { plan: rest, files } = bulkImport(plan, defaults);
  return { rest, resources: files.map(({ text }) => JSON.parse(text).resources)[0], files };
};

describe("the list for `pulumi import --file`", () => {
  it("has each check by its slug, in the project that was asked for, and its channels as an assignment", () => {
    const { resources, rest, files } = listOf([{ slug: "a" }, { slug: "b", channels: PAGER.id }]);
    expect(files.map(({ path }) => path)).toEqual(["import.json"]);
    expect(resources).toEqual([
      { type: "checks:index:Check", name: "a", id: "a" },
      { type: "checks:index:Check", name: "b", id: "b" },
      { type: "checks:index:ChannelAssignment", name: "b-channels", id: "b" },
    ]);
    expect(importText(rest, coloursFor(false))).toBe(
      "2 checks and 1 channel assignment to import, unchanged; 0 left out. Next: `pulumi import --file import.json`, then put the code that it prints into the program.\n",
    );
    const inProject = listOf([{ slug: "b", channels: PAGER.id }], { project: "eu", channels: "leave" });
    expect(inProject.resources).toEqual([{ type: "checks:index:Check", name: "b", id: "eu/b" }]);
  });

  it("has no assignment for a check that the configuration gives channels, beside which it would be refused", () => {
    const checks = [
      { slug: "a", channels: PAGER.id },
      { slug: "b", channels: PAGER.id, tags: "db" },
    ];
    const names = (defaults: CheckDefaults) => {
      const { resources, rest } = listOf(checks, {}, defaults);
      const assignments = resources.length - checks.length;
      const said = assignments === 1 ? "2 checks and 1 channel assignment to" : "2 checks to";
      expect(importText(rest, coloursFor(false))).toContain(said);
      return resources.map(({ name }: { name: string }) => name);
    };
    expect(names({ channelsByTag: { db: "*" } })).toEqual(["a", "a-channels", "b"]);
    expect(names({ channels: ["Pager"] })).toEqual(["a", "b"]);
  });

  it("leaves out what an import would not find by its slug, and says what to do", () => {
    const { resources, rest } = listOf([{ name: "No slug" }, { slug: "same" }, { slug: "same" }]);
    expect(resources).toEqual([{ type: "checks:index:Check", name: "same", id: uuid(2) }]);
    const text = importText(rest, coloursFor(false));
    expect(text).toMatch(
      /no-slug: it has no slug, and an import cannot give it one\. Give it its own on the service/,
    );
    expect(text).toContain('other checks have its slug "same", too');
    expect(text).toContain("1 check to import, unchanged; 2 left out.");
    for (const n of [1, 2, 3]) expect(text).not.toContain(uuid(n));
  });

  it("has a check by its UUID whose slug has the form of one", () => {
    const slug = uuid(9);
    expect(listOf([{ slug }]).resources).toEqual([
      { type: "checks:index:Check", name: `check-${slug}`, logicalName: slug, id: uuid(1) },
    ]);
  });

  it("has another name in the code for a check whose own cannot stand there, which stays the resource's", () => {
    const checks = [
      { slug: "3am", channels: PAGER.id },
      { slug: "-dash" },
      { slug: "pulumi" },
      { slug: "_a" },
    ];
    expect(listOf(checks).resources).toEqual([
      { type: "checks:index:Check", name: "check--dash", logicalName: "-dash", id: "-dash" },
      { type: "checks:index:Check", name: "check-3am", logicalName: "3am", id: "3am" },
      {
        type: "checks:index:ChannelAssignment",
        name: "check-3am-channels",
        logicalName: "3am-channels",
        id: "3am",
      },
      { type: "checks:index:Check", name: "_a", id: "_a" },
      { type: "checks:index:Check", name: "check-pulumi", logicalName: "pulumi", id: "pulumi" },
    ]);
  });

  it("is no file when there is nothing to import", () => {
    const { files, rest } = listOf([{ name: "No slug" }]);
    expect(files).toEqual([]);
    expect(importText(rest, coloursFor(false))).toContain("Nothing to import; 1 left out.");
  });
});
