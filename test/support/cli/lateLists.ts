/** A service whose lists lag behind, as those of a replica or a cache do. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Hands requests on to a service, but answers each list as it was when it was first asked for. */
export class LateLists {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(service: string): Promise<LateLists> {
    const lists = new Map<string, string>();
    const server = createServer(async (request, response) => {
      const { url = "", method = "GET", headers } = request;
      const sent = await text(request);
      const answer = await fetch(`${service}${url}`, {
        method,
        headers: { "X-Api-Key": String(headers["x-api-key"]) },
        ...(sent !== "" && { body: sent }),
      });
      const now = await answer.text();
      const isList = method === "GET" && /\/checks\/(\?|$)/.test(url);
      if (isList && !lists.has(url)) lists.set(url, now);
      response
        .writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "text/plain" })
        .end(isList ? lists.get(url) : now);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LateLists(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
