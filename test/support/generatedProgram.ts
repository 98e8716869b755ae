/** What a generated program means: compiled by TypeScript, and run with a `Check` that only takes notes. */
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import type { ProgramFile } from "../../cli/adopt/program";
import * as durations from "../../sdk/durations";

const ROOT = join(__dirname, "..", "..");

/** As strict as a user's project may be. */
const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts"],
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  baseUrl: ROOT,
  paths: { "pulumi-checks": ["sdk/index.ts"] },
};

/** What the compiler has to say against the program, with the types of the library. */
export function compilerErrors(files: readonly ProgramFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [join(ROOT, "generated", path), text]));
  const host = ts.createCompilerHost(STRICT);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  const folders = new Set([...texts.keys()].map((name) => dirname(name)));
  host.directoryExists = (name) => folders.has(name) || directoryExists?.(name) === true;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], STRICT, host);
  const found = [...texts.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return [...program.getOptionsDiagnostics(), ...found].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, " "),
  );
}

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
      throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(STRICT)));
    const require = (name: string) =>
      name === "pulumi-checks" ? { Check, ...durations } : load(posix.join(posix.dirname(path), name));
    new Function("require", "exports", outputText)(require, {});
  };
  if (files.length > 0) load("index");
  return declared;
}
