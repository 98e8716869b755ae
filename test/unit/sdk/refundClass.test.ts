import * as pulumi from "@pulumi/pulumi";
import { payments } from "../../../sdk";

interface Declared {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

describe("a Refund in a program", () => {
  let declared: Declared[];
  beforeEach(async () => {
    declared = [];
    await pulumi.runtime.setMocks(
      {
        newResource({ type, name, inputs }) {
          declared.push({ type, name, inputs });
          return { id: name, state: { ...inputs, attempt: { at: "2025-01-31T12:00:00.000Z" } } };
        },
        call: ({ inputs }) => inputs,
      },
      "jobs",
      "dev",
    );
  });

  const note = async (refund: payments.Refund) => {
    await new Promise((resolve) => refund.urn.apply(resolve));
    return declared.find(({ type }) => type.endsWith("checks:RefundAttempt"));
  };

  it("has a note that is named after its transaction, and knows whose it is", async () => {
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" });
    expect(await note(refund)).toMatchObject({
      name: "transaction T-1",
      inputs: {
        transactionNumber: "T-1",
        recordedBy: "pulumi-nodejs:dynamic/checks:Refund::chair",
        formerly: [],
      },
    });
  });

  it("has the same for a number that another resource gives", async () => {
    const refund = new payments.Refund("chair", { transactionNumber: pulumi.output("T-1") });
    expect(await note(refund)).toMatchObject({ name: "transaction T-1" });
  });

  it("tells the names that its aliases mean, in whatever form they are", async () => {
    const type = "pulumi-nodejs:dynamic/checks:Refund";
    const aliases = [
      { name: "stool" },
      `urn:pulumi:dev::jobs::${type}::sofa`,
      pulumi.output({ name: "bench" }),
      { parent: pulumi.rootStackResource },
    ];
    const refund = new payments.Refund("chair", { transactionNumber: "T-1" }, { aliases });
    expect((await note(refund))?.inputs.formerly).toEqual(
      ["stool", "sofa", "bench", "chair"].map((name) => `${type}::${name}`),
    );
  });
});
