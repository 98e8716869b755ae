/** What the plugin takes to start: from its wrapper to the line with its port, which the engine waits for. Linux only. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fieldsOf } from "./descendants.mjs";
import { markdown } from "./table.mjs";

const LOOPS = 20;
const MILLISECONDS_PER_TICK = 10;
const MOST = 400;
const WRAPPER = "pulumi-resource-checks";

/** Measures the plugin of the npm package; that of an archive is the same file. */
export async function startsTable(root) {
  const starts = [];
  for (let loop = 0; loop < LOOPS; loop++) starts.push(await start(join(root, "plugin", WRAPPER)));
  const [wall, cpu] = ["wall", "cpu"].map((key) => starts.map((one) => one[key]).sort((a, b) => a - b));
  const row = [Math.round(wall[0]), Math.round(wall[LOOPS >> 1]), cpu[LOOPS >> 1], MOST];
  return markdown(["Best wall ms", "Wall ms", "CPU ms", "At most"], [row]);
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
