/** A server that makes the unique keys of checks in a way of its own. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Hands requests on to a service, and turns each unique key in its answers around. */
export class RenamingProxy {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(service: string): Promise<RenamingProxy> {
    const server = createServer(async ({ url, method, headers }, response) => {
      const answer = await fetch(`${service}${url}`, {
        method: method ?? "GET",
        headers: { "X-Api-Key": String(headers["x-api-key"]) },
      });
      const text = (await answer.text()).replace(
        /("unique_key":\s*")(\w+)/g,
        (_, before: string, key: string) => `${before}${[...key].reverse().join("")}`,
      );
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new RenamingProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
