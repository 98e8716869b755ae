import * as pulumi from "@pulumi/pulumi";
import { payments } from "../../../../sdk";

describe("a function that acts", () => {
  beforeEach(() => {
    jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  const calls: [string, () => Promise<unknown>][] = [
    ["refund", () => payments.refund({ transactionNumber: "T-1", confirm: "T-1" })],
    [
      "shareInvoice",
      () => payments.shareInvoice({ invoiceNumber: "INV-1", channel: "email", receiver: "ada@example.com" }),
    ],
    ["getSdkToken", () => payments.getSdkToken({ environment: "sandbox" })],
  ];

  it.each(calls)("is refused in a component of a program in another language: %s", async (name, call) => {
    // It has no stack at hand, only the engine's connection.
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue({ getChannel: () => {} } as never);
    await expect(call()).rejects.toThrow(
      `payments.${name}: a Pulumi program runs at each preview, up and refresh, and would do this each time`,
    );
  });

  it.each(calls)("is not refused where mocks stand in for an engine: %s", async (_, call) => {
    jest.spyOn(pulumi.runtime, "getMonitor").mockReturnValue({} as never);
    await expect(call()).rejects.toThrow("merchant:");
  });
});
