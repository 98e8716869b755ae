import { Session } from "../../../../provider/core/session";
import { merchantOf } from "../../../../provider/payments/merchant";
import { machineFolder } from "../../../../provider/payments/refund/machineFolder";

jest.mock("../../../../provider/payments/refund/machineFolder");

describe("the folder of a merchant's notes, in a server that runs for long", () => {
  const folder = jest.mocked(machineFolder);
  const log = { info() {}, status() {}, warn() {} };
  const merchant = () => merchantOf(new Session(() => undefined, log));
  beforeEach(() => folder.mockReset());

  it("is looked for again after a moment in which there was none", async () => {
    folder.mockRejectedValueOnce(new Error("neither can be written")).mockResolvedValue("/home/refunds");
    const shop = merchant();
    await expect(shop.machineFolder()).rejects.toThrow("neither can be written");
    expect(await shop.machineFolder()).toBe("/home/refunds");
  });

  it("stays the same while it is there", async () => {
    folder.mockResolvedValueOnce("/home/refunds").mockResolvedValue("/tmp/refunds");
    const shop = merchant();
    expect([await shop.machineFolder(), await shop.machineFolder()]).toEqual([
      "/home/refunds",
      "/home/refunds",
    ]);
    expect(folder).toHaveBeenCalledTimes(1);
  });
});
