/** Which file of the product imports which, types and re-exports included. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { slashed } from "../setup/slashes.mjs";
import { filesBelow } from "../setup/stamp.mjs";
import { FOLDERS, roomOf } from "./layers.mjs";

/** The files of the product, in order; all paths are relative to the checkout. */
export function productFiles(root) {
  const folders = FOLDERS.map((folder) => join(root, folder));
  return filesBelow(folders, ".ts")
    .map((file) => slashed(relative(root, file)))
    .sort();
}

/** The files that each file imports. */
export function fileImports(root) {
  const files = productFiles(root);
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const own = imported(join(root, file)).filter((specifier) => specifier.startsWith("."));
      return [file, [...new Set(own.map((specifier) => target(file, specifier, known)))]];
    }),
  );
}

/** How many imports go from each room to each other one. */
export function roomImports(files) {
  const rooms = new Map([...files.keys()].map((file) => [roomOf(file), new Map()]));
  for (const [file, targets] of files) {
    const uses = rooms.get(roomOf(file));
    for (const room of targets.map(roomOf))
      if (room !== roomOf(file)) uses.set(room, (uses.get(room) ?? 0) + 1);
  }
  return rooms;
}

/** The first cycle that a walk meets, as the files on it; undefined when there is none. */
export function cycleIn(graph) {
  const done = new Set();
  const path = [];
  const walk = (node) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    path.push(node);
    for (const next of graph.get(node)) {
      const cycle = walk(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Everything that a file names in `import`, `export … from`, `import()` and the types of the latter. */
function imported(file) {
  const found = [];
  const visit = (node) => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && node.argument.literal;
    if (named && ts.isStringLiteral(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

function target(file, specifier, known) {
  const path = slashed(join(dirname(file), specifier));
  const found = [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => known.has(candidate));
  if (!found) throw new Error(`${file} imports ${specifier}, which is no file of the product.`);
  return found;
}
