/**
 * Stacks as `pulumi stack init` leaves them. The engine makes the first one of each name in a run; the others are
 * copies of it: to make one takes it a third of a second.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runFolder } from "./library";

/** A stack to be made in a project's folder. */
export interface EmptyStack {
  folder: string;
  name: string;
  /** Where it has the key of its secrets from. */
  provider: string;
}

const STATE = join("state", ".pulumi");
const projectOf = (folder: string) =>
  /^name: (.+)$/m.exec(readFileSync(join(folder, "Pulumi.yaml"), "utf8"))?.[1] ?? "";
const settingsOf = (name: string) => `Pulumi.${name}.yaml`;
const keptAt = ({ folder, name, provider }: EmptyStack) =>
  join(runFolder(), "stacks", encodeURIComponent(provider), projectOf(folder), name);

/** Makes the stack in a project that has none, and selects it; false when no such stack was kept. */
export function copyEmptyStack(stack: EmptyStack): boolean {
  const { folder, name } = stack;
  const kept = keptAt(stack);
  if (!existsSync(kept) || existsSync(join(folder, STATE)) || existsSync(join(folder, settingsOf(name))))
    return false;
  cpSync(join(kept, STATE), join(folder, STATE), { recursive: true });
  cpSync(join(kept, settingsOf(name)), join(folder, settingsOf(name)));
  select(folder, name);
  return true;
}

/** Keeps a stack that was made just now. Two may do so at once: the second one is as good as the first. */
export function keepEmptyStack(stack: EmptyStack): void {
  const { folder, name } = stack;
  const kept = keptAt(stack);
  if (existsSync(kept)) return;
  mkdirSync(join(kept, ".."), { recursive: true });
  const work = mkdtempSync(join(runFolder(), "stack-"));
  cpSync(join(folder, STATE), join(work, STATE), { recursive: true });
  cpSync(join(folder, settingsOf(name)), join(work, settingsOf(name)));
  try {
    renameSync(work, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(work, { recursive: true });
  }
}

/** What `pulumi stack select` writes; `stack` is for older engines, which know one for all backends. */
function select(folder: string, name: string): void {
  const project = projectOf(folder);
  const hash = createHash("sha1").update(join(folder, "Pulumi.yaml")).digest("hex");
  const workspaces = join(folder, "home", "workspaces");
  mkdirSync(workspaces, { recursive: true });
  const stack = `organization/${project}/${name}`;
  const selected = { stack, stacks: { [`file://${join(folder, "state")}`]: stack } };
  writeFileSync(join(workspaces, `${project}-${hash}-workspace.json`), JSON.stringify(selected));
}
