/** The plugin and all that it loads in one file, so that an archive needs nothing but Node. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Problem } from "../process/problem.mjs";

const MAIN = ["provider", "hosts", "plugin", "main.js"];
/** A fault prints the line that it happened in: lines must not be the whole program. */
const LONGEST_LINE = 160;

/**
 * Bundles the compiled plugin into `file`.
 *
 * @returns the files that are in it, as full paths
 */
export async function bundle(root, dist, file) {
  // Not before the packages are installed.
  const { build } = await import("esbuild");
  const { metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [join(dist, ...MAIN)],
    outfile: file,
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
      "Load that module in a way that a bundler can follow, or teach scripts/release/bundle.mjs.",
    );
  }
  return Object.keys(metafile.inputs).map((input) => join(root, input));
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
