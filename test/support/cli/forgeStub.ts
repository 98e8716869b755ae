/** The parts of GitHub's and GitLab's interfaces that a drift run uses, on a loopback socket. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";

/** A comment or an issue, as the stub keeps it. */
export interface StubPost {
  id: number;
  body: string;
  title?: string;
  labels?: string[];
  open?: boolean;
  /** GitHub lists pull requests among the issues. */
  pullRequest?: boolean;
  /** Name of the account; absent: that of the token. */
  author?: string;
  /** Counts for the page that it is on, but is not shown to the token, as cross-references of GitLab are not. */
  unseen?: boolean;
  /** What was written below an issue. */
  comments: string[];
}

export const TOKEN = "forge-token";
/** Whose the token is on GitLab. On GitHub it is a workflow's, and may not ask. */
const OWN = "project_7_bot";

/** A forge with one repository, and pull request 17. */
export class ForgeStub {
  readonly comments: StubPost[] = [];
  readonly issues: StubPost[] = [];
  /** Method and path of each call, in order. */
  readonly calls: string[] = [];
  url = "";
  /** Does what a writing call asks for, and breaks the connection instead of answering. */
  losesAnswers = false;
  /** So many posts are on a page at most, whatever is asked for. */
  longestPage = 100;
  /** How all calls that change something are refused. */
  refusal: object | undefined;
  /** What they ask for where only some of them are refused. */
  refused = /./;
  /** So many seconds of silence it wants before the next call: too much was asked of it. */
  silence = 0;
  /** The status with which it says so. */
  limitStatus: 403 | 429 = 429;
  /** On GitLab: the token may write, but not ask whose it is. */
  isNarrow = false;
  /** The next so many calls that change something are answered with 502, and do nothing. */
  outages = 0;
  /** What another job does once this one has asked for the comments, or the issues. */
  meanwhile: (() => void) | undefined;
  private next = 1;
  private readonly server;

