/** What stands in front of a service and answers in its own way. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Hands requests on to a service, and alters the texts of its answers. */
export class AnswerProxy {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(
    service: string,
    alter: (answered: string, request: IncomingMessage) => string,
  ): Promise<AnswerProxy> {
    const server = createServer(async (request, response) => {
      const { url = "", method = "GET", headers } = request;
      const sent = await text(request);
      const answer = await fetch(`${service}${url}`, {
        method,
        headers: { "X-Api-Key": String(headers["x-api-key"]) },
        ...(sent !== "" && { body: sent }),
      });
      response
        .writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "text/plain" })
        .end(alter(await answer.text(), request));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new AnswerProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A service that makes the unique keys of checks in a way of its own: each is turned around. */
export function renamingProxy(service: string): Promise<AnswerProxy> {
  return AnswerProxy.start(service, (answered) =>
    answered.replace(
      /("unique_key":\s*")(\w+)/g,
      (_, before: string, key: string) => `${before}${[...key].reverse().join("")}`,
    ),
  );
}

/** A service whose lists lag behind, as those of a replica or a cache do: each stays as it was when it was first asked for. */
export function lateLists(service: string): Promise<AnswerProxy> {
  const lists = new Map<string, string>();
  return AnswerProxy.start(service, (answered, { url = "", method }) => {
    if (method !== "GET" || !/\/checks\/(\?|$)/.test(url)) return answered;
    const list = lists.get(url) ?? answered;
    lists.set(url, list);
    return list;
  });
}
