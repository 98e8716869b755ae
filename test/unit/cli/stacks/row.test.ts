import { openDeclaration } from "../../../../cli/stacks/row";

const SIGNATURE = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const secret = (value: unknown) => ({ ...SIGNATURE, plaintext: JSON.stringify(value) });

describe("the declaration of a job, as coverage reads it", () => {
  it("has no secret text, at whatever level", () => {
    expect(openDeclaration({ name: secret("backup"), args: ["--key", secret("k")] })).toEqual({
      name: "[secret]",
      args: ["--key", "[secret]"],
    });
  });

  it("is opened where it is a secret as a whole, apart from the secrets in it", () => {
    const spec = { schedule: "0 3 * * *", env: [{ name: "PASSWORD", value: secret("hunter2") }] };
    expect(openDeclaration({ spec: secret(spec) })).toEqual({
      spec: { schedule: "0 3 * * *", env: [{ name: "PASSWORD", value: "[secret]" }] },
    });
  });

  it("has a secret text where it could not be decrypted, which is not the same as nothing", () => {
    expect(openDeclaration({ spec: { ...SIGNATURE, ciphertext: "v1:x" } })).toEqual({ spec: "[secret]" });
  });
});
