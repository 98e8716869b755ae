import * as pulumi from "@pulumi/pulumi";
import { hasEngine, isRun } from "../../../../sdk/program/engineRun";

describe("the engine's run", () => {
  afterEach(() => jest.restoreAllMocks());

  it("is known before this copy of Pulumi's SDK has used it, where another copy runs the program", () => {
    jest.spyOn(pulumi.runtime, "hasMonitor").mockReturnValue(false);
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue({ getChannel: () => {} } as never);
    expect([hasEngine(), isRun()]).toEqual([true, true]);
  });

  it("is none in a script", () => {
    expect([hasEngine(), isRun()]).toEqual([false, false]);
  });
});
