/** A folder on a socket, as any static web server has it. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";

export class FileServer {
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {}

  /** Serves the files that stand in the folder when they are asked for. */
  static async start(folder: string): Promise<FileServer> {
    const server = createServer(({ url = "/" }, answer) => {
      files.asked.push(url);
      const file = join(folder, basename(url));
      if (existsSync(file)) answer.end(readFileSync(file));
      else answer.writeHead(404).end();
    });
    const files = new FileServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return files;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
