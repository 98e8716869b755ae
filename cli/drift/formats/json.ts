/** The report itself, for programs. Its shape is `driftReport` in `../findings.ts`. */
import type { DriftReport } from "../findings";

export function json(report: DriftReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
