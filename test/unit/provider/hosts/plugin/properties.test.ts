import { UNKNOWN } from "../../../../../provider/core/unknown";
import { struct } from "../../../../../provider/hosts/plugin/grpc";
import {
  argumentsOf,
  asSecret,
  contentOf,
  isSecret,
  markSecrets,
  propertiesOf,
  urnIn,
} from "../../../../../provider/hosts/plugin/properties";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value });
const output = (parts: object) => ({ [SIGNATURE]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...parts });
const resource = (parts: object) => ({ [SIGNATURE]: "5cf8f73096256a8f31e491e813e4eb8e", ...parts });

describe("properties of the engine", () => {
  it("are plain values, with a note of which hold secrets at whatever depth", () => {
    const { values, secrets } = propertiesOf(
      struct({
        slug: "a",
        desc: secret("b"),
        tags: ["x", secret("y")],
        name: output({ value: "n", secret: true }),
        tz: output({ value: "t", dependencies: ["u"] }),
        startKw: secret(["k", secret("l")]),
      }),
    );
    expect(values).toEqual({
      slug: "a",
      desc: "b",
      tags: ["x", "y"],
      name: "n",
      tz: "t",
      startKw: ["k", "l"],
    });
    expect([...secrets].sort()).toEqual(["desc", "name", "startKw", "tags"]);
  });

  it("know outputs that are not known yet, resources by their ids, and leave null out", () => {
    const { values } = propertiesOf(
      struct({
        slug: output({}),
        check: resource({ urn: "u", id: "i" }),
        other: resource({ urn: "u", id: "" }),
        component: resource({ urn: "u" }),
        name: null,
      }),
    );
    expect(values).toEqual({ slug: UNKNOWN, check: "i", other: UNKNOWN, component: UNKNOWN });
  });

  it("leave out null also where it is a secret or an output, and inside of what a program says", () => {
    const given = struct({
      desc: secret(null),
      tags: output({ value: null, secret: true }),
      tz: output({ value: secret(null) }),
      screen: { titleText: null, image: secret(null), themeColor: "#000000", more: { a: null } },
      list: [null, { a: null, b: 1 }],
    });
    expect(argumentsOf(given)).toEqual({
      values: { screen: { themeColor: "#000000", more: {} }, list: [null, { b: 1 }] },
      secrets: new Set(["screen"]),
    });
    const { values } = propertiesOf(struct({ reverse: { sender: null }, desc: secret(null) }));
    expect(values).toEqual({ reverse: { sender: null } });
  });

  it("are written with their secrets marked, also inside of others, unless there is no value, and without what is undefined", () => {
    const written = markSecrets(
      { pingUrl: "p", checks: [{ pingUrl: "q", slug: "s" }], gone: undefined, schedule: null, tz: null },
      new Set(["pingUrl", "gone", "schedule"]),
    );
    expect(written.toJavaScript()).toEqual({
      pingUrl: secret("p"),
      checks: [{ pingUrl: secret("q"), slug: "s" }],
      schedule: null,
      tz: null,
    });
    expect(propertiesOf(written).secrets).toEqual(new Set(["pingUrl", "checks"]));
  });

  it.each([
    ["a secret", secret("v"), true],
    ["an output of a secret", output({ value: "v", secret: true }), true],
    ["an output with a secret in it", output({ value: secret("v") }), true],
    ["an output", output({ value: "v", secret: false }), false],
    ["a plain value", "v", false],
  ])("are secrets themselves, or not, and become one: %s", (_what, value, expected) => {
    expect(isSecret(value)).toBe(expected);
    expect(contentOf(value)).toBe("v");
    expect(asSecret(value)).toEqual(secret("v"));
  });

  it("are no secrets because of their parts, and may be without a value or not known yet", () => {
    expect(isSecret({ part: secret("v") })).toBe(false);
    expect([isSecret(null), isSecret(undefined), isSecret(output({}))]).toEqual([false, false, false]);
    expect([contentOf(null), contentOf(output({})), contentOf(secret(output({})))]).toEqual([
      null,
      UNKNOWN,
      UNKNOWN,
    ]);
  });

  it("name the resource that they refer to, if it is one", () => {
    const self = resource({ urn: "urn:x", id: "i" });
    expect([urnIn(self), urnIn(secret(self)), urnIn(output({ value: self }))]).toEqual(
      Array(3).fill("urn:x"),
    );
    const others = [resource({ id: "i" }), { urn: "urn:x" }, output({}), null, "urn:x"];
    expect(others.map(urnIn)).toEqual(others.map(() => ""));
  });
});
