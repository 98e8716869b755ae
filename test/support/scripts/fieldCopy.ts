/** A copy of the sources to which a field of a check is added, as CONTRIBUTING.md lists it, compiled. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listedFiles } from "../contributing";
import { copySources, insert, type SourceCopy } from "./sourceCopy";

const START = "export const checkFields = {\n";
const FIELD = `
  /** Colour of the check on a wall of screens. At most 20 characters. */
  colour: text(20).default("grey").register(fieldMeta, { wire: "wall_colour", managed: "always" }),
`;

/** Makes the copy; `program` is compiled along, in the folder of the SDK; types are looked at for it only. */
export function copyWithField(program?: string): SourceCopy {
  const files = listedFiles("Add a field");
  expect(files).toHaveLength(1);
  const change = (folder: string) => {
    for (const file of files) insert(folder, file, START, FIELD);
    if (program !== undefined) writeFileSync(join(folder, "sdk", "program.ts"), program);
  };
  return copySources(["schedule", "provider", "sdk"], change, { areTypesChecked: program !== undefined });
}
