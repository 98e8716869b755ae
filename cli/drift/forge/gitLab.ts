/** GitLab, from inside a pipeline. */
import { z } from "zod";
import { ChecksError } from "../../../provider/core/errors";
import type { Forge, Issue, Post } from "./forge";
import { addressIn, numberIn, requireVariable } from "./forge";
import { ForgeClient, isAuthor } from "./forgeClient";

const TOKEN_REMEDY = "GITLAB_TOKEN needs the scope `api` and the role Reporter or more";

const account = z.looseObject({ username: z.string() });
const note = z.looseObject({ id: z.number(), body: z.string().nullish(), author: account.nullish() });
const issue = z.looseObject({
  iid: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  author: account.nullish(),
});

/**
 * Reads `CI_API_V4_URL`, `CI_PROJECT_ID` and `GITLAB_TOKEN`, which needs the scope `api`, because a job's own token may
 * not write notes.
 */
export class GitLab implements Forge {
  readonly pullRequest: number | undefined;
  readonly runUrl: string | undefined;
  private readonly api: string;
  private readonly client: ForgeClient;

  constructor(environment: NodeJS.ProcessEnv) {
    const project = requireVariable(environment, "CI_PROJECT_ID");
    const token = requireVariable(
      environment,
      "GITLAB_TOKEN",
      "Make a project access token with the scope `api`",
    );
    this.pullRequest = numberIn(environment, "CI_MERGE_REQUEST_IID");
    this.runUrl = environment.CI_JOB_URL;
    this.api = addressIn(environment, "CI_API_V4_URL");
    this.client = new ForgeClient({
      name: "GitLab",
      baseURL: `${this.api}/projects/${encodeURIComponent(project)}`,
      headers: { "PRIVATE-TOKEN": token },
      token,
      tokenRemedy: TOKEN_REMEDY,
      tokenVariable: "GITLAB_TOKEN",
      repositoryVariable: "CI_PROJECT_ID",
      addressVariable: "CI_API_V4_URL",
    });
  }

  /** A project access token has its own account. Without the account's name, every run would add another comment. */
  async isOwn({ author }: Post): Promise<boolean> {
    const username = account.transform((one) => one.username);
    const own = await this.client.ownName(`${this.api}/user`, username);
    if (own !== undefined) return isAuthor(own, author);
    throw new ChecksError({
      subject: "GitLab: GET /user",
      reason: "the token may not ask whose it is, so its own comments cannot be told from those of others",
      remedy: TOKEN_REMEDY,
    });
  }

  async comments(pullRequest: number): Promise<Post[]> {
    const query = { sort: "asc", order_by: "created_at" };
    const notes = await this.client.list(`/merge_requests/${pullRequest}/notes`, query, note);
    return notes.map(({ id, body, author }) => ({ id, body: body ?? "", ...authorOf(author) }));
  }

  addComment(pullRequest: number, body: string): Promise<void> {
    return this.client.send("POST", `/merge_requests/${pullRequest}/notes`, { body });
  }

  changeComment(pullRequest: number, id: number, body: string): Promise<boolean> {
    return this.client.sendTo("PUT", `/merge_requests/${pullRequest}/notes/${id}`, { body });
  }

  removeComment(pullRequest: number, id: number): Promise<boolean> {
    return this.client.sendTo("DELETE", `/merge_requests/${pullRequest}/notes/${id}`);
  }

  async openIssues(label: string): Promise<Issue[]> {
    const query = { state: "opened", labels: label, sort: "asc", order_by: "created_at" };
    const issues = await this.client.list("/issues", query, issue);
    return issues.map(({ iid, title, description, author }) => ({
      id: iid,
      title,
      body: description ?? "",
      ...authorOf(author),
    }));
  }

  addIssue({ title, body }: Omit<Issue, "id" | "author">, label: string): Promise<void> {
    return this.client.send("POST", "/issues", { title, description: body, labels: label });
  }

  changeIssue({ id, title, body }: Issue): Promise<void> {
    return this.client.send("PUT", `/issues/${id}`, { title, description: body });
  }

  async closeIssue(id: number, why: string): Promise<void> {
    await this.client.send("POST", `/issues/${id}/notes`, { body: why });
    await this.client.send("PUT", `/issues/${id}`, { state_event: "close" });
  }
}

function authorOf(author: z.output<typeof account> | null | undefined): Pick<Post, "author"> {
  return !author ? {} : { author: { name: author.username, isBot: false } };
}
