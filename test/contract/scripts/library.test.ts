/** What a program loads: one file, of which each entry of the package gives its part. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { namedFiles } from "../../support/contributing";
import { inNode } from "../../support/scripts/inNode";

const ROOT = join(__dirname, "..", "..", "..");
const ENTRIES = ["", "/payments", "/kubernetes", "/policy", "/provider"].map(
  (entry) => `pulumi-checks${entry}`,
);

describe("the library in one file", () => {
  it("stands where CONTRIBUTING.md says", () => {
    const compiled = namedFiles().filter((path) => path.startsWith("dist/"));
    expect(compiled).not.toEqual([]);
    expect(compiled.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(ENTRIES)("gives an ES module by name what it gives by `require`: %s", (entry) => {
    const { imported, required } = inNode<Record<string, string[]>>(`
      const { createRequire } = await import("node:module");
      const required = Object.keys(createRequire(import.meta.url)("${entry}"));
      const imported = Object.keys(await import("${entry}")).filter((name) => name !== "default");
      return { imported, required };
    `);
    // Newer versions of Node name it among what a module exports.
    const all = (names: string[] = []) =>
      names.filter((name) => !/^(__esModule|module\.exports)$/.test(name)).sort();
    expect(all(imported)).toEqual(all(required));
    expect(all(imported)).not.toEqual([]);
  });

  it("is the same in all entries, and its classes have their names", () => {
    const { same, names, loaded } = inNode<Record<string, unknown>>(`
      const { createRequire } = await import("node:module");
      const load = createRequire(import.meta.url);
      const { payments, Check } = load("pulumi-checks");
      const own = Object.keys(load.cache).filter((file) => !file.includes("node_modules"));
      return {
        loaded: own.map((file) => file.split(/[\\\\/]dist[\\\\/]/)[1]),
        same: Object.entries(load("pulumi-checks/payments")).every(([name, value]) => payments[name] === value),
        names: [Check, payments.Refund, payments.RefundError].map(({ name }) => name),
      };
    `);
    expect({ same, names }).toEqual({ same: true, names: ["Check", "Refund", "RefundError"] });
    expect(loaded).toEqual(["sdk/index.js", "sdk/program/library.js"]);
  });

  it("loads what only some programs need when they ask for it, and has zod in it", () => {
    const unneeded = /node_modules.(axios|zod|@pulumi.(kubernetes|policy))./;
    const loaded = inNode<string[]>(`
      const { createRequire } = await import("node:module");
      const load = createRequire(import.meta.url);
      load("pulumi-checks");
      return Object.keys(load.cache);
    `);
    expect(loaded.filter((file) => unneeded.test(file))).toEqual([]);
  });

  it("can be bundled with a program where the packages that only some programs need are not installed", () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      dependencies: object;
    };
    const project = mkdtempSync(join(tmpdir(), "bundled-program-"));
    try {
      symlinkSync(join(ROOT, "dist"), join(project, "dist"), "junction");
      const problems = inNode<string[]>(`
        const { build } = await import("esbuild");
        const { errors, warnings } = await build({
          stdin: { contents: 'require("./dist/sdk/index.js")', resolveDir: ${JSON.stringify(project)} },
          external: ${JSON.stringify([...Object.keys(dependencies), "@pulumi/pulumi", "pulumi-checks"])},
          bundle: true, platform: "node", preserveSymlinks: true, write: false, logLevel: "silent",
        }).catch((error) => error);
        return [...errors, ...warnings].map(({ text }) => text);
      `);
      expect(problems).toEqual([]);
    } finally {
      rmSync(project, { recursive: true });
    }
  });

  it("can be bundled into an ES module, which has no folder of its own", () => {
    const loaded = inNode<string[]>(`
      const { build } = await import("esbuild");
      const { outputFiles } = await build({
        stdin: { contents: 'export { Check, payments } from "pulumi-checks"', resolveDir: ${JSON.stringify(ROOT)} },
        // As the project of such a program is set up: what is left to \`require\` is installed there.
        banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(pathToFileURL(`${ROOT}/`))});' },
        bundle: true, platform: "node", format: "esm", packages: "external", write: false, logLevel: "silent",
        plugins: [{ name: "own", setup: ({ onResolve }) => onResolve({ filter: /^pulumi-checks$/ }, () => ({ path: ${JSON.stringify(join(ROOT, "dist", "sdk", "index.js"))} })) }],
      });
      const code = Buffer.from(outputFiles[0].contents).toString("base64");
      return Object.keys(await import("data:text/javascript;base64," + code));
    `);
    expect(loaded).toEqual(["Check", "payments"]);
  });

  it("has each text on one line, because Rollup indents what it bundles", () => {
    const code = readFileSync(join(ROOT, "dist", "sdk", "program", "library.js"), "utf8");
    // An even number of backslashes at the end of a line is a text with backslashes in it.
    expect(/(?<!\\)(\\\\)*\\$/m.exec(code)).toBeNull();
  });

  it("brings the licence of the package that is in it", () => {
    const text = readFileSync(join(ROOT, "dist", "sdk", "program", "THIRD-PARTY-LICENCES.txt"), "utf8");
    expect(text.match(/^\S+ \d+\.\d+\.\d+ \(\S+\)$/gm)?.map((line) => line.split(" ")[0])).toEqual(["zod"]);
    expect(text).toContain("Permission is hereby granted");
  });

  it("leaves no second copy of the SDK in the package", () => {
    const files = readdirSync(join(ROOT, "dist", "sdk"), { recursive: true, encoding: "utf8" });
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      exports: Record<string, string | { default: string }>;
    };
    const entries = Object.values(exports).flatMap((target) =>
      typeof target === "string" ? [] : [target.default],
    );
    const expected = entries.filter((file) => file.startsWith("./dist/sdk/")).map((file) => file.slice(11));
    const code = files.filter((file) => file.endsWith(".js")).map((file) => file.replaceAll("\\", "/"));
    expect(code.sort()).toEqual([...expected, "program/library.js"].sort());
  });
});
