/** What the engine's language host runs of a program in TypeScript. Who uses it has the types checked elsewhere, once. */
import ts from "typescript";
import { TEMPLATE_OPTIONS } from "./readme";

/** A program as JavaScript, by the settings of Pulumi's own template. */
export function compiled(program: string): string {
  const { options } = ts.convertCompilerOptionsFromJson(TEMPLATE_OPTIONS, ".");
  return ts.transpileModule(program, { compilerOptions: options }).outputText;
}
