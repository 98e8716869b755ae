import * as pulumi from "@pulumi/pulumi";
import { runError } from "../../../../sdk/program/runError";

describe("an error of the program", () => {
  it("keeps its words where Pulumi's SDK names the property that it ended, which may be a hidden one", async () => {
    const refused = runError('Check "y": slug: the Check "x" of this program has the same slug.');
    const sent = pulumi.runtime.serializeProperties("props", { __run: Promise.reject(refused) });
    await expect(sent).rejects.toBe(refused);
    expect(refused.message).toBe('Check "y": slug: the Check "x" of this program has the same slug.');
  });

  it("takes the words that a program gives it", () => {
    const refused = runError("why");
    refused.message = `while making the checks: ${refused.message}`;
    expect(refused.message).toBe("while making the checks: why");
    expect(pulumi.RunError.isInstance(refused)).toBe(true);
  });
});
