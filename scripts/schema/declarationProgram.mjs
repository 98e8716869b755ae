/** What both scripts share that change the compiled library's declarations. */
import { join } from "node:path";
import ts from "typescript";
import { slashed, specifierOf } from "../setup/slashes.mjs";

/** Reads declarations as the compiler that wrote them does. */
export function declarationProgram(root, files) {
  return ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
  });
}

/** A text of the compiler with its imports of files of `dist` as seen from the file that it is for. */
export function localImports(dist, source, text) {
  const folder = slashed(dist);
  return text.replace(/import\("([^"]+)"\)/g, (whole, path) => {
    if (!path.startsWith(`${folder}/`)) return whole;
    return `import("${specifierOf(source.fileName, path)}")`;
  });
}

/** Without the imported names that nothing in the text needs. */
export function withoutUnused(text) {
  const rest = text.replace(/^import .*$|\/\*[\s\S]*?\*\//gm, "");
  const isUsed = (name) => new RegExp(`\\b${name.split(" ").at(-1)}\\b`).test(rest);
  return text.replace(
    /^import (type )?(?:\{ ([^}]+) \}|\* as (\w+)) from ("[^"]+";)\n/gm,
    (whole, type = "", names, namespace, from) => {
      if (namespace !== undefined) return isUsed(namespace) ? whole : "";
      const used = names.split(", ").filter(isUsed);
      return used.length === 0 ? "" : `import ${type}{ ${used.join(", ")} } from ${from}\n`;
    },
  );
}
