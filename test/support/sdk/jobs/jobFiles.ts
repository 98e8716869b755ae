/** Files with jobs, in a folder in which a program runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";

const before = process.cwd();

/** Each test of a file runs in a folder of its own. */
export function inOwnFolder(): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-jobs-"));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });
}

export function write(file: string, ...lines: string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** What a program dies of: one line, without a stack. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!pulumi.RunError.isInstance(error)) throw error;
    expect(error).toMatchObject({ stack: "" });
    expect(error.message).not.toContain("\n");
    return error.message;
  }
  throw new Error("it was not refused");
}
