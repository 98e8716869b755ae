/** What the plugin takes to start: from its wrapper to the line with its port, which the engine waits for. Linux only. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenStopped } from "../scripts/process/interrupt.mjs";
import { layOut } from "../scripts/release/archives.mjs";
import { fieldsOf } from "./descendants.mjs";
import { markdown } from "./table.mjs";

const LOOPS = 20;
const MILLISECONDS_PER_TICK = 10;
const MOST = 400;
const WRAPPER = "pulumi-resource-checks";

/** Measures the plugin of the npm package and that of an archive in turn, so that both meet the same machine. */
export async function startsTable(root) {
  const bundled = mkdtempSync(join(tmpdir(), "pulumi-checks-starts-"));
  const remove = () => rmSync(bundled, { recursive: true, force: true });
  const forget = whenStopped(remove);
  try {
    const schema = readFileSync(join(root, "dist", "provider", "hosts", "plugin", "schema.json"), "utf8");
    await layOut(root, bundled, JSON.parse(schema));
    return await measured([
      ["of the npm package", join(root, "plugin")],
      ["of an archive, one file", bundled],
    ]);
  } finally {
    forget();
    remove();
  }
}

async function measured(plugins) {
  const starts = plugins.map(() => []);
  for (let loop = 0; loop < LOOPS; loop++) {
    for (const [n, [, place]] of plugins.entries()) starts[n].push(await start(join(place, WRAPPER)));
  }
  const rows = plugins.map(([what], n) => {
    const [wall, cpu] = ["wall", "cpu"].map((key) => starts[n].map((one) => one[key]).sort((a, b) => a - b));
    return [what, Math.round(wall[0]), Math.round(wall[LOOPS >> 1]), cpu[LOOPS >> 1], MOST];
  });
  return markdown(["Plugin", "Best wall ms", "Wall ms", "CPU ms", "At most"], rows);
}

async function start(wrapper) {
  const began = performance.now();
  const child = spawn(wrapper, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const wall = performance.now() - began;
  const fields = fieldsOf(child.pid);
  const cpu = (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
  child.kill("SIGINT");
  const [code] = await ended;
  if (code !== 0) throw new Error(`${wrapper} ended with ${code}`);
  return { wall, cpu };
}
