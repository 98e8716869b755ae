/**
 * What programs, dynamic providers and the command line load, in one file: importing it takes some 60 % of the time that
 * its two hundred files did. Each of them evaluates its own modules in it only.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { specifierOf } from "../setup/slashes.mjs";
import { filesBelow } from "../setup/stamp.mjs";
import { bundle } from "./bundle.mjs";

/**
 * Where it stands in `dist`: among the files of the SDK that look for their package from where they are themselves, as
 * many folders deep.
 */
const LIBRARY = ["sdk", "program", "library.js"];

/** The emulator is a program of its own, which most users never load. */
const APART = ["./emulator"];

/** Bundles what the package's `exports` and its command name, and lets each of these files give its part of it. */
export async function bundleLibrary(root, dist) {
  const { exports, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const inDist = (file) => join(dist, file.replace(/^\.\/dist\//, ""));
  const entries = Object.entries(exports)
    .filter(([name, target]) => typeof target === "object" && !APART.includes(name))
    .map(([name, target]) => ({ name, file: inDist(target.default) }));
  const commands = Object.entries(bin).map(([name, file]) => ({ name, file: inDist(file) }));
  const library = join(dist, ...LIBRARY);
  const names = entries.map(({ file }) => namesIn(file));
  await bundle(dist, {
    entry: { stdin: { contents: partsOf(library, [...entries, ...commands]), resolveDir: dirname(library) } },
    target: library,
    plugins: [packagesApart, emulatorApart(dist, library)],
  });
  // A second copy of the SDK would not know the resources of the first. The schema and the reference are made of the
  // files of the provider; the package has them only in here.
  for (const file of filesBelow([join(dist, "sdk")], ".js")) if (file !== library) rmSync(file);
  rmSync(join(dist, "cli"), { recursive: true });
  for (const [index, { name, file }] of entries.entries())
    write(file, moduleOf(specifierOf(file, library), name, names[index]));
  for (const { name, file } of commands) write(file, commandOf(specifierOf(file, library), name));
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

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The file of an entry. Its last line is not run: Node reads in it what an ES module can import by name. */
function moduleOf(library, name, names) {
  return `"use strict";
module.exports = require(${JSON.stringify(library)})[${JSON.stringify(name)}];
0 && (module.exports = { ${names.join(", ")} });
`;
}

/** The file of a command. */
function commandOf(library, name) {
  return `#!/usr/bin/env node
"use strict";
void require(${JSON.stringify(library)})[${JSON.stringify(name)}].main();
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

/** The emulator stays where it is; only its own command loads it. */
const emulatorApart = (dist, library) => ({
  name: "emulator-apart",
  setup({ onResolve }) {
    onResolve({ filter: /[/]emulator[/]/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      const isOfEmulator = file.startsWith(join(dist, "emulator", sep));
      return isOfEmulator ? { path: specifierOf(library, file), external: true } : undefined;
    });
  },
});
