import { once } from "node:events";
import { createServer } from "node:net";
import { itUnless } from "./unless";

/** Listens on loopback, and hangs up on everybody; 0 is a port that the system chooses. */
export async function listening(
  port: number,
  host = "127.0.0.1",
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen on a port");
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A test of what only Linux tells: which of two sockets, one after the other, listens on a port. */
export function itTellsSocketsApart(title: string, test: () => Promise<void>): void {
  itUnless(process.platform === "linux" ? undefined : "only Linux tells sockets apart", title, test);
}
