/** The processes that a process started, and those that they started. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/**
 * All descendants of a process, whatever group they are in: the engine puts language hosts and plugins into groups of
 * their own. What was seen once stays one of them, although its parent may end before it does.
 */
export class Descendants {
  /** Start times by process id; an id is used again by a later process. */
  #seen = new Map();

  /**
   * @param root The process whose descendants they are; it is not one of them.
   * @param except Ids of children that do not count, with all below them.
   */
  constructor(root, except = childrenOf(root)) {
    this.root = root;
    this.except = new Set(except);
  }

  /** Those that run now, each as `{ pid, bytes, peakBytes, command }`: memory now, and the most it had. */
  now() {
    const records = everyProcess();
    const below = new Map();
    for (const record of records) below.set(record.parent, [...(below.get(record.parent) ?? []), record]);
    const found = new Map();
    const add = (record) => {
      if (found.has(record.pid) || this.except.has(record.pid)) return;
      found.set(record.pid, record);
      for (const child of below.get(record.pid) ?? []) add(child);
    };
    for (const child of below.get(this.root) ?? []) add(child);
    for (const record of records) if (this.#seen.get(record.pid) === record.started) add(record);
    this.#seen = new Map([...found.values()].map(({ pid, started }) => [pid, started]));
    return [...found.values()].map(withDetails).filter(Boolean);
  }
}

function childrenOf(parent) {
  return everyProcess()
    .filter((one) => one.parent === parent)
    .map(({ pid }) => pid);
}

function everyProcess() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(record)
    .filter(Boolean);
}

function record(pid) {
  return unlessEnded(() => {
    const fields = fieldsOf(pid);
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      started: fields[19],
      bytes: Number(fields[21]) * PAGE_BYTES,
    };
  });
}

function withDetails({ pid, bytes }) {
  return unlessEnded(() => {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return { pid, bytes, peakBytes: Number(kilobytes ?? 0) * 1024, command };
  });
}

/** The fields of /proc/<pid>/stat that follow the name, which may hold anything. */
export function fieldsOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** A process that ends while it is looked at is left out. */
function unlessEnded(look) {
  try {
    return look();
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}
