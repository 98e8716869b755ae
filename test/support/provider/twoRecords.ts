import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silent } from "../../../provider/core/log";
import { RunRecord } from "../../../provider/core/runRecord";

/** The records of one run that two providers of a program keep, for the tests of a `describe`. */
export function recordsOfTwoProviders(): [RunRecord, RunRecord] {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const engine = "127.0.0.1:40001";
  return [new RunRecord(engine, silent, folder), new RunRecord(engine, silent, folder, process.ppid)];
}
