import * as pulumi from "@pulumi/pulumi";
import { Check, getBadgesOutput, getCheck, getCheckOutput, getFlipsOutput } from "../../../sdk";
import { madeHere, ProgramChecks } from "../../../sdk/monitor/programChecks";
import { deathOf, inProgram, insideOf } from "../../support/sdk/program";
import { Service } from "../../support/service";

/** The look-ups of a program beside a check that it makes itself: by slug or tag, before there is any such check. */
const LOOKUPS: Record<string, () => pulumi.Output<unknown>> = {
  getBadgesOutput: () => getBadgesOutput({ tag: "prod" }).badge.svg,
  getCheckOutput: () => getCheckOutput({ slug: "job" }).status,
  getFlipsOutput: () => getFlipsOutput({ slug: "job" }).flips,
};

describe("a look-up beside the check that the same program makes", () => {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  it.each(Object.entries(LOOKUPS))(
    "%s is unknown in the preview, wherever it stands",
    async (_name, look) => {
      const program = async () => {
        const before = look();
        new Check("job", { slug: "job", tags: ["prod"] });
        return Promise.all([insideOf(before), insideOf(look())]);
      };
      const insides = await inProgram(service, program, { preview: true });
      expect(insides.map(({ isKnown }) => isKnown)).toEqual([false, false]);
      expect((await service.admin.requests()).total).toBeLessThanOrEqual(3);
    },
  );

  it.each(Object.entries(LOOKUPS))("%s waits for it in an up", async (_name, look) => {
    const program = () => {
      const found = look();
      // The mocks of the engine make nothing: somebody does it meanwhile.
      const tag = pulumi.output(service.request("POST", "/checks/", { slug: "job", tags: "prod" }));
      new Check("job", { slug: "job", tags: ["prod"], name: tag.apply(() => "job") });
      return insideOf(found);
    };
    expect(await inProgram(service, program)).toMatchObject({ isKnown: true });
  });

  it("counts the tags that a check has by default", async () => {
    const svg = (...declared: string[][]) =>
      inProgram(
        service,
        () => {
          for (const [slug = "", ...tags] of declared)
            new Check(slug, { slug, ...(tags.length > 0 && { tags }) });
          return insideOf(getBadgesOutput({ tag: "prod" }).badge.svg);
        },
        { preview: true, config: { "checks:defaultTags": "prod" } },
      );
    expect(await svg(["job"])).toMatchObject({ isKnown: false });
    expect(await deathOf(svg(["job", "dev"]))).toContain('no check carries the tag "prod"');
  });

  it("shows one that is there already as it is, also in a preview", async () => {
    await service.request("POST", "/checks/", { slug: "job", tags: "prod" });
    const program = () => {
      new Check("job", { slug: "job", tags: ["prod"] });
      return insideOf(getCheckOutput({ slug: "job" }).status);
    };
    expect(await inProgram(service, program, { preview: true })).toMatchObject({
      isKnown: true,
      value: "new",
    });
  });

  it.each<[string, () => pulumi.Output<unknown>]>([
    ["slug", () => getCheckOutput({ slug: "job" }).status],
    ["tag", () => getBadgesOutput({ tag: "prod" }).badge.svg],
  ])("does not wait for a check that is to have what it finds by a %s", async (_name, look) => {
    const program = () => {
      new Check("job", { slug: "job", tags: ["prod"] });
      const found = look() as pulumi.Output<string>;
      const other = new Check("other", { slug: "other", tags: [found] });
      return Promise.all([insideOf(found), insideOf(other.tags)]);
    };
    const insides = await inProgram(service, program, { preview: true });
    expect(insides.map(({ isKnown }) => isKnown)).toEqual([false, false]);
  });

  it("finds no check by a slug that none has, also while another check waits for what is found", async () => {
    const never = new Promise<string[]>(() => {});
    const checks = new ProgramChecks();
    checks.add({ slug: "other", tags: never }, () => pulumi.output(""));
    expect(await insideOf(madeHere(checks, { slug: "job" }))).toMatchObject({ value: undefined });
  });

  it("is unknown in a preview that does not know the slug of a check, and finds one whose slug is made", async () => {
    const known = (slug: pulumi.Output<string>) =>
      inProgram(
        service,
        () => {
          new Check("job", { slug });
          return insideOf(getCheckOutput({ slug: "job" }).status);
        },
        { preview: true },
      );
    const unknown = new (pulumi.Output as unknown as new (...parts: unknown[]) => pulumi.Output<string>)(
      [],
      Promise.resolve(undefined),
      Promise.resolve(false),
      Promise.resolve(false),
      Promise.resolve([]),
    );
    expect(await known(unknown)).toMatchObject({ isKnown: false });
    expect(await known(pulumi.output("job"))).toMatchObject({ isKnown: false });
  });

  it("fails where the program makes no such check: another slug, another project", async () => {
    const fails = (look: () => pulumi.Output<unknown>, slug = "other", project?: string) =>
      deathOf(
        inProgram(
          service,
          () => {
            new Check("other", { slug, tags: ["dev"], ...(project !== undefined && { project }) });
            return insideOf(look());
          },
          { preview: true },
        ),
      );
    expect(await fails(() => getCheckOutput({ slug: "job" }).status)).toContain(
      'no check has the slug "job"',
    );
    expect(await fails(() => getBadgesOutput({ tag: "prod" }).badge)).toContain(
      'no check carries the tag "prod"',
    );
    expect(await fails(() => getCheckOutput({ slug: "job" }).status, "job", "eu")).toContain(
      "no check has the slug",
    );
  });

  it("is told apart by a program that catches the error: missing, or refused with a status", async () => {
    const failure = (apiKey?: string) =>
      inProgram(service, () => getCheck({ slug: "job" }), apiKey === undefined ? {} : { apiKey }).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(await failure()).toMatchObject({ name: "NotFoundError" });
    expect(await failure("x".repeat(32))).toMatchObject({ name: "ChecksError", statusCode: 401 });
  });
});
