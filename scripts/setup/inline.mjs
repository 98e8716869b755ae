import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { specifierOf } from "./slashes.mjs";
import { filesBelow } from "./stamp.mjs";

/** What only the emulator needs: it comes with the package, so that a deployment does not install it. */
const LIBRARIES = ["hono", "@hono/node-server"];
const REQUIRE = /\brequire\("([^"]+)"\)/g;

/**
 * Copies the files of the libraries that the compiled emulator loads to `emulator/libraries`, with their licences, and
 * lets it load them from there.
 */
export function inlineLibraries(root, dist) {
  const place = join(dist, "emulator", "libraries");
  const folders = LIBRARIES.map((name) => [name, realpathSync(join(root, "node_modules", name))]);
  const copied = new Set();

  /** Where the copy of a library's file is; makes it, and those of all that it loads. */
  function copyOf(source) {
    const [library, folder] = folders.find(([, one]) => source.startsWith(one + sep)) ?? [];
    if (folder === undefined) throw new Error(`${source} is of no library that is inlined`);
    const target = join(place, library, relative(folder, source));
    if (!copied.has(source)) {
      copied.add(source);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(folder, "LICENSE"), join(place, library, "LICENSE"));
      writeFileSync(target, redirected(source, target));
    }
    return target;
  }

  /** The code of a file that is to stand at `target`, loading copies. */
  function redirected(source, target) {
    const ours = source.startsWith(dist + sep);
    const { resolve } = createRequire(ours ? join(root, "package.json") : source);
    return readFileSync(source, "utf8").replace(REQUIRE, (whole, name) => {
      const ofLibrary = LIBRARIES.some((library) => name === library || name.startsWith(`${library}/`));
      const within = name.startsWith(".") && !ours;
      if (!ofLibrary && !within) return whole;
      return `require(${JSON.stringify(specifierOf(target, copyOf(resolve(name))))})`;
    });
  }

  for (const file of filesBelow([join(dist, "emulator")], ".js")) writeFileSync(file, redirected(file, file));
}
