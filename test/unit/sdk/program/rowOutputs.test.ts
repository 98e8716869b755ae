import * as pulumi from "@pulumi/pulumi";
import { Check } from "../../../../sdk";
import { insideOf } from "../../../support/sdk/program";

/** A row leaves out what is at its default. */
const LEAN = { slug: "backup", schedule: "30 2 * * *" };
const MADE = {
  uuid: "4d0a31c6-2a4b-4b1c-9f6e-0d3f5a7b9c11",
  badgeUrl: "https://checks.example/b/2/5c0f0f5e.svg",
};

const setMocks = () =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({
      id: name,
      state: { ...inputs, ...LEAN, ...MADE, grace: undefined, tz: undefined },
    }),
    call: ({ inputs }) => inputs,
  });

beforeAll(setMocks);

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

  it("is one where the program wants it to be, and so is what follows from such a one", async () => {
    const wanted = (...additionalSecretOutputs: string[]) =>
      new Check(additionalSecretOutputs.join(), LEAN, { additionalSecretOutputs });
    const isSecret = async (output: pulumi.Output<unknown>) => (await insideOf(output)).isSecret;
    const byUuid = wanted("uuid");
    for (const output of [byUuid.updateUrl, byUuid.pauseUrl, byUuid.uniqueKey])
      expect(await isSecret(output)).toBe(true);
    expect(await isSecret(byUuid.tz)).toBe(false);
    const own = wanted("updateUrl", "tz");
    expect(await isSecret(own.updateUrl)).toBe(true);
    expect(await isSecret(own.tz)).toBe(true);
    expect(await isSecret(own.grace)).toBe(false);
  });

  it("is none where it did not", async () => {
    const { grace, tz } = new Check("plain", { ...LEAN, grace: 3600 });
    expect(await insideOf(grace)).toMatchObject({ isSecret: false, value: 3600 });
    expect(await insideOf(tz)).toMatchObject({ isSecret: false, value: "UTC" });
  });
});

describe("an output that the row has, as in the preview of an update on the plugin", () => {
  it("is a secret where the program wants that of what tells it", async () => {
    const updateUrl = `https://checks.example/api/v3/checks/${MADE.uuid}`;
    const isSecret = async (additionalSecretOutputs: string[]) => {
      const check = Check.get(additionalSecretOutputs.join(), MADE.uuid, {}, { additionalSecretOutputs });
      const inside = await insideOf(check.updateUrl);
      expect(inside.value).toBe(updateUrl);
      return inside.isSecret;
    };
    await pulumi.runtime.setMocks({
      newResource: ({ id, inputs }) => ({ id, state: { ...inputs, ...LEAN, ...MADE, updateUrl } }),
      call: ({ inputs }) => inputs,
    });
    try {
      expect(await isSecret(["uuid"])).toBe(true);
      expect(await isSecret(["desc"])).toBe(false);
    } finally {
      await setMocks();
    }
  });
});

describe("the outputs of a check that mocks have made", () => {
  it("are there in a later unit test, which sets its mocks anew", async () => {
    const { slug, badgeUrl, grace } = await new Promise<Check>((resolve) => {
      const check = new Check("of all tests", LEAN);
      check.urn.apply(async () => {
        await setMocks();
        resolve(check);
      });
    });
    const { value } = await insideOf(pulumi.all([slug, badgeUrl, grace]));
    expect(value).toEqual([LEAN.slug, MADE.badgeUrl, 3600]);
  });
});

describe("the outputs of a check that the program only looks at", () => {
  it("are those that the look gave: older engines tell nothing of it afterwards", async () => {
    const asked = jest.spyOn(pulumi.runtime, "getResource");
    const { badgeUrl, schedule, grace, updateUrl } = Check.get("looked-at", MADE.uuid);
    const values = await insideOf(pulumi.all([badgeUrl, schedule, grace, updateUrl]));
    expect(values.value).toEqual([
      MADE.badgeUrl,
      LEAN.schedule,
      3600,
      `https://checks.example/api/v3/checks/${MADE.uuid}`,
    ]);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it.each([undefined, "backup"])("are not asked for by what is no UUID: %s", (id) => {
    expect(() => Check.get("backup", id as string)).toThrow(
      'Check.get "backup": id: must be the UUID of a check',
    );
  });
});
