import * as pulumi from "@pulumi/pulumi";
import {
  Check,
  getBadgesOutput,
  getChannelsOutput,
  getCheckOutput,
  getChecksOutput,
  getFlipsOutput,
  getPingBodyOutput,
  getPingsOutput,
} from "../../../sdk";
import { inProgram, insideOf } from "../../support/sdk/program";
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
});
