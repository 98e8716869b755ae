/** What the engine's language host runs of a program in TypeScript. Who uses it has the types checked elsewhere, once. */
import ts from "typescript";

/** A program as JavaScript, with the target of Pulumi's own template unless others are given. */
export function compiled(
  program: string,
  options: object = { target: "es2020", module: "commonjs" },
): string {
  const { options: compilerOptions } = ts.convertCompilerOptionsFromJson(options, ".");
  return ts.transpileModule(program, { compilerOptions }).outputText;
}
