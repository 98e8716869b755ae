/** One comment, one issue: made when there is something to say, kept up to date, gone when there is not. */
import type { Forge, Issue } from "./forge";

/** What became of a comment or an issue. */
export type Kept = "made" | "changed" | "unchanged" | "removed" | "none";

/** Keeps the comment that begins with the marker; an empty body removes it. */
export async function keepComment(
  forge: Forge,
  pullRequest: number,
  marker: string,
  body: string,
): Promise<Kept> {
  const own = (await forge.comments(pullRequest)).find((comment) => comment.body.startsWith(marker));
  if (body === "") {
    if (!own) return "none";
    await forge.removeComment(pullRequest, own.id);
    return "removed";
  }
  if (!own) {
    await forge.addComment(pullRequest, body);
    return "made";
  }
  if (sameText(own.body, body)) return "unchanged";
  await forge.changeComment(pullRequest, own.id, body);
  return "changed";
}

/** An issue as it should be; its body begins with the marker. */
export interface WantedIssue extends Omit<Issue, "id"> {
  marker: string;
}

/** Opens the issue, or brings the open one up to date. */
export async function keepIssue(forge: Forge, label: string, wanted: WantedIssue): Promise<Kept> {
  const { marker, title, body } = wanted;
  const own = await find(forge, label, marker);
  if (!own) {
    await forge.addIssue({ title, body }, label);
    return "made";
  }
  if (own.title === title && sameText(own.body, body)) return "unchanged";
  await forge.changeIssue({ id: own.id, title, body });
  return "changed";
}

/** Closes the issue that begins with the marker, if one is open. */
export async function closeIssue(forge: Forge, label: string, marker: string, why: string): Promise<Kept> {
  const own = await find(forge, label, marker);
  if (!own) return "none";
  await forge.closeIssue(own.id, why);
  return "removed";
}

async function find(forge: Forge, label: string, marker: string): Promise<Issue | undefined> {
  return (await forge.openIssues(label)).find((issue) => issue.body.startsWith(marker));
}

/** Forges change line ends, and drop blanks at the end. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return plain(a) === plain(b);
}
