/**
 * Where the code is discussed, whichever service it is, and what a drift run keeps there: one comment, one issue, made
 * when there is something to say, kept up to date, gone when there is not.
 */
import { ChecksError } from "../../../provider/core/errors";

/** A comment or an issue. */
export interface Post {
  id: number;
  body: string;
  /** Who wrote it; absent where the forge does not say. */
  author?: Author;
}

/** An account of the forge. */
export interface Author {
  name: string;
  /** Whether it is known to be a program's. */
  isBot: boolean;
}

/** An issue also has a title. */
export interface Issue extends Post {
  title: string;
}

/** Comments of one pull request (or merge request) and issues of one repository. */
export interface Forge {
  /** The pull request that this run is for; undefined when it is for none. */
  readonly pullRequest: number | undefined;
  /** Address of this run, for people. */
  readonly runUrl: string | undefined;
  /** Whether the account of this run's token wrote a comment or an issue. */
  isOwn(post: Post): Promise<boolean>;
  /** Oldest first. */
  comments(pullRequest: number): Promise<Post[]>;
  addComment(pullRequest: number, body: string): Promise<void>;
  changeComment(pullRequest: number, id: number, body: string): Promise<void>;
  removeComment(pullRequest: number, id: number): Promise<void>;
  /** Open issues with a label, oldest first. */
  openIssues(label: string): Promise<Issue[]>;
  addIssue(issue: Omit<Issue, "id" | "author">, label: string): Promise<void>;
  changeIssue(issue: Issue): Promise<void>;
  /** Closes an issue and says why in a comment on it. */
  closeIssue(id: number, why: string): Promise<void>;
}

/** A variable of the environment without which nothing goes. */
export function required(environment: NodeJS.ProcessEnv, name: string, remedy?: string): string {
  const value = environment[name];
  if (value) return value;
  throw new ChecksError({
    subject: "environment",
    property: name,
    reason: "is not set",
    ...(remedy !== undefined && { remedy }),
  });
}

/** What became of a comment or an issue. */
export type Kept = "made" | "changed" | "unchanged" | "removed" | "none";

/** Keeps the comment that begins with the marker; an empty body removes it. */
export async function keepComment(
  forge: Forge,
  pullRequest: number,
  marker: string,
  body: string,
): Promise<Kept> {
  const own = await ownOf(forge, await forge.comments(pullRequest), marker);
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
export interface WantedIssue extends Omit<Issue, "id" | "author"> {
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
  return ownOf(forge, await forge.openIssues(label), marker);
}

/** What begins with the marker and is ours: anybody can write a marker, and what others wrote is theirs. */
async function ownOf<P extends Post>(
  forge: Forge,
  posts: readonly P[],
  marker: string,
): Promise<P | undefined> {
  for (const post of posts) if (post.body.startsWith(marker) && (await forge.isOwn(post))) return post;
  return undefined;
}

/** Forges change line ends, and drop blanks at the end. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return plain(a) === plain(b);
}