  constructor() {
    const app = new Hono();
    app.use(async (context, next) => {
      this.calls.push(`${context.req.method} ${new URL(context.req.url).pathname}`);
      const { authorization, "private-token": privateToken } = context.req.header();
      if (authorization !== `Bearer ${TOKEN}` && privateToken !== TOKEN) {
        return context.json({ message: "Bad credentials" }, 401);
      }
      if (context.req.method !== "GET" && this.outages > 0) {
        this.outages -= 1;
        return context.json({ message: "Bad gateway" }, 502);
      }
      if (this.silence > 0) {
        context.header("Retry-After", String(this.silence));
        return context.json({ message: "You have exceeded a rate limit" }, this.limitStatus);
      }
      if (context.req.method !== "GET" && this.refusal && this.refused.test(context.req.path)) {
        return context.json(this.refusal, 422);
      }
      await next();
      if (context.req.method === "GET" && /(comments|notes|issues)$/.test(context.req.path)) {
        this.meanwhile?.();
        this.meanwhile = undefined;
      }
      if (this.losesAnswers && context.req.method !== "GET") this.breakConnections();
    });
    app.get("/user", (c) => c.json({ message: "Resource not accessible by integration" }, 403));
    app.get("/api/v4/user", (c) =>
      this.isNarrow ? c.json({ error: "insufficient_granular_scope" }, 403) : c.json({ username: OWN }),
    );
    app.route("/repos/o/r", this.gitHub());
    app.route("/api/v4/projects/7", this.gitLab());
    app.onError((error, context) => {
      if (error instanceof NoSuchPost) return context.json({ message: "Not Found" }, 404);
      throw error;
    });
    this.server = createAdaptorServer({ fetch: app.fetch });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.breakConnections();
    });
  }

  /** The calls that changed something. */
  get writes(): string[] {
    return this.calls.filter((call) => !call.startsWith("GET"));
  }

  add(to: StubPost[], post: Omit<StubPost, "id" | "comments">): StubPost {
    const added = { ...post, id: this.next++, comments: [] };
    to.push(added);
    return added;
  }

  /** The posts of a page that the token may see. Where there is another page, the header says so. */
  private page(context: Context, posts: StubPost[]): StubPost[] {
    const { page = "1", per_page = "30" } = context.req.query();
    const size = Math.min(Number(per_page), this.longestPage);
    const [begin, end] = [(Number(page) - 1) * size, Number(page) * size];
    const link = (to: string | number, rel: string) => `<${this.url}/?page=${to}>; rel="${rel}"`;
    const isFollowed = end < posts.length;
    if (isFollowed) context.header("Link", `${link(Number(page) + 1, "next")}, ${link(1, "first")}`);
    return posts.slice(begin, end).filter(({ unseen }) => !unseen);
  }

  private breakConnections(): void {
    if ("closeAllConnections" in this.server) this.server.closeAllConnections();
  }

  private gitHub(): Hono {
    const app = new Hono();
    app.get("/issues/17/comments", (c) =>
      c.json(this.page(c, this.comments).map(({ id, body, author }) => ({ id, body, user: user(author) }))),
    );
    app.post("/issues/17/comments", async (c) =>
      c.json(this.add(this.comments, { body: (await c.req.json()).body }), 201),
    );
    app.patch("/issues/comments/:id", async (c) =>
      c.json(patch(this.comments, c.req.param("id"), await c.req.json())),
    );
    app.delete("/issues/comments/:id", (c) => {
      this.comments.splice(this.comments.indexOf(find(this.comments, c.req.param("id"))), 1);
      return c.body(null, 204);
    });
    app.get("/issues", (c) => {
      const { labels = "", state } = c.req.query();
      const shown = this.issues.filter(
        (issue) => state === "open" && issue.open && issue.labels?.includes(labels),
      );
      return c.json(
        this.page(c, shown).map(({ id, title, body, pullRequest, author }) => ({
          number: id,
          title,
          body,
          user: user(author),
          ...(pullRequest && { pull_request: {} }),
        })),
      );
    });
    app.post("/issues", async (c) =>
      c.json(this.add(this.issues, { ...(await c.req.json()), open: true }), 201),
    );
    app.post("/issues/:id/comments", async (c) => {
      find(this.issues, c.req.param("id")).comments.push((await c.req.json()).body);
      return c.json({}, 201);
    });
    app.patch("/issues/:id", async (c) => {
      const { state, ...rest } = await c.req.json();
      return c.json(
        patch(this.issues, c.req.param("id"), { ...rest, ...(state === "closed" && { open: false }) }),
      );
    });
    return app;
  }

  private gitLab(): Hono {
    const app = new Hono();
    const notes = "/merge_requests/17/notes";
    app.get(notes, (c) =>
      c.json(
        this.page(c, this.comments).map(({ id, body, author = OWN }) => ({
          id,
          body,
          author: { username: author },
        })),
      ),
    );
    app.post(notes, async (c) => c.json(this.add(this.comments, { body: (await c.req.json()).body }), 201));
    app.put(`${notes}/:id`, async (c) => c.json(patch(this.comments, c.req.param("id"), await c.req.json())));
    app.delete(`${notes}/:id`, (c) => {
      this.comments.splice(this.comments.indexOf(find(this.comments, c.req.param("id"))), 1);
      return c.body(null, 204);
    });
    app.get("/issues", (c) => {
      const { labels = "", state } = c.req.query();
      const shown = this.issues.filter(
        (issue) => state === "opened" && issue.open && issue.labels?.includes(labels),
      );
      return c.json(
        this.page(c, shown).map(({ id, title, body, author = OWN }) => ({
          iid: id,
          title,
          description: body,
          author: { username: author },
        })),
      );
    });
    app.post("/issues", async (c) => {
      const { title, description, labels } = await c.req.json();
      return c.json(
        this.add(this.issues, { title, body: description, labels: labels.split(","), open: true }),
        201,
      );
    });
    app.post("/issues/:id/notes", async (c) => {
      find(this.issues, c.req.param("id")).comments.push((await c.req.json()).body);
      return c.json({}, 201);
    });
    app.put("/issues/:id", async (c) => {
      const { title, description, state_event } = await c.req.json();
      const change = {
        ...(title && { title, body: description }),
        ...(state_event === "close" && { open: false }),
      };
      return c.json(patch(this.issues, c.req.param("id"), change));
    });
    return app;
  }
}

/** What a workflow writes is a bot's. */
function user(author: string | undefined): object {
  return author === undefined
    ? { login: "github-actions[bot]", type: "Bot" }
    : { login: author, type: "User" };
}

class NoSuchPost extends Error {}

function find(posts: StubPost[], id: string): StubPost {
  const post = posts.find((one) => String(one.id) === id);
  if (!post) throw new NoSuchPost(`there is no post ${id}`);
  return post;
}

function patch(posts: StubPost[], id: string, change: Partial<StubPost>): StubPost {
  return Object.assign(find(posts, id), change);
}
