import * as pulumi from "@pulumi/pulumi";
import {
  Check,
  getBadgesOutput,
  getChannelsOutput,
  getCheck,
  getCheckOutput,
  getChecks,
  getChecksOutput,
  getFlipsOutput,
  getPingBodyOutput,
  getPingsOutput,
} from "../../../sdk";
import { deathOf, inProgram, insideOf } from "../../support/sdk/program";
import { Service } from "../../support/service";

/** Every Output form, asked about something that is not known yet. */
const FORMS: Record<string, (unknown: pulumi.Output<string>) => pulumi.Output<unknown>> = {
  getBadgesOutput: (tag) => getBadgesOutput({ tag }),
  getChannelsOutput: (name) => getChannelsOutput({ name }),
  getCheckOutput: (uuid) => getCheckOutput({ uuid }),
  getChecksOutput: (tag) => getChecksOutput({ tags: ["prod", tag] }),
  getFlipsOutput: (uuid) => getFlipsOutput({ uuid, start: new Date() }),
  getPingsOutput: (uuid) => getPingsOutput({ uuid }),
  getPingBodyOutput: (uuid) => getPingBodyOutput({ uuid, n: 1 }),
};

describe("in a preview, an argument that is not known yet", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it.each(Object.entries(FORMS))("makes %s unknown and asks nothing", async (name, form) => {
    const inside = await inProgram(
      service,
      () => {
        const { uuid } = new Check(name, { slug: name.toLowerCase() });
        return insideOf(form(uuid));
      },
      { preview: true },
    );
    expect(inside.isKnown).toBe(false);
    expect((await service.admin.requests()).total).toBe(0);
  });
});

describe("an output as an argument", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it("passes its secrecy on", async () => {
    const look = () => insideOf(getChannelsOutput({ name: pulumi.secret("Pager") }).channels.length);
    const inside = await inProgram(service, look);
    expect(inside).toMatchObject({ isSecret: true, isKnown: true, value: 1 });
  });

  it("does not make a result secret by itself", async () => {
    const look = () => insideOf(getChannelsOutput({ name: pulumi.output("Pager") }));
    expect(await inProgram(service, look)).toMatchObject({ isSecret: false, isKnown: true });
  });

  it("may be all of them in JavaScript, and is looked up as the service has it by then", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup", grace: 60 });
    const grace = await inProgram(service, async () => {
      await getChecks();
      await service.request("POST", `/checks/${uuid}`, { grace: 120 });
      return insideOf(getCheckOutput(pulumi.output({ slug: "backup" }) as never).grace);
    });
    expect(grace).toMatchObject({ value: 120 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["slug: is an Output", () => getCheck({ slug: pulumi.output("backup") as never })],
    ["is given an Output", () => getCheck(pulumi.output({ slug: "backup" }) as never)],
  ])("is refused in words where a promise is made of it: %s", async (words, look) => {
    expect(await deathOf(inProgram(service, look))).toBe(
      `getCheck: ${words}, whose value is not known yet. Use getCheckOutput, which waits for it`,
    );
  });

  it("is refused so in a list, too", async () => {
    const look = () => getChecks({ tags: ["db", pulumi.output("prod") as never] });
    expect(await deathOf(inProgram(service, look))).toBe(
      "getChecks: tags: holds an Output, whose value is not known yet. Use getChecksOutput, which waits for it",
    );
  });

  it.each(["backup", ["backup"]])("has to be in an object: %j", async (args) => {
    const look = () => insideOf(getCheckOutput(args as never));
    expect(await deathOf(inProgram(service, look))).toBe(
      "getCheck: must be given an object; the arguments are uuid, uniqueKey, slug, project",
    );
  });
});
