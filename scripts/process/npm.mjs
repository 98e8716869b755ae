import { win32 } from "node:path";
import { run } from "./child.mjs";

/** Runs npm, as `run` does a program. */
export function runNpm(args, options) {
  const [program, ...first] = npmCommand();
  return run(program, [...first, ...args], options);
}

/**
 * What starts npm. On Windows it is a batch file, which Node itself refuses to run, so what that file starts is
 * started: the npm that runs this process, else the one that was installed with Node.
 */
export function npmCommand(
  platform = process.platform,
  { npm_execpath: own = "" } = process.env,
  node = process.execPath,
) {
  if (platform !== "win32") return ["npm"];
  if (/[\\/]npm-cli\.js$/.test(own)) return [node, own];
  return [node, win32.join(win32.dirname(node), "node_modules", "npm", "bin", "npm-cli.js")];
}
