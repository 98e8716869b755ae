/**
 * The plugin and all that it loads in one file: it starts sooner, an archive needs nothing but Node, and whichever SDK a
 * project has installed, the plugin speaks by its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { LICENCES, licencesOf } from "./licences.mjs";

/** Where it stands in `dist`, beside the schema that it answers with. */
export const BUNDLED = ["provider", "hosts", "plugin"];
export const PROGRAM = "program.cjs";

/** Bundles the compiled plugin, and writes the licences of what is in it. */
export async function bundlePlugin(root, dist) {
  const folder = join(dist, ...BUNDLED);
  const files = await bundle(dist, {
    entry: { entryPoints: [join(folder, "main.js")] },
    target: join(folder, PROGRAM),
    plugins: [transportOfSdk(root), versionAlone(root)],
  });
  writeFileSync(join(folder, LICENCES), licencesOf(files));
}

/** `grpc.ts` finds the transport at run time, beside the SDK; in a bundle it is that of the SDK of this checkout. */
function transportOfSdk(root) {
  const { resolve } = createRequire(
    createRequire(join(root, "package.json")).resolve("@pulumi/pulumi/package.json"),
  );
  return {
    name: "transport-of-sdk",
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]hosts[/\\]plugin[/\\]grpc\.js$/ }, ({ path }) => {
        const code = readFileSync(path, "utf8")
          .replace(/^const ofSdk = .*$/m, "")
          .replace(/\bofSdk\("([^"]+)"\)/g, (_, name) => `require(${JSON.stringify(resolve(name))})`);
        if (/\bofSdk\b|createRequire\)\(/.test(code)) {
          throw new Error(`${path} finds the transport in a way that the bundler does not know`);
        }
        return { contents: code, loader: "js" };
      });
    },
  };
}

/** The plugin asks its package for the version; how the package is made is no part of what a release brings. */
function versionAlone(root) {
  const ours = join(root, "package.json");
  return {
    name: "version-alone",
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]package\.json$/ }, ({ path }) => {
        if (path !== ours) return undefined;
        const { version } = JSON.parse(readFileSync(ours, "utf8"));
        return { contents: JSON.stringify({ version }), loader: "json" };
      });
    },
  };
}
