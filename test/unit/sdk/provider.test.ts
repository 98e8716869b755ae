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
        `the provider "${name}": the engine gives this name to the provider of resources that name none, which has the stack's settings. Give this provider another name`,
      ),
    );
  });

  it("has no setting of what is null, as a missing value of another stack is", async () => {
    const given: Record<string, unknown>[] = [];
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => {
        given.push(inputs);
        return { id: name, state: inputs };
      },
      call: ({ inputs }) => inputs,
    });
    const missing = null as unknown as undefined;
    const eu = new Provider("eu", {
      url: "https://eu.example.com",
      apiKey: missing,
      stamp: pulumi.output(missing),
    });
    await new Promise((resolve) => eu.urn.apply(resolve));
    // Pulumi sends a secret that is nothing as null, which the plugin takes for that.
    const nothing = expect.objectContaining({ value: null });
    expect(given).toEqual([{ url: "https://eu.example.com", apiKey: nothing }]);
  });

  it("may have a name that only begins so", () => {
    expect(() => new Provider("default-eu", { apiKey: "k" })).not.toThrow();
  });

  it("may be without arguments, also as JavaScript may say it", () => {
    expect(() => new Provider("eu", null as never)).not.toThrow();
  });
});
