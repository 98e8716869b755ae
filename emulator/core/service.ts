import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "zod";

/** Who makes a request, as far as its key tells. */
export interface Caller {
  /** The project's name; `merchant` for the merchant's account. */
  project: string | null;
  /** The first three are keys of the check service, the next three of the merchant service. */
  keyKind: "readWrite" | "readOnly" | "ping" | "accessToken" | "testKey" | "liveKey" | "unknown" | "none";
}

/** One of the services that the emulator offers on its socket, behind the same clock, faults and request log. */
export interface EmulatedService {
  /** Names the service in the state file, for good. */
  readonly name: string;
  /** Whether a path (with its query) is this service's. */
  serves(path: string): boolean;
  /** Who is calling, before anything happens. */
  identify(incoming: IncomingMessage, body: () => Promise<Buffer>): Caller | Promise<Caller>;
  /** The name of an address in counts: `POST /api/v3/checks/<uuid>`. */
  routeOf(method: string, path: string): string;
  /** Whether a request can have changed something. */
  changes(method: string, path: string): boolean;
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  /** Forgets everything but the keys. */
  reset(): void;
  /** What the state file holds of the service. */
  dump(): unknown;
  /** What of a dump must be there, and as what, for `restore` to take it. */
  readonly dumpSchema: z.ZodType;
  /** Goes on with a dump of an earlier run. */
  restore(dump: unknown): void;
}
