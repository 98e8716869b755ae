/** A service that answers something else than it was asked: the emulator, with its documents altered on their way. */
import { type ServerType, serve } from "@hono/node-server";
import type { Document, Service } from "../service";

/** What becomes of a check's document on its way to the client. */
export type Alteration = (document: Document) => Document;

/** A service as `Run` knows it, whose answers lie. */
export class Contrary {
  /** Alters every check in an answer. */
  alter: Alteration = (document) => document;
  /** Answers as if nothing had been asked for in particular. */
  leavesOutQuery = false;
  private server: ServerType | undefined;
  private url = "";

  constructor(private readonly service: Service) {}

  get key(): string {
    return this.service.key;
  }

  get emulator(): Service["emulator"] {
    return { ...this.service.emulator, url: this.url };
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      const fetch = (request: Request) => this.answer(request);
      this.server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
        this.url = `http://127.0.0.1:${port}`;
        resolve();
      });
    });
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private altered(answered: Document & { checks?: Document[] }): object {
    if (answered.checks) return { ...answered, checks: answered.checks.map(this.alter) };
    return answered.uuid === undefined ? answered : this.alter(answered);
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" ? null : await request.text();
    const headers = { "X-Api-Key": request.headers.get("X-Api-Key") ?? "" };
    const to = `${this.service.emulator.url}${pathname}${this.leavesOutQuery ? "" : search}`;
    const answer = await fetch(to, { method: request.method, headers, body });
    if (!answer.ok) return answer;
    const answered = (await answer.json()) as Document & { checks?: Document[] };
    return Response.json(this.altered(answered), { status: answer.status });
  }
}
