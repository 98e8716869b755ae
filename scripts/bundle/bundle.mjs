/** What is compiled, joined into one file for Node. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../process/problem.mjs";

/** A fault prints the line that it happened in: lines must not be the whole program. */
const LONGEST_LINE = 160;

/** Writes `entry` and all that it loads to `target`; gives the files that are in it, as full paths. */
export async function bundle(dist, { entry, target, plugins }) {
  // Not before the packages are installed.
  const { build } = await import("esbuild");
  const { metafile, warnings } = await build({
    // The bundle tells files by their way from here, and is the same wherever it is made.
    absWorkingDir: dist,
    ...entry,
    outfile: target,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Names stay: they are in messages and stacks.
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: LONGEST_LINE,
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [...plugins, languagesOfZod],
  });
  if (warnings.length > 0) {
    const [{ text, location }] = warnings;
    throw new Problem(
      `The bundle would not be whole: ${text} (${location?.file}:${location?.line})`,
      "Load that module in a way that a bundler can follow, or teach scripts/bundle.",
    );
  }
  writeFileSync(target, withTextsWhole(readFileSync(target, "utf8")));
  return Object.keys(metafile.inputs).map((input) => join(dist, input));
}

/** zod evaluates its messages in each of sixty languages to be able to name them; it speaks English without them. */
const languagesOfZod = {
  name: "languages-of-zod",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.c?js$/ }, () => ({ contents: "" }));
  },
};

/**
 * The limit also breaks lines within texts, with a backslash at their end. Rollup indents the modules that it takes along, and
 * each of these texts then has a tab in it.
 */
function withTextsWhole(code) {
  return code.replace(/(?<!\\)((?:\\\\)*)\\\n/g, "$1");
}
