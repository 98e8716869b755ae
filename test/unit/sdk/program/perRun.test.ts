import * as pulumi from "@pulumi/pulumi";
import { perRun } from "../../../../sdk/program/perRun";

describe("what each run has for itself", () => {
  const count = () => {
    let made = 0;
    return perRun(() => ++made);
  };
  afterEach(() => jest.restoreAllMocks());

  it("is one for a component that a program in another language uses, which has no stack but an engine", () => {
    const [one, other] = [{ getChannel: () => {} }, { getChannel: () => {} }];
    jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(undefined);
    const monitor = jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue(one as never);
    const ofRun = count();
    expect([ofRun(), ofRun()]).toEqual([1, 1]);
    monitor.mockReturnValue(other as never);
    expect(ofRun()).toBe(2);
  });

  it("is made anew for each call where no engine runs the program", () => {
    const ofRun = count();
    expect([ofRun(), ofRun()]).toEqual([1, 2]);
  });
});
