/**
 * What the demo makes on somebody's own service, and its removal, however the demo ends. The slugs of a run begin with
 * a name of its own, so that the demo meets no check of anybody else's, and what a killed run left can be told apart.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../process/lock.mjs";
import { ownFolder } from "../setup/compile.mjs";

const PREFIX = "demo-";
/** A process of the engine that is being ended may still create what it had begun. */
const SETTLE_MS = 1_000;
const ROUNDS = 3;

/** The name of a run: what its slugs begin with. */
export function newRunName() {
  return `${PREFIX}${randomBytes(4).toString("hex")}`;
}

/** Notes a run on a service before it creates anything; returns what forgets the note. */
export function note(root, name, url) {
  const file = join(notesFolder(root), `${name}.json`);
  writeFileSync(
    file,
    JSON.stringify({ url, pid: process.pid, host: hostname(), at: new Date().toISOString() }),
  );
  return () => rmSync(file, { force: true });
}

/** Removes the checks of a run from a service; gives their slugs. Fails when one of them cannot be removed. */
export async function removeChecks(service, name) {
  const removed = new Set();
  for (let round = 0; round < ROUNDS; round++) {
    const left = (await service.checks()).filter(({ slug }) => slug.startsWith(`${name}-`));
    if (left.length === 0 && round > 0) break;
    for (const { uuid, slug } of left) {
      await service.remove(uuid);
      removed.add(slug);
    }
    await sleep(SETTLE_MS);
  }
  return [...removed];
}

/**
 * Removes what earlier runs left that were killed, and says so. Those that ran on another service are only told, since
 * their key is not known.
 */
export async function removeLeftovers(root, service, say) {
  for (const { name, url, at, forget } of abandoned(root)) {
    if (url !== service.url) {
      say(
        `An earlier demo (${at}) was killed while it ran on ${url}; its slugs begin with ${name}. ` +
          `Run the demo with CHECKS_URL=${url} and a key of that project, and it removes them.`,
      );
      continue;
    }
    const removed = await removeChecks(service, name);
    forget();
    say(`An earlier demo (${at}) was killed; ${removedWords(removed)}`);
  }
}

/** What was removed, as the end of a sentence. */
export function removedWords(slugs) {
  return slugs.length === 0
    ? "it left no checks on the service."
    : `the ${slugs.length} checks that it left on the service are removed now: ${slugs.join(", ")}.`;
}

/** The notes of runs whose process is gone. */
function abandoned(root) {
  const folder = notesFolder(root);
  return readdirSync(folder).flatMap((file) => {
    const path = join(folder, file);
    const { url, pid, host, at } = parsed(path);
    if (!url) return [];
    if (host === hostname() && isRunning(pid)) return [];
    return [{ name: file.replace(/\.json$/, ""), url, at, forget: () => rmSync(path, { force: true }) }];
  });
}

/** A note is written at once or not at all, or the disk was full: then there is nothing to learn from it. */
function parsed(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

function notesFolder(root) {
  const folder = join(ownFolder(root), "demo");
  mkdirSync(folder, { recursive: true });
  return folder;
}
