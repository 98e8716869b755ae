import { Ending } from "../../../../../provider/hosts/plugin/ending";

describe("the end of the plugin's process", () => {
  it("is at once when nothing is under way", () => {
    const exit = jest.fn();
    new Ending(exit).end();
    expect(exit).toHaveBeenCalledTimes(1);
  });

  it("waits for the answers that are under way", async () => {
    const exit = jest.fn();
    const ending = new Ending(exit);
    let answer = () => {};
    const call = ending.during(() => new Promise<void>((resolve) => (answer = resolve)));
    ending.end();
    expect(exit).not.toHaveBeenCalled();
    answer();
    await call;
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(exit).toHaveBeenCalledTimes(1);
  });
});
