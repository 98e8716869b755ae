import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunRecord } from "../../../../provider/core/runRecord";

describe("what the processes of a run know of each other", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-record-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const ENGINE = "127.0.0.1:40001";
  // Pulumi starts each dynamic provider from a shell of its own: the processes of a run have no common parent.
  const own = new RunRecord(ENGINE, folder);
  const sister = new RunRecord(ENGINE, folder, process.ppid);
  const ofAnotherRun = new RunRecord("127.0.0.1:40003", folder, process.ppid);
  const ofNoRun = new RunRecord(undefined, folder, process.ppid);

  it("is told by the address of their engine alone, and taken back", () => {
    own.add("check a");
    expect([own, sister, ofAnotherRun, ofNoRun].map((one) => one.has("check a"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([own, sister].map((one) => one.isToldByOther("check a"))).toEqual([false, true]);
    own.remove("check a");
    expect(sister.has("check a")).toBe(false);
    own.add("check a");
    expect(sister.has("check a")).toBe(true);
  });

  it("is for the process alone when it serves no engine", () => {
    ofNoRun.add("check b");
    expect(ofNoRun.has("check b")).toBe(true);
    expect([own, sister].map((one) => one.has("check b"))).toEqual([false, false]);
  });
});
