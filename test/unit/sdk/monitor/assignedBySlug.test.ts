import { setTimeout } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check } from "../../../../sdk";

// Pulumi's mocks make everything; here they take the time that the engine takes.
jest.mock("../../../../sdk/program/engineRun", () => ({
  ...jest.requireActual("../../../../sdk/program/engineRun"),
  hasEngine: () => true,
}));

/** What was asked of the engine, and what it had done with, in order. */
const events: string[] = [];

const ROW = "urn:pulumi:dev::jobs::pulumi-nodejs:dynamic/checks:ChannelAssignment::has-one";

/** Runs a program of the stack `jobs/dev`. */
async function run(preview: boolean, program: () => void): Promise<void> {
  events.length = 0;
  await pulumi.runtime.setMocks(
    {
      newResource: async ({ name, inputs }) => {
        events.push(`${name} asked for`);
        if (inputs.slug !== undefined) await setTimeout(300);
        events.push(`${name} done`);
        return { id: preview ? "" : name, state: { ...inputs, uuid: name } };
      },
      call: () => ({ outputs: { [ROW]: { outputs: { check: "backup", uuid: "u", channelIds: [] } } } }),
    },
    "jobs",
    "dev",
    preview,
  );
  await pulumi.runtime.runInPulumiStack(async () => {
    program();
    return {};
  });
  await pulumi.runtime.disconnect();
}

const program = (name: string) => () => {
  new ChannelAssignment(name, { check: "backup", channels: ["Pager"] });
  new Check("backup-job", { slug: "backup" });
};

describe("an assignment that names a check of the program by its slug", () => {
  const comesBefore = (one: string, other: string) => events.indexOf(one) < events.indexOf(other);

  it("comes after it in an up, also where the program declares it before", async () => {
    await run(false, program("pager"));
    expect(comesBefore("backup-job done", "pager asked for")).toBe(true);
  });

  it("comes after it where it has found a check by that name before, which may give the name away", async () => {
    for (const preview of [false, true]) {
      await run(preview, program("has-one"));
      expect(comesBefore("backup-job done", "has-one asked for")).toBe(true);
    }
  });

  it("does not wait in a preview in which it is new, nor again for a check of which the program does not say plainly", async () => {
    await run(true, program("pager"));
    expect(comesBefore("pager asked for", "backup-job done")).toBe(true);
    await run(false, () => {
      new ChannelAssignment("has-one", { check: "backup", channels: ["Pager"] });
      new Check("backup-job", { slug: pulumi.output("backup") });
    });
    expect(comesBefore("has-one asked for", "backup-job done")).toBe(true);
  });
});
