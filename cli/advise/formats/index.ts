/** The output formats of an advice run; each is made only from the report. */
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { jsonText } from "../../render/visible";
import type { AdviceReport } from "../report";
import { markdown } from "./markdown";
import { text } from "./text";

/** What a format may need beside the report. */
export interface Rendering {
  colours: Colours;
  /** Characters in a line of the terminal; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: AdviceReport, { colours, width }: Rendering) => text(report, colours, width),
  markdown,
  // The report itself, for programs: its shape is `adviceReport` in `../report.ts`.
  json: jsonText,
});

export type FormatName = (typeof FORMAT_NAMES)[number];
