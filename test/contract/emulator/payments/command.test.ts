import { main } from "../../../../emulator/main";

describe("the emulator's command", () => {
  afterEach(() => jest.restoreAllMocks());

  it("prints the merchant's keys beside the others, and they open its service", async () => {
    const exited = new Promise((resolve) => {
      jest
        .spyOn(process, "exit")
        .mockImplementation(((code: number) => resolve(code)) as typeof process.exit);
    });
    const printed = new Promise<string>((resolve) => {
      jest.spyOn(process.stdout, "write").mockImplementation((text) => {
        resolve(String(text));
        return true;
      });
    });
    await Promise.race([printed, main(["--port", "0"])]);
    const { url, projects, merchant } = JSON.parse(await printed);
    expect(Object.keys(projects)).toEqual(["alpha", "beta"]);
    const { accessToken, serviceId, testKey, domain, ...rest } = merchant;
    expect(Object.keys(rest)).toEqual(["liveKey"]);
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { Authorization: accessToken, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const sandbox = { serviceId, secretKey: testKey, domain, isTest: true };
    expect((await post("/api-v5/userbusinesses/getsdktoken", sandbox)).status).toBe(200);
    const refund = await post("/api/transactions/refundTransaction", { transactionno: "T-SUCCESS" });
    expect(refund.status).toBe(200);
    process.emit("SIGTERM");
    expect(await exited).toBe(0);
  });
});
