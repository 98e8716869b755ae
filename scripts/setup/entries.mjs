/** The entries of the package, as its `exports` name them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the package.json says of them: `{ name: "./payments", code: "…/dist/sdk/payments/index.js", types: "….d.ts" }` … */
export function entriesIn(root, dist) {
  const { exports } = packageIn(root);
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string"
      ? []
      : { name, code: placeIn(dist, target.default), types: placeIn(dist, target.types) },
  );
}

/** The commands: `{ name: "pulumi-checks", code: "…/dist/cli/main.js" }`. */
export function commandsIn(root, dist) {
  return Object.entries(packageIn(root).bin).map(([name, file]) => ({ name, code: placeIn(dist, file) }));
}

/** The packages that only some programs need, which a project may do without. */
export function optionalPackagesIn(root) {
  const { peerDependenciesMeta } = packageIn(root);
  return Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name].optional);
}

const packageIn = (root) => JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const placeIn = (dist, file) => join(dist, file.replace(/^\.\/dist\//, ""));
