/** A proxy before a service that knows further keys, as a project has that was given several. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A running proxy. */
export interface KeyProxy {
  url: string;
  close(): Promise<void>;
}

/** Passes everything on to `target`; a key of `keys` is replaced by what it stands for. */
export async function startKeyProxy(target: string, keys: Record<string, string>): Promise<KeyProxy> {
  const server = createServer((request, response) => {
    const key = String(request.headers["x-api-key"] ?? "");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { method = "GET", url = "/" } = request;
      const answer = await fetch(`${target}${url}`, {
        method,
        redirect: "manual",
        headers: {
          "x-api-key": keys[key] ?? key,
          ...(chunks.length > 0 && { "content-type": "application/json" }),
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "application/json",
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
