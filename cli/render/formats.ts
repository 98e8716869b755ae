/** The forms that a command has for its report: their names, and what each makes of the report. */
export interface Formats<Report, Rendering, Name extends string> {
  names: readonly Name[];
  render(report: Report, name: Name, rendering: Rendering): string;
}

/** The forms by their names, which users give; each is made from the report alone, and `rendering` says how it is to look. */
export function formatsOf<Report, Rendering, Name extends string>(
  formats: Readonly<Record<Name, (report: Report, rendering: Rendering) => string>>,
): Formats<Report, Rendering, Name> {
  return {
    names: Object.keys(formats) as Name[],
    render: (report, name, rendering) => formats[name](report, rendering),
  };
}
