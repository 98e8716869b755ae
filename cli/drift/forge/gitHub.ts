/** GitHub, from inside a workflow. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { jsonIn, readText } from "../../files";
import type { Forge, Issue, Post } from "./forge";
import { addressIn, requireVariable } from "./forge";
import { ForgeClient, isAuthor } from "./forgeClient";

const account = z.looseObject({ login: z.string(), type: z.string().optional() });
const comment = z.looseObject({ id: z.number(), body: z.string().nullish(), user: account.nullish() });
const issue = z.looseObject({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  user: account.nullish(),
  pull_request: z.unknown().optional(),
});

/** Reads `GITHUB_REPOSITORY`, `GITHUB_TOKEN` and, for servers other than github.com, `GITHUB_API_URL`. */
export class GitHub implements Forge {
  readonly pullRequest: number | undefined;
  readonly runUrl: string | undefined;
  private readonly api: string;
  private readonly client: ForgeClient;

  constructor(environment: NodeJS.ProcessEnv) {
    const repository = requireVariable(environment, "GITHUB_REPOSITORY");
    const token = requireVariable(environment, "GITHUB_TOKEN", "Pass `${{ github.token }}` to the step");
    this.pullRequest = pullRequestOf(environment);
    this.runUrl = runUrlOf(environment);
    this.api = addressIn(environment, "GITHUB_API_URL", "https://api.github.com");
    this.client = new ForgeClient({
      name: "GitHub",
      baseURL: `${this.api}/repos/${repository}`,
      headers: {
        Accept: "application/vnd.github+json",
        Authorization: `Bearer ${token}`,
        "X-GitHub-Api-Version": "2022-11-28",
      },
      token,
      tokenRemedy: "The workflow needs the permissions `pull-requests: write` and `issues: write`",
      tokenVariable: "GITHUB_TOKEN",
      repositoryVariable: "GITHUB_REPOSITORY",
      addressVariable: "GITHUB_API_URL",
    });
  }

  /** A workflow's token belongs to no account and writes as `github-actions[bot]`. */
  async isOwn({ author }: Post): Promise<boolean> {
    const login = account.transform((one) => one.login);
    return isAuthor(await this.client.ownName(`${this.api}/user`, login), author);
  }

  async comments(pullRequest: number): Promise<Post[]> {
    const comments = await this.client.list(`/issues/${pullRequest}/comments`, {}, comment);
    return comments.map(({ id, body, user }) => ({ id, body: body ?? "", ...authorOf(user) }));
  }

  addComment(pullRequest: number, body: string): Promise<void> {
    return this.client.send("POST", `/issues/${pullRequest}/comments`, { body });
  }

  changeComment(_pullRequest: number, id: number, body: string): Promise<boolean> {
    return this.client.sendTo("PATCH", `/issues/comments/${id}`, { body });
  }

  removeComment(_pullRequest: number, id: number): Promise<boolean> {
    return this.client.sendTo("DELETE", `/issues/comments/${id}`);
  }

  /** GitHub lists pull requests as issues, too. */
  async openIssues(label: string): Promise<Issue[]> {
    const query = { state: "open", labels: label, sort: "created", direction: "asc" };
    const issues = await this.client.list("/issues", query, issue);
    return issues
      .filter(({ pull_request }) => pull_request === undefined)
      .map(({ number, title, body, user }) => ({ id: number, title, body: body ?? "", ...authorOf(user) }));
  }

  addIssue({ title, body }: Omit<Issue, "id" | "author">, label: string): Promise<void> {
    return this.client.send("POST", "/issues", { title, body, labels: [label] });
  }

  changeIssue({ id, title, body }: Issue): Promise<void> {
    return this.client.send("PATCH", `/issues/${id}`, { title, body });
  }

  async closeIssue(id: number, why: string): Promise<void> {
    await this.client.send("POST", `/issues/${id}/comments`, { body: why });
    await this.client.send("PATCH", `/issues/${id}`, { state: "closed", state_reason: "completed" });
  }
}

/** A deleted account has no user: its name is empty, so it matches no token. */
function authorOf(user: z.output<typeof account> | null | undefined): Pick<Post, "author"> {
  if (user === undefined) return {};
  return { author: { name: user?.login ?? "", isBot: user?.type === "Bot" } };
}

/**
 * Read from the event that started the workflow, else from the ref, because a custom container often lacks the event's
 * file.
 */
function pullRequestOf({ GITHUB_EVENT_PATH, GITHUB_REF }: NodeJS.ProcessEnv): number | undefined {
  const { pull_request, issue } = (GITHUB_EVENT_PATH && eventIn(GITHUB_EVENT_PATH)) || {};
  const fromRef = /^refs\/pull\/(\d+)\//.exec(GITHUB_REF ?? "")?.[1];
  const number = pull_request?.number ?? (issue?.pull_request && issue.number);
  return number ?? (fromRef === undefined ? undefined : Number(fromRef));
}

const event = z.looseObject({
  pull_request: z.looseObject({ number: z.number() }).nullish(),
  issue: z.looseObject({ number: z.number(), pull_request: z.looseObject({}).nullish() }).nullish(),
});

function eventIn(file: string): z.output<typeof event> | undefined {
  return existsSync(file) ? event.safeParse(jsonIn(readText(file))).data : undefined;
}

function runUrlOf(environment: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = environment;
  if (!GITHUB_SERVER_URL || !GITHUB_RUN_ID) return undefined;
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}
