/**
 * The declarations of the compiled library, without what no program can name: who checks types, also without
 * `skipLibCheck`, then reads neither the insides of this package nor the libraries that those use.
 */
import { rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { entriesIn } from "../setup/entries.mjs";
import { slashed } from "../setup/slashes.mjs";
import { filesBelow } from "../setup/stamp.mjs";
import { declarationProgram, localImports, withoutUnused } from "./declarationProgram.mjs";

/** Types that are worked out of values, which are nobody's business: they are written as what comes out. */
const WORKED_OUT = /\bz\.|\btypeof\b/;

const PRINTER = ts.createPrinter({ removeComments: true });

/** Leaves what the entries of the package export, and what that is made of. */
export function keepPublic(root, dist) {
  const roots = entriesIn(root, dist).map(({ types }) => slashed(types));
  const reach = new Reach(declarationProgram(root, roots), slashed(dist));
  for (const file of roots) reach.keepExports(reach.program.getSourceFile(file));
  for (const file of filesBelow([dist], ".d.ts")) {
    const text = reach.textOf(slashed(file));
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
}

/** What is reached, statement by statement. */
class Reach {
  constructor(program, dist) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.dist = dist;
    /** The statements of files that are kept, with other words for some. */
    this.kept = new Map();
    this.seen = new Set();
  }

  /** All that a module exports. */
  keepExports(source) {
    for (const symbol of this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(source)))
      this.keep(symbol);
    for (const statement of source.statements)
      if (ts.isExportDeclaration(statement)) this.keepStatement(source, statement);
  }

  /** A name, with what it stands for. */
  keep(symbol) {
    if (symbol === undefined || this.seen.has(symbol)) return;
    this.seen.add(symbol);
    for (const declaration of symbol.declarations ?? []) {
      const source = declaration.getSourceFile();
      if (!source.fileName.startsWith(`${this.dist}/`)) continue;
      if (ts.isNamespaceExport(declaration)) this.keepExports(this.moduleOf(declaration.parent));
      const statement = ts.findAncestor(declaration, ({ parent }) => parent === source);
      if (statement !== undefined) this.keepStatement(source, statement);
    }
    if (symbol.flags & ts.SymbolFlags.Alias) this.keep(this.checker.getImmediateAliasedSymbol(symbol));
  }

  keepStatement(source, statement) {
    const statements = this.kept.get(source.fileName) ?? new Map();
    this.kept.set(source.fileName, statements);
    // Imports are kept as far as what is kept needs them.
    if (statements.has(statement) || ts.isImportDeclaration(statement)) return;
    const words = this.plainWords(source, statement);
    statements.set(statement, words);
    if (words === undefined) this.keepNamesIn(statement);
    else this.keepNamesOf(source, words);
    if (ts.isExportDeclaration(statement) && !statement.exportClause)
      this.keepExports(this.moduleOf(statement));
  }

  /** Of a type that is worked out: what comes out. */
  plainWords(source, statement) {
    const isPlainAlias = ts.isTypeAliasDeclaration(statement) && !statement.typeParameters;
    if (!isPlainAlias || !WORKED_OUT.test(statement.type.getText(source))) return undefined;
    const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.NodeBuilderFlags;
    const type = this.checker.getTypeAtLocation(statement.name);
    const node = this.checker.typeToTypeNode(
      type,
      statement,
      NoTruncation | InTypeAlias | MultilineObjectLiterals,
    );
    const text = PRINTER.printNode(ts.EmitHint.Unspecified, node, source);
    const before = source.text.slice(statement.getFullStart(), statement.type.getFullStart());
    return `${before} ${localImports(this.dist, source, text)};`;
  }

  keepNamesIn(node) {
    // Of a list of exports only those that somebody needs.
    if (ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node)) this.keep(this.checker.getSymbolAtLocation(node));
    ts.forEachChild(node, (child) => this.keepNamesIn(child));
  }

  /** The names in words that no source has. */
  keepNamesOf(source, words) {
    for (const [, path, name] of words.matchAll(/\bimport\("([^"]+)"\)\.(\w+)/g)) {
      const other = this.program.getSourceFile(`${posix.join(source.fileName, "..", path)}.d.ts`);
      const module = other && this.checker.getSymbolAtLocation(other);
      this.keep(module?.exports?.get(name));
    }
    for (const [name] of words.replace(/\bimport\("[^"]+"\)\.\w+/g, "").matchAll(/\b[A-Z]\w*/g))
      this.keep(this.checker.resolveName(name, source, ts.SymbolFlags.Type, false));
  }

  /** A statement; of a list of exports those that are needed. */
  neededText(source, statement) {
    const text = statement.getFullText(source);
    const { exportClause } = statement;
    if (!ts.isExportDeclaration(statement) || !exportClause || !ts.isNamedExports(exportClause)) return text;
    const needed = exportClause.elements.filter(({ name }) =>
      this.seen.has(this.checker.getSymbolAtLocation(name)),
    );
    return text.replace(/\{[^}]*\}/, `{ ${needed.map((one) => one.getText(source)).join(", ")} }`);
  }

  moduleOf({ moduleSpecifier }) {
    return this.checker.getSymbolAtLocation(moduleSpecifier)?.valueDeclaration;
  }

  /** A file without what is not reached; undefined if nothing of it is. */
  textOf(file) {
    const statements = this.kept.get(file);
    if (statements === undefined) return undefined;
    const source = this.program.getSourceFile(file);
    const parts = source.statements
      .filter((statement) => statements.has(statement) || ts.isImportDeclaration(statement))
      .map((statement) => statements.get(statement) ?? this.neededText(source, statement));
    return withoutUnused(`${parts.join("").trim()}\n`);
  }
}
