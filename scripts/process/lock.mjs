import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { whenStopped } from "./interrupt.mjs";
import { step } from "./progress.mjs";

const POLL_MS = 200;
const HEARTBEAT_MS = 10_000;
/** Long enough for a machine under load; a holder that sleeps longer loses only time, see `withLock`. */
const SILENT_FOR_MS = 120_000;

/**
 * Does `work` while no other process does work under the same lock file. A lock whose holder is gone is taken
 * over. The lock saves work; that nobody sees half a result is up to the work itself, which publishes by a
 * rename. While another process holds it, a line on stderr says that `title` waits.
 *
 * The packages are installed and the library is compiled under it, so that it can be neither `proper-lockfile`, a package,
 * nor `provider/payments/refund/machineTurn.ts`, a part of the library.
 */
export async function withLock(file, title, work) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  if (!tryTake(file, mine)) {
    const words = `${title}: waiting for process ${holder(file)?.pid ?? "?"}, which is at it`;
    await step(words, () => waitAndTake(file, mine), { result: () => "over" });
  }
  const release = () => {
    if (holder(file)?.text === mine) rmSync(file, { force: true });
  };
  const forget = whenStopped(release);
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    forget();
    release();
  }
}

async function waitAndTake(file, mine) {
  do {
    await sleep(POLL_MS);
  } while (!tryTake(file, mine));
}

/** Takes a free lock, or one whose holder is gone. */
function tryTake(file, mine) {
  if (take(file, mine)) return true;
  const other = holder(file);
  if (other && isStale(other)) breakOpen(file, other);
  return take(file, mine);
}

/**
 * A holder is gone when its process is (which only its own machine can tell), or when it has not touched the
 * lock for long: then its number belongs to another process by now, or it is on another machine.
 */
export function isStale({ pid, host, silentFor }, alive = isRunning, here = hostname()) {
  if (silentFor > SILENT_FOR_MS) return true;
  return host === here && !alive(pid);
}

function take(file, text) {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holder(file) {
  try {
    const text = readFileSync(file, "utf8");
    return { ...parsed(text), text, silentFor: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Moves a stale lock away; if another process was faster and this is its new lock, gives it back. */
function breakOpen(file, stale) {
  const aside = `${file}.${process.pid}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    const moved = readFileSync(aside, "utf8");
    if (moved !== stale.text) take(file, moved);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody took the lock over; the work publishes by a rename and does no harm.
  }
}

/** As in provider/core/process.ts, of which there is nothing before it is compiled. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
