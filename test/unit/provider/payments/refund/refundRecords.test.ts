/** What a run leaves for its other processes about the rows of refunds that it removes. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttemptState, RefundState } from "../../../../../provider/payments/refund/refundFields";
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

it("stays removed where its row is seen again, which the program read before that; once doubted, it is only seen", async () => {
  const [row, process] = [at("2026-01-01T00:00:00.000Z"), records()];
  await process.remove("attempt", "T-1", row);
  process.see("attempt", "T-1", at("2026-01-02T00:00:00.000Z"));
  expect(await process.find("attempt", "T-1")).toEqual({ state: row, isRemoved: true });
  await process.doubt("attempt", "T-1");
  expect(await process.find("attempt", "T-1")).toEqual({ state: row, isRemoved: false });
  expect(await records().find("attempt", "T-1")).toBeUndefined();
});

it("is not mixed up with the other row of the same transaction", async () => {
  const attempt = at("2026-01-01T00:00:00.000Z");
  const refund: RefundState = { ...attempt, outcome: "unknown", knownAt: 0 };
  await records().remove("attempt", "T-1", attempt);
  await records().remove("refund", "T-1", refund);
  expect(await records().find("attempt", "T-1")).toEqual({ state: attempt, isRemoved: true });
  expect(await records().find("refund", "T-1")).toEqual({ state: refund, isRemoved: true });
});

it("is doubted without harm where the run has seen no such row", async () => {
  const process = records();
  await process.doubt("refund", "T-1");
  expect(await process.find("refund", "T-1")).toBeUndefined();
});
