/** Where the code is discussed: what a drift run writes there, whichever service it is. */

/** A comment or an issue. */
export interface Post {
  id: number;
  body: string;
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
  /** Oldest first. */
  comments(pullRequest: number): Promise<Post[]>;
  addComment(pullRequest: number, body: string): Promise<void>;
  changeComment(pullRequest: number, id: number, body: string): Promise<void>;
  removeComment(pullRequest: number, id: number): Promise<void>;
  /** Open issues with a label, oldest first. */
  openIssues(label: string): Promise<Issue[]>;
  addIssue(issue: Omit<Issue, "id">, label: string): Promise<void>;
  changeIssue(issue: Issue): Promise<void>;
  /** Closes an issue and says why in a comment on it. */
  closeIssue(id: number, why: string): Promise<void>;
}
