/**
 * What programs, dynamic providers and the command line load, in one file: importing it takes some 60 % of the time that
 * its two hundred files did. Each of them evaluates its own modules in it only. zod is in it, whose ninety files took a
 * sixth of the rest.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { commandsIn, entriesIn, optionalPackagesIn } from "../setup/entries.mjs";
import { specifierOf } from "../setup/slashes.mjs";
import { filesBelow } from "../setup/stamp.mjs";
import { bundle } from "./bundle.mjs";
import { LICENCES, licencesOf } from "./licences.mjs";

/**
 * Where it stands in `dist`: among the files of the SDK that look for their package from where they are themselves, as
 * many folders deep.
 */
const LIBRARY = ["sdk", "program", "library.js"];

/** The packages that every program loads, and whose files are many. */
const ALONG = ["zod"];

/** The emulator is a program of its own, which most users never load. */
const APART = ["./emulator"];

/** Bundles what the package's `exports` and its command name, and lets each of these files give its part of it. */
export async function bundleLibrary(root, dist) {
  const entries = entriesIn(root, dist)
    .filter(({ name }) => !APART.includes(name))
    .map(({ name, code }) => ({ name, code, gives: namesIn(code) }));
  const commands = commandsIn(root, dist);
  const library = join(dist, ...LIBRARY);
  const files = await bundle(dist, {
    entry: { stdin: { contents: partsOf(library, [...entries, ...commands]), resolveDir: dirname(library) } },
    target: library,
    plugins: [optionalApart(optionalPackagesIn(root)), packagesApart, emulatorApart(dist, library)],
  });
  writeFileSync(join(dirname(library), LICENCES), licencesOf(files));
  // A second copy of the SDK would not know the resources of the first. The schema and the reference are made of the
  // files of the provider; the package has them only in here.
  for (const file of filesBelow([join(dist, "sdk")], ".js")) if (file !== library) rmSync(file);
  rmSync(join(dist, "cli"), { recursive: true });
  for (const { name, code, gives } of entries)
    writeFileSync(code, moduleOf(specifierOf(code, library), name, gives));
  for (const { name, code } of commands) {
    mkdirSync(dirname(code), { recursive: true });
    writeFileSync(code, commandOf(specifierOf(code, library), name));
  }
}

/** A module with a property for each entry, which loads what that needs, and only that, when it is asked for. */
function partsOf(library, entries) {
  const getters = entries.map(({ name, code }) => {
    const specifier = JSON.stringify(specifierOf(library, code));
    return `get ${JSON.stringify(name)}() { return require(${specifier}); }`;
  });
  return `module.exports = { ${getters.join(", ")} };`;
}

function namesIn(file) {
  return Object.keys(createRequire(file)(file)).filter((name) => name !== "__esModule");
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

/** Who bundles a program takes this package along whole. What is asked for within `try`, bundlers may leave out. */
const optionalApart = (packages) => ({
  name: "optional-apart",
  setup({ onResolve, onLoad }) {
    const namespace = "optional-apart";
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const isOptional = packages.some((name) => path === name || path.startsWith(`${name}/`));
      return isOptional && importer !== path ? { path, namespace } : undefined;
    });
    onLoad({ filter: /^/, namespace }, ({ path }) => ({
      contents: `try { module.exports = require(${JSON.stringify(path)}); } catch (error) { throw error; }`,
    }));
  },
});

/** Other packages, and this one by its own name, are found where they are installed. */
const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || ALONG.includes(path) ? undefined : { path, external: true },
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
