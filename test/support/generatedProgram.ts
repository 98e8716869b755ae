/** What a generated program means: run with a `Check` that only takes notes. */
import { posix } from "node:path";
import ts from "typescript";
import type { ProgramFile } from "../../cli/adopt/program";
import * as durations from "../../sdk/durations";

/** The checks that the program declares, by the names of their resources, in order. */
export function declaredBy(files: readonly ProgramFile[]): [string, Record<string, unknown>][] {
  const declared: [string, Record<string, unknown>][] = [];
  class Check {
    constructor(name: string, args: Record<string, unknown>) {
      declared.push([name, args]);
    }
  }
  const load = (path: string): void => {
    const file = files.find((candidate) => candidate.path === `${path}.ts`);
    if (!file) throw new Error(`the program imports ${path}, which is not part of it`);
    const { outputText, diagnostics } = ts.transpileModule(file.text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
      reportDiagnostics: true,
    });
    if (diagnostics?.length)
      throw new Error(
        diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")).join("; "),
      );
    const require = (name: string) =>
      name === "pulumi-checks" ? { Check, ...durations } : load(posix.join(posix.dirname(path), name));
    new Function("require", "exports", outputText)(require, {});
  };
  if (files.length > 0) load("index");
  return declared;
}
