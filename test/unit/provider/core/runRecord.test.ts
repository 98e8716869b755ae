import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { silent } from "../../../../provider/core/log";
import { RunRecord } from "../../../../provider/core/runRecord";
import { itUnless } from "../../../support/unless";

describe("what the processes of a run know of each other", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-record-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const ENGINE = "127.0.0.1:40001";
  /** No system counts its processes so far. */
  const NOBODY = 2 ** 31 - 1;
  // Pulumi starts each dynamic provider from a shell of its own: the processes of a run have no common parent.
  const own = new RunRecord(ENGINE, silent, folder);
  const sister = new RunRecord(ENGINE, silent, folder, process.ppid);
  const ofAnotherRun = new RunRecord("127.0.0.1:40003", silent, folder, process.ppid);
  const ofNoRun = new RunRecord(undefined, silent, folder, process.ppid);

  it("is told by the name of their run alone, and taken back", () => {
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

  it("is told as often as there is something to tell", () => {
    for (const fact of ["check c", "check d", "check e"]) own.add(fact);
    own.remove("check d");
    expect(["check c", "check d", "check e"].map((fact) => sister.isToldByOther(fact))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("is believed of processes that still run, and goes with those that were killed", () => {
    const killed = new RunRecord(ENGINE, silent, folder, NOBODY);
    killed.add("check f");
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(`-${NOBODY}`));
    expect(sister.has("check f")).toBe(false);
    const later = new RunRecord("127.0.0.1:40005", silent, folder, process.ppid);
    later.add("check g");
    expect(readdirSync(folder)).not.toContain(file);
    expect(sister.has("check a")).toBe(true);
  });

  it("is nothing of a process that had the same number before", () => {
    const late = new RunRecord("127.0.0.1:40007", silent, folder);
    new RunRecord("127.0.0.1:40007", silent, folder, process.ppid).add("check h");
    new RunRecord("127.0.0.1:40007", silent, folder, process.ppid).add("check i");
    expect(["check h", "check i"].map((fact) => late.has(fact))).toEqual([false, true]);
  });

  it("is nothing of a process that ends while its notes are read", () => {
    const said: string[] = [];
    const reader = new RunRecord("127.0.0.1:40009", { warn: (message) => void said.push(message) }, folder);
    const before = readdirSync(folder);
    new RunRecord("127.0.0.1:40009", silent, folder, process.ppid).add("check j");
    const [file = ""] = readdirSync(folder).filter((name) => !before.includes(name));
    rmSync(join(folder, file));
    // Listed like the file of notes that is gone a moment later, and as little to be read.
    symlinkSync(join(folder, "gone"), join(folder, file));
    expect([reader.isToldByOther("check j"), reader.claim("refund of this run")]).toEqual([false, true]);
    expect(said).toEqual([]);
  });

  it("is claimed by one of them", () => {
    expect([own.claim("refund"), sister.claim("refund"), ofAnotherRun.claim("refund")]).toEqual([
      true,
      false,
      true,
    ]);
    expect([own, ofAnotherRun].map((one) => one.has("refund"))).toEqual([true, true]);
  });
});

itUnless(
  process.platform === "linux" ? undefined : "only Linux shows the number of a container",
  "is in a folder of its own for each container, which sees no processes of the others",
  () => {
    const own = new RunRecord("a run of this test", silent);
    own.add("check a");
    const [number] = /\d+/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
    const folder = join(tmpdir(), `pulumi-checks-run-${userInfo().uid}-${number}`);
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(new RegExp(`-${process.pid}$`)));
  },
);

describe("where the temporary folder cannot be written", () => {
  const temporary = mkdtempSync(join(tmpdir(), "pulumi-checks-record-"));
  afterAll(() => rmSync(temporary, { recursive: true }));
  // Below a file nobody can make a folder, whoever runs the tests.
  const place = join(temporary, "full");
  const folder = join(place, "run");
  let said: string[];
  let record: RunRecord;
  beforeEach(() => {
    rmSync(place, { recursive: true, force: true });
    writeFileSync(place, "");
    said = [];
    record = new RunRecord("a run", { warn: (message) => void said.push(message) }, folder);
  });

  it("a run goes on with what each process knows itself, and says once what to do", () => {
    record.add("check a");
    record.add("check b");
    record.remove("check b");
    expect(["check a", "check b", "check c"].map((fact) => record.has(fact))).toEqual([true, false, false]);
    expect(record.isToldByOther("check a")).toBe(false);
    expect(said).toEqual([
      `the processes of this run cannot coordinate: their notes in ${folder} cannot be written or read (ENOTDIR). A check that moves from one provider to another may be deleted, and no refund starts. Free disk space there, or set TMPDIR (TEMP on Windows) to a writable folder`,
    ]);
  });

  it("what cannot be read is said, too", () => {
    expect(record.isToldByOther("check a")).toBe(false);
    expect(said).toHaveLength(1);
  });

  it("nothing is claimed, however often that is tried", () => {
    for (let time = 0; time < 2; time += 1)
      expect(() => record.claim("refund")).toThrow(
        `the processes of this run cannot coordinate: their notes in ${folder} cannot be written or read (ENOTDIR). Free disk space there, or set TMPDIR`,
      );
  });

  it("what cannot be written is said where all can be read", () => {
    rmSync(place);
    record.add("check a");
    const [file = ""] = readdirSync(folder);
    rmSync(join(folder, file));
    mkdirSync(join(folder, file));
    record.add("check b");
    expect(record.isToldByOther("check a")).toBe(false);
    expect(said).toEqual([expect.stringContaining(`their notes in ${folder} cannot be written or read`)]);
  });

  it("what was told in vain is heard once it can be", () => {
    const sister = new RunRecord("a run", silent, folder, process.ppid);
    record.add("check a");
    rmSync(place);
    mkdirSync(place);
    expect(sister.has("check a")).toBe(false);
    record.add("check b");
    expect(["check a", "check b"].map((fact) => sister.has(fact))).toEqual([true, true]);
    record.remove("check a");
    record.add("check c");
    expect(["check a", "check b", "check c"].map((fact) => sister.has(fact))).toEqual([false, true, true]);
  });
});

const onWindows = process.platform === "win32" ? "Windows shows no such permission" : undefined;
itUnless(onWindows, "in a folder that others can write, notes are neither left nor believed", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-record-"));
  try {
    new RunRecord("a run", silent, folder, process.ppid).add("check a");
    const before = readdirSync(folder);
    chmodSync(folder, 0o777);
    const said: string[] = [];
    const record = new RunRecord("a run", { warn: (message) => void said.push(message) }, folder);
    const where = `their notes in ${folder} cannot be written or read (others can write it)`;
    expect(() => record.claim("refund")).toThrow(where);
    expect(record.isToldByOther("check a")).toBe(false);
    expect(said).toEqual([expect.stringContaining(where)]);
    expect(readdirSync(folder)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
