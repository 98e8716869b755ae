import * as pulumi from "@pulumi/pulumi";
import { Check } from "../../../../sdk";
import { insideOf } from "../../../support/sdk/program";

// Pulumi's mocks make everything; here they answer as the engine does of what it passed over.
jest.mock("../../../../sdk/program/engineRun", () => ({
  ...jest.requireActual("../../../../sdk/program/engineRun"),
  hasEngine: () => true,
}));

beforeEach(async () => {
  await pulumi.runtime.setMocks(
    { newResource: () => ({ id: "", state: {} }), call: () => ({ outputs: {} }) },
    "jobs",
    "dev",
    false,
  );
});

describe("a check that an up passed over, because its create failed or it is not targeted", () => {
  const check = () => new Check("nightly", { slug: "nightly", grace: "1h", tags: ["a"] });

  it("has what the program says of it", async () => {
    const { slug, grace, tags } = check();
    expect(await insideOf(slug)).toEqual({ value: "nightly", isKnown: true, isSecret: false });
    expect(await insideOf(grace)).toMatchObject({ value: 3600, isKnown: true });
    expect(await insideOf(tags)).toMatchObject({ value: ["a"], isKnown: true });
  });

  it("has no address and no other output that anything could be made of", async () => {
    const { pingUrl, uuid, timeout } = check();
    for (const output of [pingUrl, uuid, timeout])
      expect(await insideOf<unknown>(output)).toMatchObject({ isKnown: false });
  });
});
