import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check, type CheckArgs } from "../../../../sdk";

/** What the engine was asked to register. */
const registered: pulumi.runtime.MockResourceArgs[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.push(args);
      return {
        id: "uuid",
        state: { ...args.inputs, uuid: "uuid", pingUrl: "https://ping.example.com/uuid" },
      };
    },
    call: () => ({}),
  });
});

/** The values of outputs, once they are there. */
function valuesOf<T>(outputs: pulumi.Input<T>): Promise<pulumi.Unwrap<T>> {
  return new Promise((resolve) => {
    pulumi.output(outputs).apply((values) => resolve(values as pulumi.Unwrap<T>));
  });
}

describe("the class Check", () => {
  it("registers a dynamic resource that is tied to its code by one constant line", async () => {
    const check = new Check("nightly", { slug: "nightly", tags: ["a", pulumi.output("b")], grace: 60 });
    await valuesOf(check.uuid);
    const [args] = registered.filter(({ name }) => name === "nightly");
    expect(args?.type).toBe("pulumi-nodejs:dynamic/checks:Check");
    expect(args?.inputs).toEqual({
      __provider: 'exports.handler = () => require("pulumi-checks/provider").check',
      slug: "nightly",
      tags: ["a", "b"],
      grace: 60,
    });
  });

  it("gives its inputs and outputs as outputs", async () => {
    const check = new Check("outputs", { slug: "outputs" });
    expect(await valuesOf([check.uuid, check.slug])).toEqual(["uuid", "outputs"]);
  });

  it("is neither paused nor resumed in a unit test with mocks, which made no check", async () => {
    const check = new Check("methods", { slug: "methods" });
    expect(await valuesOf([check.pause(), check.resume()])).toEqual([undefined, undefined]);
  });

  it("warns of what is allowed but hardly meant", async () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    const check = new Check("both", { slug: "both", schedule: "daily", timeout: 60, subject: ["ok"] });
    await valuesOf(check.uuid);
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      "timeout is ignored because schedule is given too; remove one of them",
      "subject is deprecated; use successKw",
    ]);
    warn.mockRestore();
  });

  it("sends a deprecated keyword that may be a secret as it is beside its present form, so that the two are refused", async () => {
    const secret = pulumi.secret(["ok"]);
    const both: Partial<CheckArgs>[] = [
      { subject: secret, successKw: ["done"] },
      { subjectFail: secret, failureKw: ["broken"] },
      { subject: secret, filterSubject: false },
    ];
    for (const [place, args] of both.entries())
      await valuesOf(new Check(`both-${place}`, { slug: `both-${place}`, ...args }).uuid);
    const sent = both.map((_args, place) => {
      const { inputs } = registered.find(({ name }) => name === `both-${place}`) ?? {};
      return Object.keys(inputs ?? {})
        .filter((key) => !/^(slug|__.*)$/.test(key))
        .sort();
    });
    expect(sent).toEqual(both.map((args) => Object.keys(args).sort()));
  });

  it("refuses to be imported, in a sentence that says what to do instead", () => {
    const one = { import: "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1" };
    const refused = (make: () => unknown) => {
      try {
        make();
      } catch (error) {
        if (error instanceof pulumi.RunError) return error.message;
      }
      throw new Error("nothing was refused");
    };
    expect(refused(() => new Check("old", { slug: "old" }, one))).toBe(
      'Check "old": the option import does not work with this provider. Remove it; declaring its slug takes an existing one over, and so does adopt: "<uuid>" for one without a slug.',
    );
    expect(refused(() => new ChannelAssignment("old", { check: "old", channels: [] }, one))).toBe(
      'ChannelAssignment "old": the option import does not work with this provider. Remove it; declaring it is enough.',
    );
  });

  it("refuses the provider of another package, and takes none from a component that has such a one", async () => {
    class Aws extends pulumi.ProviderResource {
      constructor() {
        super("aws", "aws");
      }
    }
    const provider = new Aws();
    expect(() => new Check("theirs", { slug: "theirs" }, { provider })).toThrow(
      "Check: provider: belongs to aws, but a Check takes a Provider of pulumi-checks or none. Remove the option; a resource below a component gets its provider from its parent",
    );
    const parent = new pulumi.ComponentResource("test:index:Job", "job", {}, { provider });
    const check = new Check("ours", { slug: "ours" }, { parent });
    await valuesOf(check.uuid);
    expect(registered.find(({ name }) => name === "ours")).toMatchObject({
      type: "pulumi-nodejs:dynamic/checks:Check",
      provider: "",
    });
  });

  it("costs no stack for each of its outputs, unless promises are to be debugged", () => {
    const plain = stacksMadeBy(() => new Check("quick", { slug: "quick" }));
    process.env.PULUMI_DEBUG_PROMISE_LEAKS = "true";
    const debugged = stacksMadeBy(() => new Check("debugged", { slug: "debugged" }));
    delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
    expect(debugged).toBeGreaterThan(20);
    expect(plain).toBeLessThan(5);
  });

  it("leaves errors their stacks: what is refused says where it stands in the program", () => {
    const limit = Error.stackTraceLimit;
    let refused: unknown;
    try {
      new Check("", { slug: "nameless" });
    } catch (error) {
      refused = error;
    }
    expect((refused as Error).stack).toContain("checkClass.test");
    expect(Error.stackTraceLimit).toBe(limit);
  });
});

/** How many stacks with frames were written out while something ran. */
function stacksMadeBy(work: () => void): number {
  const before = Error.prepareStackTrace;
  let made = 0;
  Error.prepareStackTrace = (_, frames) => {
    if (frames.length > 0) made += 1;
    return "";
  };
  try {
    work();
  } finally {
    Error.prepareStackTrace = before;
  }
  return made;
}
