/** The docstrings of a declaration's properties, read from its source by the TypeScript compiler. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** `{ property: docstring on one line }` of `export const <name> = { … }` in a source file. */
export function docstringsOf(root, file, name) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const declared = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) {
      for (const property of objectIn(node.initializer).properties)
        declared.set(property.name.getText(), doc(property));
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  if (declared.size === 0) throw new Error(`${file} declares no ${name}`);
  return declared;
}

/** Below `as const` and the like. */
function objectIn(expression) {
  return ts.isObjectLiteralExpression(expression) ? expression : objectIn(expression.expression);
}

function doc(property) {
  const [comment] = ts.getJSDocCommentsAndTags(property);
  const text = comment && ts.getTextOfJSDocComment(comment.comment);
  if (!text) throw new Error(`${property.name.getText()} has no docstring`);
  return text.replace(/\s+/g, " ").trim();
}
