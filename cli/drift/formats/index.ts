/** The outputs of a drift run; each is made from the report alone. */
import { formatsOf } from "../../render/formats";
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
  /** Distinguishes the comments of several runs. */
  key: string;
  /** From the repository's root to where the command runs; empty when that is the same. */
  folder: string;
  /** Characters in a line of the terminal; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: DriftReport, { colours, width }: Rendering) => text(report, colours, width),
  // The report itself, for programs: its shape is `driftReport` in `../findings.ts`.
  json: jsonText,
  markdown: (report: DriftReport, { key }: Rendering) => markdown(report, key),
  html: htmlPage,
  junit,
  github: (report: DriftReport, { folder }: Rendering) => github(report, folder),
});

export type FormatName = (typeof FORMAT_NAMES)[number];
