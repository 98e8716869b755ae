import * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../../sdk";

describe("an explicit provider of a program", () => {
  beforeEach(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
      call: ({ inputs }) => inputs,
    }),
  );

  it.each(["default", "default_eu"])("is refused under the name %s, which is the engine's", (name) => {
    expect(() => new Provider(name, { apiKey: "k" })).toThrow(
      new pulumi.RunError(
        `the provider "${name}": the engine calls the provider of resources that name none so, and its settings are the stack's. Give this one another name`,
      ),
    );
  });

  it("may have a name that only begins so", () => {
    expect(() => new Provider("default-eu", { apiKey: "k" })).not.toThrow();
  });
});
