/** The docstrings of a declaration's properties, read from its source by the TypeScript compiler. */
import { readdirSync, readFileSync } from "node:fs";
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
        for (const [key, words] of docs(root, property)) declared.set(key, words);
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  if (declared.size === 0) throw new Error(`${file} declares no ${name}`);
  return declared;
}

/** The one source file of the provider that exports this constant. */
export function fileThatDeclares(root, name) {
  const files = readdirSync(join(root, "provider"), { recursive: true }).filter((file) =>
    file.endsWith(".ts"),
  );
  const found = files
    .map((file) => join("provider", file))
    .filter((file) => readFileSync(join(root, file), "utf8").includes(`export const ${name} = `));
  if (found.length === 1) return found[0];
  throw new Error(`${found.length} files of provider/ declare ${name}: ${found.join(", ")}`);
}

/** Of a property, or of those that are spread from another declaration. */
function docs(root, property) {
  if (!ts.isSpreadAssignment(property)) return [[property.name.getText(), doc(property)]];
  const name = property.expression.getText();
  return docstringsOf(root, fileThatDeclares(root, name), name);
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
