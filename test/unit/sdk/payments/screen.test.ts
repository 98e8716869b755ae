import * as pulumi from "@pulumi/pulumi";
import { payments } from "../../../../sdk";

describe("a screen that is refused", () => {
  const wrong = { packageMode: "sandbox", titleText: 5 } as never;
  const order = {} as never;
  const calls: [string, () => unknown][] = [
    ["exportScreen", () => payments.exportScreen(wrong, "dart", { profile: "sadad" })],
    ["exportScreen, for want of a setting", () => payments.exportScreen({ packageMode: "live" }, "json")],
    ["exportScreen, for its settings", () => payments.exportScreen(wrong, "json", 5 as never)],
    ["screenParameters", () => payments.screenParameters(wrong, order, { profile: "sadad" })],
  ];
  const refusalOf = (call: () => unknown) => {
    try {
      return call();
    } catch (error) {
      return error;
    }
  };

  afterEach(() => jest.restoreAllMocks());

  it.each(calls)("is no unhandled exception of a Pulumi program: %s", (_, call) => {
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue({} as never);
    expect(pulumi.RunError.isInstance(refusalOf(call))).toBe(true);
  });

  it.each(calls)("is an error of this package in a script or a server: %s", (_, call) => {
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue(undefined);
    expect(refusalOf(call)).toMatchObject({ name: "ChecksError" });
  });
});
