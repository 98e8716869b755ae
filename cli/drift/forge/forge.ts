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
  /** Whether it was still there. */
  changeComment(pullRequest: number, id: number, body: string): Promise<boolean>;
  /** Whether it was still there. */
  removeComment(pullRequest: number, id: number): Promise<boolean>;
  /** Open issues with a label, oldest first. */
  openIssues(label: string): Promise<Issue[]>;
  addIssue(issue: Omit<Issue, "id" | "author">, label: string): Promise<void>;
  changeIssue(issue: Issue): Promise<void>;
  /** Closes an issue and says why in a comment on it. */
  closeIssue(id: number, why: string): Promise<void>;
}

/** A variable of the environment without which nothing goes. */
export function requireVariable(environment: NodeJS.ProcessEnv, name: string, remedy?: string): string {
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
  const own = async () => ownOf(forge, await forge.comments(pullRequest), marker);
  const remove = ({ id }: Post) => forge.removeComment(pullRequest, id);
  if (body !== "") {
    return keepOne({
      own,
      isAsWanted: (post) => sameText(post.body, body),
      add: () => forge.addComment(pullRequest, body),
      change: ({ id }) => forge.changeComment(pullRequest, id, body),
      remove,
    });
  }
  let kept: Kept = "none";
  for (const post of await own()) if (await remove(post)) kept = "removed";
  return kept;
}

/** An issue as it should be; its body begins with the marker. */
export interface WantedIssue extends Omit<Issue, "id" | "author"> {
  marker: string;
}

/** Opens the issue, or brings the open one up to date. */
export function keepIssue(forge: Forge, label: string, wanted: WantedIssue): Promise<Kept> {
  const { marker, title, body } = wanted;
  return keepOne({
    own: async () => ownOf(forge, await forge.openIssues(label), marker),
    isAsWanted: (issue) => issue.title === title && sameText(issue.body, body),
    add: () => forge.addIssue({ title, body }, label),
    change: async ({ id }) => {
      await forge.changeIssue({ id, title, body });
      return true;
    },
    remove: ({ id }, stays) =>
      forge.closeIssue(id, `Runs at the same time opened an issue each: #${stays.id} is kept up to date.`),
  });
}

/** Closes the issue that begins with the marker, if one is open. */
export async function closeIssue(forge: Forge, label: string, marker: string, why: string): Promise<Kept> {
  const own = await ownOf(forge, await forge.openIssues(label), marker);
  for (const { id } of own) await forge.closeIssue(id, why);
  return own.length > 0 ? "removed" : "none";
}

/** How a run looks after its comment, or its issue. */
interface Keeping<P extends Post> {
  /** Those that there are, oldest first. */
  own(): Promise<P[]>;
  isAsWanted(post: P): boolean;
  add(): Promise<void>;
  /** Whether it was still there. */
  change(post: P): Promise<boolean>;
  remove(post: P, stays: P): Promise<unknown>;
}

/** Makes the post, or brings it up to date. */
async function keepOne<P extends Post>(keeping: Keeping<P>): Promise<Kept> {
  const kept = await settle(keeping);
  if (kept !== "none") return kept;
  await keeping.add();
  // A job that runs at the same time has seen none either: of both, whoever made the later one takes it back.
  await settle(keeping);
  return "made";
}

/** Of several posts the oldest is brought up to date, and the others go: jobs that ran at the same time have made them. */
async function settle<P extends Post>({ own, isAsWanted, change, remove }: Keeping<P>): Promise<Kept> {
  const [oldest, ...others] = await own();
  if (oldest === undefined) return "none";
  const isRight = isAsWanted(oldest);
  if (!isRight && !(await change(oldest))) return "none";
  for (const other of others) await remove(other, oldest);
  return isRight ? "unchanged" : "changed";
}

/** What begins with the marker and is ours: anybody can write a marker, and what others wrote is theirs. */
async function ownOf<P extends Post>(forge: Forge, posts: readonly P[], marker: string): Promise<P[]> {
  const own: P[] = [];
  for (const post of posts) if (post.body.startsWith(marker) && (await forge.isOwn(post))) own.push(post);
  return own;
}

/** Forges change line ends, and drop blanks at the end. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return plain(a) === plain(b);
}
