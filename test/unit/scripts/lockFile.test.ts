/** What `npm ci` needs of the lock file, here and on every other system that somebody may develop on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const ROOT = join(__dirname, "..", "..", "..");
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8")) as unknown;
const { packages } = read("package-lock.json") as { packages: Record<string, Entry & Manifest> };

const PLATFORMS = ["linux", "darwin", "win32"].flatMap((os) => ["x64", "arm64"].map((cpu) => ({ os, cpu })));

/** The entry that a package finds under a name: its own, or that of a folder above. */
function found(place: string, name: string): Entry | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const entry = packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (entry || folder === "") return entry;
  }
}

/** The optional packages of a package; undefined where the lock file lacks one. */
function optionalOf(place: string): [name: string, Entry | undefined][] {
  return Object.keys(packages[place]?.optionalDependencies ?? {}).map((name) => [name, found(place, name)]);
}

/** Packages that have a part of their own for each system, as compilers to machine code do. */
const perSystem = Object.keys(packages).filter((place) => optionalOf(place).some(([, entry]) => entry?.os));

describe("the lock file", () => {
  it("has every optional package, without which `npm ci` refuses it", () => {
    const missing = Object.keys(packages).flatMap((place) =>
      optionalOf(place).flatMap(([name, entry]) => (entry ? [] : [`${name} of ${place}`])),
    );
    expect(missing).toEqual([]);
  });

  it("is looked at where it matters", () => {
    expect(perSystem).toEqual(
      expect.arrayContaining(["node_modules/@biomejs/biome", "node_modules/@swc/core"]),
    );
  });

  it.each(PLATFORMS)("has what $os on $cpu needs", ({ os, cpu }) => {
    const fits = (entry: Entry | undefined) =>
      entry?.os?.includes(os) && entry.cpu?.includes(cpu) && (!entry.libc || entry.libc.includes("glibc"));
    const lacking = perSystem.filter((place) => !optionalOf(place).some(([, entry]) => fits(entry)));
    expect(lacking).toEqual([]);
  });

  it("says what each package is, and names no registry", () => {
    const odd = Object.entries(packages).filter(
      ([place, { version, integrity, resolved, link }]) =>
        place !== "" && !link && (!version || !integrity || resolved !== undefined),
    );
    expect(odd).toEqual([]);
  });

  it("asks for the same as package.json", () => {
    const kinds = ({ dependencies, devDependencies, peerDependencies }: Manifest) => ({
      dependencies,
      devDependencies,
      peerDependencies,
    });
    expect(kinds(packages[""] ?? {})).toEqual(kinds(read("package.json") as Manifest));
  });
});
