import { lookAndWrite } from "../../../../provider/monitor/lookAndWrite";

describe("a write that is made of what was read", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** What happens, where each write waits so many milliseconds for its turn, by the machine's clock. */
  const happening = async (waitMs: number, failure?: Error) => {
    const steps: string[] = [];
    const result = await lookAndWrite(async (soon) => {
      steps.push("look");
      const { beforeSending } = soon();
      jest.setSystemTime(Date.now() + waitMs);
      beforeSending?.();
      steps.push("write");
      if (failure) throw failure;
      return "written";
    }).catch(String);
    return [...steps, result];
  };

  it("is sent as it is where its turn comes soon", async () => {
    expect(await happening(5_000)).toEqual(["look", "write", "written"]);
  });

  it("is made once more where it waited for long, and then sent however long it waits", async () => {
    expect(await happening(5_001)).toEqual(["look", "look", "write", "written"]);
  });

  it("that fails is not made again", async () => {
    expect(await happening(0, new Error("no"))).toEqual(["look", "write", "Error: no"]);
  });
});
