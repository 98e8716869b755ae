/** The outputs of a drift run; each is made from the report alone. */

import type { Colours } from "../../render/terminal";
import { jsonText } from "../../render/visible";
import type { DriftReport } from "../findings";
import { github } from "./github";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { htmlPage } from "./page";
import { text } from "./text";

/** What a format may need beside the report. */
export interface Rendering {
  colours: Colours;
  /** Tells comments of several runs apart. */
  key: string;
  /** From the repository's root to where the command runs; empty when that is the same. */
  folder: string;
  /** Characters in a line of the terminal; absent for a file. */
  width?: number | undefined;
}

type Format = (report: DriftReport, rendering: Rendering) => string;

const FORMATS = {
  text: (report, { colours, width }) => text(report, colours, width),
  // The report itself, for programs: its shape is `driftReport` in `../findings.ts`.
  json: jsonText,
  markdown: (report, { key }) => markdown(report, key),
  html: htmlPage,
  junit,
  github: (report, { folder }) => github(report, folder),
} satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** The report in one of the formats. */
export function render(report: DriftReport, name: FormatName, rendering: Rendering): string {
  const format: Format = FORMATS[name];
  return format(report, rendering);
}
