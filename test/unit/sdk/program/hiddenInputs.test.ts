import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check, Provider, withDefaults } from "../../../../sdk";

jest.mock("../../../../sdk/program/engineRun", () => ({
  ...jest.requireActual("../../../../sdk/program/engineRun"),
  hasEngine: () => true,
}));
jest.mock("../../../../sdk/program/stackRows", () => ({
  ...jest.requireActual("../../../../sdk/program/stackRows"),
  stackRows: async () => new Map(),
}));

/** What a run asks the engine to register: the names of the inputs, by the name of the resource. */
async function registered(preview: boolean, apiKey: pulumi.Input<string>): Promise<Record<string, string[]>> {
  const inputsOf: Record<string, string[]> = {};
  await pulumi.runtime.setMocks(
    {
      newResource({ name, inputs }) {
        inputsOf[name] = Object.keys(inputs).toSorted();
        return { id: preview ? "" : name, state: inputs };
      },
      call: ({ inputs }) => inputs,
    },
    "jobs",
    "dev",
    preview,
  );
  await pulumi.runtime.runInPulumiStack(async () => {
    withDefaults({ grace: 600 });
    const provider = new Provider("eu", { url: "https://eu.example.com", apiKey });
    new Check("backup", { slug: "backup" }, { provider });
    new ChannelAssignment("pager", { check: "backup", channels: ["Pager"] }, { provider });
    return {};
  });
  await pulumi.runtime.disconnect();
  return inputsOf;
}

const HIDDEN = {
  backup: ["__assigned", "__ofProgram", "__run", "slug"],
  pager: ["__run", "channels", "check"],
};

describe("what a program sends along for an explicit provider", () => {
  it.each([
    ["a preview", true],
    ["an up", false],
  ])("is sent in %s", async (_run, preview) => {
    expect(await registered(preview, "k")).toMatchObject(HIDDEN);
  });

  it("is not sent in a preview that does not know an argument of it: it is not there to take that out", async () => {
    const unknown = pulumi.output(pulumi.unknown) as pulumi.Output<string>;
    expect(await registered(true, unknown)).toMatchObject({ backup: ["slug"], pager: ["channels", "check"] });
  });
});
