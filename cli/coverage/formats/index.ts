/** The outputs of a coverage run; each is made from the report alone. */
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { commandingNobody, jsonText } from "../../render/visible";
import type { CoverageReport } from "../report";
import { github } from "./github";
import { markdown } from "./markdown";
import { htmlPage } from "./page";
import { text } from "./text";

/** What a format may need beside the report. */
export interface Rendering {
  colours: Colours;
  /** From the repository's root to where the command runs; empty when that is the same. */
  folder: string;
  /** Characters in a line of the terminal; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: CoverageReport, { colours, width }: Rendering) => text(report, colours, width),
  // The report itself, for programs: its shape is `coverageReport` in `../report.ts`.
  json: jsonText,
  markdown: (report: CoverageReport) => commandingNobody(markdown(report)),
  html: htmlPage,
  github: (report: CoverageReport, { folder }: Rendering) => github(report, folder),
});

export type FormatName = (typeof FORMAT_NAMES)[number];
