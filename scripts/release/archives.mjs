/** The plugin as `pulumi plugin install` takes it: an archive for each system, of which only the wrapper differs. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LICENCES } from "../bundle/licences.mjs";
import { BUNDLED, PROGRAM } from "../bundle/plugin.mjs";

/** The systems for which the engine asks, by its names, and the wrapper that it looks for there. */
const SYSTEMS = {
  linux: "pulumi-resource-checks",
  darwin: "pulumi-resource-checks",
  windows: "pulumi-resource-checks.cmd",
};
const PROCESSORS = ["amd64", "arm64"];
const COMMON = ["nodeVersion.cjs", PROGRAM, "schema.json", "LICENSE", LICENCES];
/** A time that is always the same lets the same sources make the same archive. */
const TIME = new Date("1985-10-26T08:15:00Z");

/** The name under which the engine asks a server for an archive. */
const archiveName = (version, system, processor) =>
  `pulumi-resource-checks-v${version}-${system}-${processor}.tar.gz`;

/**
 * Lays the plugin out in a folder as an archive holds it, for all systems at once.
 *
 * @param schema what the plugin answers when it is asked for its schema
 */
export function layOut(root, folder, schema) {
  mkdirSync(folder, { recursive: true });
  for (const name of [PROGRAM, LICENCES])
    copyFileSync(join(root, "dist", ...BUNDLED, name), join(folder, name));
  writeFileSync(join(folder, "schema.json"), JSON.stringify(schema));
  for (const name of ["nodeVersion.cjs", ...new Set(Object.values(SYSTEMS))])
    copyFileSync(join(root, "plugin", name), join(folder, name));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  // Whatever the umask of who checked the sources out, everybody may read them.
  for (const name of readdirSync(folder))
    chmodSync(join(folder, name), COMMON.includes(name) ? 0o644 : 0o755);
}

/** Makes the archives of a plugin that is laid out; those of systems with one wrapper are the same. */
export async function writeArchives(laidOut, folder, version) {
  for (const wrapper of new Set(Object.values(SYSTEMS))) {
    const names = Object.keys(SYSTEMS)
      .filter((system) => SYSTEMS[system] === wrapper)
      .flatMap((system) => PROCESSORS.map((processor) => archiveName(version, system, processor)));
    const [first, ...others] = names.map((name) => join(folder, name));
    await writeArchive(laidOut, first, [wrapper, ...COMMON]);
    for (const other of others) copyFileSync(first, other);
  }
}

/** Packs files below `cwd` so that the same files always make the same archive. */
export async function writeArchive(cwd, file, names) {
  // Not before the packages are installed.
  const { create } = await import("tar");
  await create({ cwd, file, gzip: { level: 9 }, portable: true, noPax: true, mtime: TIME }, names);
}
