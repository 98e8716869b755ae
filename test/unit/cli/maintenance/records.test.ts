import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Records } from "../../../../cli/maintenance/records";
import type { QuietWindow } from "../../../../cli/maintenance/window";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const windowFrom = (id: string, from: number): QuietWindow => ({
  schema: "pulumi-checks/maintenance",
  version: 1,
  id,
  reason: "",
  from,
  until: from + 60,
  places: [],
});

it("a maintenance that ends while the records are read is no obstacle to another one", () => {
  const records = new Records(folder);
  const later = windowFrom("00000001", 120);
  const earlier = windowFrom("00000003", 60);
  for (const window of [later, earlier]) records.write(window);
  // Is listed, and is not there when it is read.
  symlinkSync(join(folder, "gone"), join(folder, "00000002.json"));
  expect(records.open()).toEqual([earlier, later]);
});

it("a record that another process is writing right now is left to it; what a process left that was killed is removed", () => {
  const records = new Records(folder);
  const [written, left] = [`00000001.json.${process.pid}`, "00000002.json.999999999"];
  for (const name of [written, left]) writeFileSync(join(folder, name), "{");
  expect(records.open()).toEqual([]);
  expect(readdirSync(folder)).toEqual([written]);
});
