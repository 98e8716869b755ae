import * as pulumi from "@pulumi/pulumi";
import { stackRows } from "../../../sdk/program/stackRows";

describe("the rows of the program's own stack", () => {
  let asked: unknown[];

  const inOrganization = async (organization: string | undefined) => {
    asked = [];
    await pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
        call({ token, inputs }) {
          asked.push([token, inputs.stackName]);
          return { outputs: {} };
        },
      },
      "jobs",
      "dev",
      false,
      organization,
    );
    // A connection to an engine has one; what stands in for it does not.
    Object.assign(pulumi.runtime.getMonitor() ?? {}, { getChannel() {} });
  };

  it.each([
    ["in the organization that the program is run for", "acme", "acme/jobs/dev"],
    ["by its name where the backend has no organizations", "organization", "dev"],
    ["by its name where the engine tells no organization", undefined, "dev"],
  ])("are looked for %s", async (_where, organization, stack) => {
    await inOrganization(organization);
    expect(await stackRows()).toEqual(new Map());
    expect(asked).toEqual([["pulumi:pulumi:readStackResourceOutputs", stack]]);
  });
});
