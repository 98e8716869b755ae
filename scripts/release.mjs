/**
 * `npm run release [-- --out FOLDER] [--download-url URL] [--tag vVERSION] [--without-sdks]`: makes every file of a release,
 * by default in dist/release. With a tag it refuses what is not ready to be released.
 */
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { command, ROOT } from "./process/command.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { setUp } from "./setup/setup.mjs";

await command(async () => {
  const options = optionsOf(process.argv.slice(2));
  const { out, "download-url": downloadUrl, tag, "without-sdks": without } = options;
  await setUp(ROOT);
  // Not before the packages are installed: it reads sources with the TypeScript compiler.
  const { makeRelease } = await import("./release/make.mjs");
  const target = out ? resolve(out) : join(ROOT, "dist", "release");
  await makeRelease(ROOT, target, { downloadUrl, tag, sdks: !without });
  say(`Release: ${relative(process.cwd(), target)}`);
});

function optionsOf(args) {
  const text = { type: "string" };
  const options = { out: text, "download-url": text, tag: text, "without-sdks": { type: "boolean" } };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Problem(
      error.message,
      "usage: npm run release -- [--out FOLDER] [--download-url URL] [--tag TAG] [--without-sdks]",
    );
  }
}
