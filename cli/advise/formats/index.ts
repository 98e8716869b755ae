/** The output formats of an advice run. Each uses only the report. */
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { jsonText } from "../../render/visible";
import type { AdviceReport } from "../report";
import { markdown } from "./markdown";
import { text } from "./text";

/** What a format may need besides the report. */
export interface Rendering {
  colours: Colours;
  /** Width of the terminal in characters; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: AdviceReport, { colours, width }: Rendering) => text(report, colours, width),
  markdown,
  // The report itself, for programs. `adviceReport` in `../report.ts` is its schema.
  json: jsonText,
});

export type FormatName = (typeof FORMAT_NAMES)[number];
