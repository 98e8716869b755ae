import { readFileSync } from "node:fs";
import { ChecksError } from "../../provider/errors";
import { type DriftReport, driftReport, REPORT_VERSION } from "./findings";

/**
 * Reads a report that `pulumi-checks drift --json` wrote; `-` is stdin.
 * @throws {ChecksError} when it is none, or one of another version.
 */
export function readReport(file: string): DriftReport {
  const given = jsonIn(file);
  const parsed = driftReport.safeParse(given);
  if (parsed.success) return parsed.data;
  const version =
    typeof given === "object" && given !== null && "version" in given ? given.version : undefined;
  throw new ChecksError({
    subject: file,
    reason:
      typeof version === "number" && version !== REPORT_VERSION
        ? `it is a drift report of version ${version}; this command reads version ${REPORT_VERSION}`
        : "it is no drift report",
    remedy: "Make one with `pulumi-checks drift --json --output FILE`",
  });
}

function jsonIn(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new ChecksError({
      subject: file,
      reason: missing ? "there is no such file" : "the file cannot be read",
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
