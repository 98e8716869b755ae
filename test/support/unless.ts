/** Tests that a machine may have to leave out. Their titles say why: a skip without a reason counts as failed. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A test, which is skipped where there is a reason. */
export function itUnless(
  reason: string | undefined,
  title: string,
  test: (() => void) | (() => Promise<void>),
  timeoutMs?: number,
): void {
  if (reason === undefined) it(title, test, timeoutMs);
  else it.skip(`${title} (${reason})`, test);
}

/** Tests that go together, which are skipped where there is a reason. */
export function describeUnless(reason: string | undefined, title: string, tests: () => void): void {
  if (reason === undefined) describe(title, tests);
  else describe.skip(`${title} (${reason})`, tests);
}

/** The reason where one of these programs is not on PATH. */
export function lackOf(...programs: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const missing = programs.find((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return missing && `there is no ${missing} on this machine`;
}
