/** The formats of a command's report: their names, and their renderers. */
export interface Formats<Report, Rendering, Name extends string> {
  names: readonly Name[];
  render(report: Report, name: Name, rendering: Rendering): string;
}

/** The formats by the names that users give. Each uses only the report; `rendering` says how it should look. */
export function formatsOf<Report, Rendering, Name extends string>(
  formats: Readonly<Record<Name, (report: Report, rendering: Rendering) => string>>,
): Formats<Report, Rendering, Name> {
  return {
    names: Object.keys(formats) as Name[],
    render: (report, name, rendering) => formats[name](report, rendering),
  };
}
