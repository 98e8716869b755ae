import type { IncomingMessage } from "node:http";

/** The largest body that the server reads, in bytes; larger ones get 400. */
export const LARGEST_BODY = 2_621_440;

const bodies = new WeakMap<IncomingMessage, Promise<Buffer>>();

/** The whole body of a request. Can be called repeatedly. */
export function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  let body = bodies.get(incoming);
  if (!body) {
    body = read(incoming);
    bodies.set(incoming, body);
  }
  return body;
}

const NOTHING = Buffer.alloc(0);

function read(incoming: IncomingMessage): Promise<Buffer> {
  const length = incoming.headers["content-length"];
  if ((length === undefined || length === "0") && incoming.headers["transfer-encoding"] === undefined) {
    return Promise.resolve(NOTHING);
  }
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    incoming.on("data", (part: Buffer) => {
      size += part.length;
      // Bytes beyond the limit are read and dropped, because the request is refused anyway.
      if (size <= LARGEST_BODY + part.length) parts.push(part);
    });
    incoming.on("end", () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("the client went away")));
  });
}
