import * as pulumi from "@pulumi/pulumi";
import { Check } from "../../../sdk";

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
});
