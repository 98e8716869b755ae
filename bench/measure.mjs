/** What a command costs: wall and CPU seconds, and the peak memory of all its processes. Linux only. */
import { readdirSync, readFileSync } from "node:fs";
import { run } from "../scripts/process/child.mjs";

const SAMPLE_MS = 200;
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Runs a command to its end; throws when it fails. */
export async function measured(command, args, options) {
  const before = childTicks();
  const started = performance.now();
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, memoryOfGroupsBelow(process.pid));
  }, SAMPLE_MS);
  const outcome = await run(command, args, options);
  clearInterval(sampler);
  if (!outcome.ok) throw new Error(`${command} ${args.join(" ")} failed:\n${outcome.text.slice(-2000)}`);
  return {
    wall: (performance.now() - started) / 1000,
    cpu: (childTicks() - before) / TICKS_PER_SECOND,
    peak,
  };
}

/** CPU ticks of all children that have ended, and theirs: fields 16 and 17 of the kernel's record of us. */
function childTicks() {
  const fields = fieldsOf("self");
  return Number(fields[13]) + Number(fields[14]);
}

/** Bytes in memory of all processes that a child of ours started: the child leads their group. */
function memoryOfGroupsBelow(parent) {
  const records = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(record)
    .filter(Boolean);
  const groups = new Set(
    records.filter((one) => one.parent === parent && one.group === one.pid).map(({ group }) => group),
  );
  return records.filter(({ group }) => groups.has(group)).reduce((sum, { bytes }) => sum + bytes, 0);
}

function record(pid) {
  try {
    const fields = fieldsOf(pid);
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      group: Number(fields[2]),
      bytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    return undefined; // It has ended.
  }
}

/** The fields of /proc/<pid>/stat that follow the name, which may hold anything. */
function fieldsOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
