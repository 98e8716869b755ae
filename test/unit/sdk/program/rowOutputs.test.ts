import * as pulumi from "@pulumi/pulumi";
import { Check } from "../../../../sdk";
import { insideOf } from "../../../support/sdk/program";

/** A row leaves out what is at its default. */
const LEAN = { slug: "backup", schedule: "30 2 * * *" };

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({
      id: name,
      state: { ...inputs, ...LEAN, grace: undefined, tz: undefined },
    }),
    call: ({ inputs }) => inputs,
  }),
);

describe("an output that the row leaves out", () => {
  it("is a secret where the program said it as one", async () => {
    const { grace, tz } = new Check("secret", {
      ...LEAN,
      grace: pulumi.secret(3600),
      tz: pulumi.secret("UTC"),
    });
    expect(await insideOf(grace)).toMatchObject({ isSecret: true, value: 3600 });
    expect(await insideOf(tz)).toMatchObject({ isSecret: true, value: "UTC" });
  });

  it("is none where it did not", async () => {
    const { grace, tz } = new Check("plain", { ...LEAN, grace: 3600 });
    expect(await insideOf(grace)).toMatchObject({ isSecret: false, value: 3600 });
    expect(await insideOf(tz)).toMatchObject({ isSecret: false, value: "UTC" });
  });
});
