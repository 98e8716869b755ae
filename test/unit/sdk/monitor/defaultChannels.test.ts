import { setTimeout } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check } from "../../../../sdk";
import { WAYS_TO_NAME } from "../../../support/sdk/waysToName";

/** What the engine was asked to register, by name. */
const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      registered.set(name, inputs);
      return { id: "uuid", state: { ...inputs, uuid: "uuid" } };
    },
    call: () => ({}),
  });
  // One run, as with an engine: outside of one, nothing of a program is remembered.
  jest
    .spyOn(pulumi.runtime, "getStackResource")
    .mockReturnValue(new pulumi.ComponentResource("t:T", "stack") as never);
});

/** Whether the provider is told that the check has an assignment. */
async function assigned(check: Check, name: string): Promise<unknown> {
  await new Promise((resolve) => {
    check.uuid.apply(resolve);
  });
  return registered.get(name)?.__assigned;
}

describe("a check gets the channels of the configuration", () => {
  it("unless an assignment of it comes after it in the program", async () => {
    const check = new Check("given", { slug: "given" });
    new ChannelAssignment("given-pager", { check, channels: ["Pager"] });
    expect(await assigned(check, "given")).toBe(true);
  });

  it("unless an assignment names its slug", async () => {
    new ChannelAssignment("slug-pager", { check: "by-slug", channels: ["Pager"] });
    const check = new Check("by-slug", { slug: "by-slug" });
    expect(await assigned(check, "by-slug")).toBe(true);
  });

  it.each([
    ["a preview does not know", pulumi.output(pulumi.unknown)],
    ["comes of another resource, and so late", pulumi.output(setTimeout(200, "exclusive"))],
  ])("unless an assignment names its slug whose mode %s", async (how, mode) => {
    const slug = how.replaceAll(/\W+/g, "-");
    new ChannelAssignment(slug, { check: slug, channels: ["Pager"], mode: mode as never });
    expect(await assigned(new Check(slug, { slug }), slug)).toBe(true);
  });

  it.each(["id", "uuid", "slug"] as const)("unless an assignment is given its %s", async (key) => {
    const check = new Check(`by-its-${key}`, { slug: `by-its-${key}` });
    new ChannelAssignment(`${key}-pager`, { check: check[key], channels: ["Pager"] });
    expect(await assigned(check, `by-its-${key}`)).toBe(true);
  });

  it("where an assignment is given what only comes from it, or its slug in another project", async () => {
    const check = new Check("source", { slug: "source" });
    const channels = ["Pager"];
    new ChannelAssignment("other", { check: pulumi.interpolate`${check.slug}-other`, channels });
    new ChannelAssignment("elsewhere", { check: check.slug, project: "eu", channels });
    expect(await assigned(check, "source")).toBeUndefined();
  });

  it("when it has none, whatever others have", async () => {
    const check = new Check("alone", { slug: "alone" });
    expect(await assigned(check, "alone")).toBeUndefined();
  });

  it("and is left to the provider where its tags are no list, which refuses it in a sentence", async () => {
    const unheard = jest.fn();
    process.once("unhandledRejection", unheard);
    const check = new Check("wrong", { slug: "wrong", tags: "a b" as never });
    expect(await assigned(check, "wrong")).toBeUndefined();
    await setTimeout(20);
    process.off("unhandledRejection", unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});

describe("an assignment is in the project of its check", () => {
  it.each(WAYS_TO_NAME)("when it is given %s, unless it names one itself", async (spelled, way) => {
    const check = new Check(`far ${spelled}`, {
      slug: spelled.replace(" ", "-").toLowerCase(),
      project: "eu",
    });
    const make = (name: string, project: string | undefined) =>
      new ChannelAssignment(`${name} ${spelled}`, { check: way(check), project, channels: ["Pager"] });
    for (const { urn } of [make("near", undefined), make("elsewhere", "us")])
      await new Promise((resolve) => {
        urn.apply(resolve);
      });
    expect(registered.get(`near ${spelled}`)?.project).toBe("eu");
    expect(registered.get(`elsewhere ${spelled}`)?.project).toBe("us");
  });
});
