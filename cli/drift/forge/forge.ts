/**
 * The forge (GitHub or GitLab) as a drift run uses it: one comment and one issue, created when there is something to
 * report, kept up to date, and removed when there is not.
 */
import { ChecksError } from "../../../provider/core/errors";

/** A comment or an issue. */
export interface Post {
  id: number;
  body: string;
  /** The author; absent if the forge does not report one. */
  author?: Author;
}

/** An account of the forge. */
export interface Author {
  name: string;
  /** Whether the account is known to be a bot's. */
  isBot: boolean;
}

export interface Issue extends Post {
  title: string;
}

/** The calls that drift needs: comments of one pull request (or merge request), and issues of one repository. */
export interface Forge {
  /** The pull request that this run belongs to, if any. */
  readonly pullRequest: number | undefined;
  /** Address of this run, for people to open. */
  readonly runUrl: string | undefined;
  /** Whether the account of this run's token wrote the comment or issue. */
  isOwn(post: Post): Promise<boolean>;
  /** Oldest first. */
  comments(pullRequest: number): Promise<Post[]>;
  addComment(pullRequest: number, body: string): Promise<void>;
  /** Resolves to false if the comment no longer exists. */
  changeComment(pullRequest: number, id: number, body: string): Promise<boolean>;
  /** Resolves to false if the comment no longer exists. */
  removeComment(pullRequest: number, id: number): Promise<boolean>;
  /** Open issues with a label, oldest first. */
  openIssues(label: string): Promise<Issue[]>;
  addIssue(issue: Omit<Issue, "id" | "author">, label: string): Promise<void>;
  changeIssue(issue: Issue): Promise<void>;
  /** Closes an issue, with the reason as a comment on it. */
  closeIssue(id: number, why: string): Promise<void>;
}

/** Reads a required environment variable. */
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

/** The address of an API in an environment variable. */
export function addressIn(environment: NodeJS.ProcessEnv, name: string, ifUnset?: string): string {
  const address = environment[name] || (ifUnset ?? requireVariable(environment, name));
  const { protocol } = URL.canParse(address) ? new URL(address) : {};
  if (protocol === "https:" || protocol === "http:") return address.replace(/\/+$/, "");
  throw new ChecksError({
    subject: "environment",
    property: name,
    reason: "is no web address",
    remedy: "It has the form https://HOST/PATH",
  });
}

/** The number of a pull request in an environment variable; undefined if that is not set. */
export function numberIn(environment: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ChecksError({
    subject: "environment",
    property: name,
    reason: "is no number of a merge request",
  });
}

/** What was done to a comment or an issue; the commands print it. */
export type PostResult = "made" | "changed" | "unchanged" | "removed" | "none";

/** Keeps the comment that begins with the marker up to date; an empty body removes it. */
export async function keepComment(
  forge: Forge,
  pullRequest: number,
  marker: string,
  body: string,
): Promise<PostResult> {
  const own = async () => ownPosts(forge, await forge.comments(pullRequest), marker);
  const remove = ({ id }: Post) => forge.removeComment(pullRequest, id);
  if (body !== "") {
    return createOrUpdate({
      own,
      isAsWanted: (post) => sameText(post.body, body),
      add: () => forge.addComment(pullRequest, body),
      change: ({ id }) => forge.changeComment(pullRequest, id, body),
      remove,
    });
  }
  let result: PostResult = "none";
  for (const post of await own()) if (await remove(post)) result = "removed";
  return result;
}

/** The wanted title and text of an issue; the body begins with the marker. */
export interface WantedIssue extends Omit<Issue, "id" | "author"> {
  marker: string;
}

/** Opens the issue, or updates the open one. */
export function keepIssue(forge: Forge, label: string, wanted: WantedIssue): Promise<PostResult> {
  const { marker, title, body } = wanted;
  return createOrUpdate({
    own: async () => ownPosts(forge, await forge.openIssues(label), marker),
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

/** Closes the open issue that begins with the marker, if there is one. */
export async function closeIssue(
  forge: Forge,
  label: string,
  marker: string,
  why: string,
): Promise<PostResult> {
  const own = await ownPosts(forge, await forge.openIssues(label), marker);
  for (const { id } of own) await forge.closeIssue(id, why);
  return own.length > 0 ? "removed" : "none";
}

/** The calls that keep one comment, or one issue, up to date. */
interface PostCalls<P extends Post> {
  /** This run's existing ones, oldest first. */
  own(): Promise<P[]>;
  isAsWanted(post: P): boolean;
  add(): Promise<void>;
  /** Resolves to false if the post no longer exists. */
  change(post: P): Promise<boolean>;
  remove(post: P, stays: P): Promise<unknown>;
}

/** Creates the post, or updates it. */
async function createOrUpdate<P extends Post>(calls: PostCalls<P>): Promise<PostResult> {
  const result = await updateOldest(calls);
  if (result !== "none") return result;
  await calls.add();
  // A job running at the same time may have found none, either. Whichever post is newer is then removed again.
  await updateOldest(calls);
  return "made";
}

/** Updates the oldest post and removes the others, which jobs running at the same time have created. */
async function updateOldest<P extends Post>({
  own,
  isAsWanted,
  change,
  remove,
}: PostCalls<P>): Promise<PostResult> {
  const [oldest, ...others] = await own();
  if (oldest === undefined) return "none";
  const isRight = isAsWanted(oldest);
  if (!isRight && !(await change(oldest))) return "none";
  for (const other of others) await remove(other, oldest);
  return isRight ? "unchanged" : "changed";
}

/** Posts that begin with the marker and that we wrote. Anybody can write a marker; posts of others stay untouched. */
async function ownPosts<P extends Post>(forge: Forge, posts: readonly P[], marker: string): Promise<P[]> {
  const own: P[] = [];
  for (const post of posts) if (post.body.startsWith(marker) && (await forge.isOwn(post))) own.push(post);
  return own;
}

/** Ignores line endings, which forges change, and blanks at the end, which they drop. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return plain(a) === plain(b);
}
