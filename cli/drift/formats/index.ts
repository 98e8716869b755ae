/** The output formats of a drift run. Each uses only the report. */
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { jsonText } from "../../render/visible";
import type { DriftReport } from "../findings";
import { github } from "./github";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { htmlPage } from "./page";
import { text } from "./text";

/** What a format may need besides the report. */
export interface Rendering {
  colours: Colours;
  /** Distinguishes the comments of several drift runs. */
  key: string;
  /** Path from the repository's root to the working directory; empty if they are the same. */
  folder: string;
  /** Width of the terminal in characters; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: DriftReport, { colours, width }: Rendering) => text(report, colours, width),
  // The report itself, for programs. `driftReport` in `../findings.ts` is its schema.
  json: jsonText,
  markdown: (report: DriftReport, { key }: Rendering) => markdown(report, key),
  html: htmlPage,
  junit,
  github: (report: DriftReport, { folder }: Rendering) => github(report, folder),
});

export type FormatName = (typeof FORMAT_NAMES)[number];
