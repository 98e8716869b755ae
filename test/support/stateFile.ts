/** The engine's own state file, read without the engine: faster than asking it, and possible while it runs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Stack, StateRow } from "./engine";
import { kindOf } from "./hosts";

/** A row as the engine stores it. */
export interface StoredRow extends StateRow {
  /** Left by a replacement: only waits for its deletion. */
  delete?: boolean;
  /** Its check stays when the row goes. */
  retainOnDelete?: boolean;
}

/** All rows of our resources, those that wait for their deletion included. */
export function rowsOf(stack: Stack): StoredRow[] {
  const file = join(folderOf(stack), `${stack.name}.json`);
  if (!existsSync(file)) return [];
  const { checkpoint } = JSON.parse(readFileSync(file, "utf8")) as {
    checkpoint: { latest?: { resources?: StoredRow[] } };
  };
  return (checkpoint.latest?.resources ?? []).filter(({ type }) => kindOf(type) !== undefined);
}

/** The rows of checks alone. */
export function checkRowsOf(stack: Stack): StoredRow[] {
  return rowsOf(stack).filter(({ type }) => kindOf(type) === "Check");
}

/** The name that the program gives the resource of a row. */
export function nameOf({ urn }: StateRow): string {
  return urn.split("::").at(-1) ?? "";
}

/** Waits until the engine has stored the check of this name, with its UUID. */
export async function untilStored(stack: Stack, name: string, timeoutMs = 60_000): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!checkRowsOf(stack).some((row) => nameOf(row) === name && row.id)) {
    if (Date.now() > until) throw new Error(`the engine did not store ${name} in time`);
    await wait(20);
  }
}

function folderOf(stack: Stack): string {
  return join(stack.folder, "state", ".pulumi", "stacks", "jobs");
}
