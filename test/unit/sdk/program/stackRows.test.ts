import * as pulumi from "@pulumi/pulumi";
import { areRowsListed, stackRows } from "../../../../sdk/program/stackRows";

describe("the rows of the program's own stack", () => {
  afterEach(() => jest.restoreAllMocks());

  let asked: unknown[];
  let outputs: Record<string, { outputs: object }>;

  beforeEach(() => {
    outputs = {};
  });

  const inOrganization = async (organization: string | undefined, failures: readonly string[] = []) => {
    asked = [];
    const left = [...failures];
    await pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
        call({ token, inputs }) {
          asked.push([token, inputs.stackName]);
          const failure = left.shift();
          // As a call over gRPC fails.
          if (failure !== undefined) throw Object.assign(new Error(), { details: failure });
          return { outputs };
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

  it("are called by their whole names, which may hold what stands between the parts of a URN", async () => {
    const urn = "urn:pulumi:dev::jobs::my:component$checks:index:Check::a::b";
    outputs = {
      [urn]: { outputs: { slug: "a" } },
      "urn:pulumi:dev::jobs::other:index:Check::c": { outputs: {} },
    };
    await inOrganization("acme");
    expect(await stackRows()).toEqual(
      new Map([[urn, { urn, name: "a::b", kind: "Check", host: "plugin", values: { slug: "a" } }]]),
    );
  });

  const BEING_WRITTEN = "failed to load checkpoint: EOF";
  const ENDED = "failed to load checkpoint: permission denied";

  it.each([
    ["again while the engine writes its state", [BEING_WRITTEN, BEING_WRITTEN], 3],
    ["until it is no instant any more", Array.from({ length: 9 }, () => BEING_WRITTEN), 5],
    ["once where they cannot be read", [ENDED], 1],
  ])("are asked for %s", async (_when, failures, times) => {
    const warned = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    await inOrganization(undefined, failures);
    expect(await stackRows()).toEqual(new Map());
    expect(asked).toHaveLength(times);
    expect(warned.mock.calls.map(([text]) => text)).toEqual(
      failures.length < times ? [] : [expect.stringContaining(String(failures[0]))],
    );
  });

  it("are known not to be all where the engine does not list them, and the warning says what is done without", async () => {
    await inOrganization("acme");
    expect(await areRowsListed()).toBe(true);
    const warned = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    await inOrganization("acme", [ENDED]);
    expect(await areRowsListed()).toBe(false);
    expect(warned.mock.calls.map(([text]) => text)).toEqual([
      `pulumi-checks: the engine does not list the stack's resources (${ENDED}); in this run a renamed resource needs an alias, and an existing check is taken over only by its UUID (adopt)`,
    ]);
  });
});
