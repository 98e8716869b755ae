/**
 * What a program loads of the library in one file: importing it takes some 60 % of the time that its two hundred files
 * do. The command line and the emulator load their files one by one, each command its own.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { specifierOf } from "../setup/slashes.mjs";
import { filesBelow } from "../setup/stamp.mjs";
import { bundle } from "./bundle.mjs";

/**
 * Where it stands in `dist`: among the files of the SDK that look for their package from where they are themselves, as
 * many folders deep.
 */
const LIBRARY = ["sdk", "program", "library.js"];

/** The emulator is a program of its own. */
const APART = ["./emulator"];

/** Bundles what the package's `exports` name, and lets each of these files give its part of it. */
export async function bundleLibrary(root, dist) {
  const entries = entriesOf(root, dist);
  const library = join(dist, ...LIBRARY);
  const names = entries.map((entry) => namesIn(entry.file));
  await bundle(dist, {
    entry: { stdin: { contents: partsOf(library, entries), resolveDir: dirname(library) } },
    target: library,
    plugins: [packagesApart],
  });
  // They are in the bundle; a second copy of the SDK would not know the resources of the first.
  for (const file of filesBelow([join(dist, "sdk")], ".js")) if (file !== library) rmSync(file);
  for (const [index, { name, file }] of entries.entries()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, part(specifierOf(file, library), name, names[index]));
  }
}

/** `{ name: "./payments", file: "…/dist/sdk/payments/index.js" }` … */
function entriesOf(root, dist) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([name, target]) => typeof target === "object" && !APART.includes(name))
    .map(([name, target]) => ({ name, file: join(dist, target.default.replace(/^\.\/dist\//, "")) }));
}

/** A module with a property for each entry, which loads what that needs, and only that, when it is asked for. */
function partsOf(library, entries) {
  const getters = entries.map(({ name, file }) => {
    const specifier = JSON.stringify(specifierOf(library, file));
    return `get ${JSON.stringify(name)}() { return require(${specifier}); }`;
  });
  return `module.exports = { ${getters.join(", ")} };`;
}

function namesIn(file) {
  return Object.keys(createRequire(file)(file)).filter((name) => name !== "__esModule");
}

/** The file of an entry. Its last line is not run: Node reads in it what an ES module can import by name. */
function part(library, name, names) {
  return `"use strict";
module.exports = require(${JSON.stringify(library)})[${JSON.stringify(name)}];
0 && (module.exports = { ${names.join(", ")} });
`;
}

/** Packages, and this one by its own name, are found where they are installed. */
const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path, external: true },
    );
  },
};
