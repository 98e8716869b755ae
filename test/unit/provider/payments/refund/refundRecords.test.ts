/** What a run leaves for its other processes about the rows of refunds that it removes. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttemptState } from "../../../../../provider/payments/refund/refundFields";
import { RefundRecords } from "../../../../../provider/payments/refund/refundRecords";
import { writeAged } from "../../../../support/agedFile";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Those of a process of the run. */
const records = () => new RefundRecords("run", async () => folder);
const at = (time: string): AttemptState => ({ transactionNumber: "T-1", attempt: { at: time } });

it("goes an hour after it was left, when another row is removed; what else is in the folder stays", async () => {
  writeAged(join(folder, "run-old"), 3700);
  writeAged(join(folder, "run-new"), 3500);
  writeAged(join(folder, "asked-old"), 3700);
  await records().remove("attempt", "T-1", at("2026-01-01T00:00:00.000Z"));
  expect(readdirSync(folder).sort()).toEqual([
    "asked-old",
    expect.stringMatching(/^run-[0-9a-f]{64}$/),
    "run-new",
  ]);
});

it("counts for less than a newer row that is seen: an earlier run may have had the same name", async () => {
  const [older, newer] = [at("2026-01-01T00:00:00.000Z"), at("2026-01-02T00:00:00.000Z")];
  await records().remove("attempt", "T-1", older);
  const later = records();
  later.see("attempt", "T-1", newer);
  expect(await later.find("attempt", "T-1")).toEqual({ state: newer, isRemoved: false });
  const same = records();
  same.see("attempt", "T-1", older);
  expect(await same.find("attempt", "T-1")).toEqual({ state: older, isRemoved: true });
});

it("does not count as removed where that cannot be noted: the row stays in the state", async () => {
  const full = new RefundRecords("run", async () => join(folder, "missing"));
  const row = at("2026-01-01T00:00:00.000Z");
  await expect(full.remove("attempt", "T-1", row)).rejects.toThrow("its record stays in the state");
  expect(await full.find("attempt", "T-1")).toEqual({ state: row, isRemoved: false });
});
