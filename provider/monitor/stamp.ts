/**
 * The tag that names the stack which owns a check, when `checks:stamp` is set: `pulumi:<project>/<stack>`. It is a fact
 * about the check and none of its tags: nobody sees it in diffs, badges or reports.
 */
import { shellWord } from "../core/shellWord";
import { tokens } from "../core/wire";

/** The form of a stamp: names of projects and stacks consist of these characters. */
const STAMP = /^pulumi:([\w.-]+\/[\w.-]+)$/;

/** The tag of a stack, given as `<project>/<stack>`. */
export function stampOf(owner: string): string {
  return `pulumi:${owner}`;
}

/** The tags that people gave, and the stacks that own the check. */
export function withoutStamps(tags: string): { tags: string; owners: string[] } {
  const all = splitTags(tags);
  const owners = all.flatMap((tag) => STAMP.exec(tag)?.[1] ?? []);
  return { tags: owners.length === 0 ? tags : all.filter((tag) => !STAMP.test(tag)).join(" "), owners };
}

/** The tags in a text with blanks between them, as the service reads them: a tab, or another kind of blank, is part of a tag. */
export function splitTags(tags: string): string[] {
  return tokens(tags, " ");
}

/** The tags of a check with the stamp of its owner. */
export function withStampOf(tags: string, owner: string): string {
  return [tags, stampOf(owner)].filter((part) => part !== "").join(" ");
}

/** The other stack that owns a check, by the first stamp on it; undefined if one of its stamps counts as our own. */
export function foreignAmong(owners: readonly string[] = [], own: readonly unknown[]): string | undefined {
  return owners.some((owner) => own.includes(owner)) ? undefined : owners[0];
}

/**
 * The command that gives a check to a stack, in backquotes. `name` is its slug, or the unique key of one that has none;
 * `project` is a named one of the configuration.
 */
export function handoverCommand(name: string, to = "PROJECT/STACK", project?: unknown): string {
  const which = typeof project === "string" ? ` --project ${shellWord(project)}` : "";
  // A slug may begin like an option.
  const words = name.startsWith("-") ? `--to ${to}${which} -- ${name}` : `${name} --to ${to}${which}`;
  return `\`pulumi-checks handover ${words}\``;
}

/** Whether a tag is reserved for owners. */
export function isStamp(tag: string): boolean {
  return STAMP.test(tag);
}
