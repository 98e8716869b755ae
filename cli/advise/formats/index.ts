/** The outputs of an advice run; each is made from the report alone. */
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

const FORMATS = {
  text: (report: AdviceReport, { colours, width }: Rendering) => text(report, colours, width),
  markdown,
  // The report itself, for programs: its shape is `adviceReport` in `../report.ts`.
  json: jsonText,
} satisfies Record<string, (report: AdviceReport, rendering: Rendering) => string>;

export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** The report in one of the formats. */
export function render(report: AdviceReport, name: FormatName, rendering: Rendering): string {
  return FORMATS[name](report, rendering);
}
