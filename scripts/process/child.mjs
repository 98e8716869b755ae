import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { whenStopped } from "./interrupt.mjs";

const KILL_AFTER = 5_000;

/**
 * Runs a program to its end and never rejects. It gets no stdin, and a process group of its own so that all
 * its descendants can be ended together.
 *
 * - `show`: what it prints goes to stderr as it comes; otherwise it is only kept.
 * - `onLine`: called with each line it prints.
 * - `stall`: `{ after, sign }` ends it when `sign()` (by default: the number of lines printed) has not changed
 *   for `after` milliseconds.
 *
 * @returns `{ ok, code, stdout, text, trouble }`: `text` is both streams; `trouble` is "missing", "stalled" or
 * "signal" when there is no exit code of its own.
 */
export function run(command, args, { cwd, env, show = false, onLine, stall } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", show ? 2 : "pipe", show ? 2 : "pipe"],
    detached: true,
  });
  const kept = { stdout: [], text: [] };
  const keep = (stream, sinks) =>
    stream &&
    createInterface({ input: stream }).on("line", (line) => {
      for (const sink of sinks) sink.push(line);
      onLine?.(line);
    });
  keep(child.stdout, [kept.stdout, kept.text]);
  keep(child.stderr, [kept.text]);

  let trouble;
  const forget = whenStopped(() => stopped(child));
  const watch =
    stall &&
    watchFor({ sign: () => kept.text.length, ...stall }, () => {
      trouble = "stalled";
      endGroup(child, "SIGTERM");
      setTimeout(() => endGroup(child, "SIGKILL"), KILL_AFTER).unref();
    });

  return new Promise((resolve) => {
    const end = (code) => {
      clearInterval(watch);
      forget();
      const [stdout, text] = [kept.stdout, kept.text].map((lines) => lines.join("\n"));
      resolve({ ok: code === 0 && !trouble, code, stdout, text, trouble });
    };
    child.on("error", () => {
      trouble = "missing";
      end(null);
    });
    child.on("close", (code) => {
      if (code === null) trouble ??= "signal";
      end(code);
    });
  });
}

/** The last line that says something, for a message of one line. */
export function lastWords(text) {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}

/** Calls `onStall` once when the sign has not changed for so long. */
function watchFor({ after, sign }, onStall) {
  let last = sign();
  let since = Date.now();
  const timer = setInterval(
    () => {
      const now = sign();
      if (now !== last) {
        last = now;
        since = Date.now();
      } else if (Date.now() - since >= after) {
        clearInterval(timer);
        onStall();
      }
    },
    Math.min(after / 4, 1_000),
  );
  return timer;
}

/** Tells a child to end, and waits for it: what it still writes comes before our own end. */
function stopped(child) {
  endGroup(child, "SIGTERM");
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    child.once("exit", resolve);
    setTimeout(resolve, KILL_AFTER);
  });
}

function endGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}
