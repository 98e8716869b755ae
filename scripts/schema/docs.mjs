/** The docstrings of properties, wherever in some source files they are declared. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const parsed = new Map();

const OTHER = { args: "result", result: "args" };

/**
 * Finds the docstring of a property by its name: in the first of the files that has it. With `part`, "args" or "result",
 * the first file is that of a function, whose other part does not count: the two have keys in common. `part` may be the
 * name of a function in that file, too, below which it is looked for first.
 */
export function docsOf(root, files, part) {
  const find = docsIn(root, files, part);
  return (key) => {
    const words = find(key);
    if (words === undefined) throw new Error(`${key} has no docstring in ${files.join(", ")}`);
    return words;
  };
}

/** The same, where a property may have none. */
export function docsIn(root, files, part) {
  const [own, ...others] = files;
  const places = [
    ...(part ? [declared(sourceOf(root, own), { below: part })] : []),
    declared(sourceOf(root, own), { without: OTHER[part] }),
    ...others.map((file) => declared(sourceOf(root, file))),
  ];
  return (key) => places.map((docs) => docs.get(key)).find((found) => found !== undefined);
}

/** The first paragraph of a function's docstring. */
docsOf.words = (root, file, name) => {
  let words;
  ts.forEachChild(sourceOf(root, file), (node) => {
    if (ts.isFunctionDeclaration(node) && node.name?.getText() === name) words = docOf(node, /\n\s*\n/);
  });
  if (!words) throw new Error(`${file}: ${name} has no docstring`);
  return words;
};

function declared(source, { below, without } = {}) {
  const docs = new Map();
  const visit = (node, counts) => {
    const isProperty =
      ts.isPropertyAssignment(node) || ts.isPropertySignature(node) || ts.isShorthandPropertyAssignment(node);
    const key = isProperty || ts.isFunctionDeclaration(node) ? node.name?.getText() : undefined;
    const words = counts && isProperty ? docOf(node) : undefined;
    if (words && !docs.has(key)) docs.set(key, words);
    if (key !== undefined && key === without) return;
    ts.forEachChild(node, (child) => visit(child, counts || key === below));
  };
  visit(source, below === undefined);
  return docs;
}

function sourceOf(root, file) {
  const path = join(root, file);
  if (!parsed.has(path)) {
    parsed.set(path, ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true));
  }
  return parsed.get(path);
}

function docOf(node, end) {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const all = comment && ts.getTextOfJSDocComment(comment.comment);
  const text = end ? all?.split(end)[0] : all;
  return text ? text.replace(/\s+/g, " ").trim() : undefined;
}
