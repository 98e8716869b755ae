/**
 * The plugin and all that it loads in one file: it starts sooner, an archive needs nothing but Node, and whichever SDK a
 * project has installed, the plugin speaks by its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Problem } from "../process/problem.mjs";
import { licencesOf } from "./licences.mjs";

/** Where it stands in `dist`, beside the schema that it answers with. */
export const BUNDLED = ["provider", "hosts", "plugin"];
export const PROGRAM = "program.cjs";
export const LICENCES = "THIRD-PARTY-LICENCES.txt";
/** A fault prints the line that it happened in: lines must not be the whole program. */
const LONGEST_LINE = 160;

/** Bundles the compiled plugin, and writes the licences of what is in it. */
export async function bundlePlugin(root, dist) {
  const files = await bundle(root, dist);
  writeFileSync(join(dist, ...BUNDLED, LICENCES), licencesOf(files));
}

/** Gives the files that are in the bundle, as full paths. */
async function bundle(root, dist) {
  // Not before the packages are installed.
  const { build } = await import("esbuild");
  const { metafile, warnings } = await build({
    // The bundle tells files by their way from here, and is the same wherever it is made.
    absWorkingDir: dist,
    entryPoints: [join(dist, ...BUNDLED, "main.js")],
    outfile: join(dist, ...BUNDLED, PROGRAM),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Names stay: they are in messages and stacks.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: LONGEST_LINE,
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [transportOfSdk(root)],
  });
  if (warnings.length > 0) {
    const [{ text, location }] = warnings;
    throw new Problem(
      `The bundle would not be whole: ${text} (${location?.file}:${location?.line})`,
      "Load that module in a way that a bundler can follow, or teach scripts/plugin/bundle.mjs.",
    );
  }
  return Object.keys(metafile.inputs).map((input) => join(dist, input));
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
