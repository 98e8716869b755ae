/** Steps of a set-up, told on stderr with their time, so that stdout stays the command's own. */
import { spawn } from "node:child_process";

const SIGN_OF_LIFE_MS = 15_000;

/** Says what starts, does it, says how long it took. While it runs, a sign of life every 15 seconds. */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  process.stderr.write(`${title} …\n`);
  let detail = "";
  const timer = setInterval(
    () => process.stderr.write(`  still at it after ${seconds()}${detail}\n`),
    SIGN_OF_LIFE_MS,
  );
  try {
    const result = await work((text) => {
      detail = `: ${text}`;
    });
    process.stderr.write(`${title}: done in ${seconds()}\n`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Runs a command; resolves with what it printed, rejects with its last lines when it fails. */
export function run(command, args, { onLine = () => {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let stdout = "";
    let all = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      all += chunk;
    });
    child.stderr.on("data", (chunk) => {
      all += chunk;
      for (const line of String(chunk).split("\n").filter(Boolean)) onLine(line);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(stdout);
      else
        reject(
          new Error(
            `${command} ${args[0]} ended with ${code}: ${all.trim().split("\n").slice(-8).join(" | ")}`,
          ),
        );
    });
  });
}
