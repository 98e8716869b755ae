import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "zod";

/** Who sends a request, according to its key. */
export interface Caller {
  /** The project's name; `merchant` for the merchant's account. */
  project: string | null;
  /** The first three are keys of the check service, the next three of the merchant service. */
  keyKind: "readWrite" | "readOnly" | "ping" | "accessToken" | "testKey" | "liveKey" | "unknown" | "none";
}

/** A service that the emulator offers on its socket. All share the clock, the faults and the request log. */
export interface EmulatedService {
  /** The service's name in the state file; must never change. */
  readonly name: string;
  /** Whether a path (with its query) belongs to this service. */
  serves(path: string): boolean;
  /** Identifies the caller before the request is processed. */
  identify(incoming: IncomingMessage, body: () => Promise<Buffer>): Caller | Promise<Caller>;
  /** The name of an address in counts, such as `POST /api/v3/checks/<uuid>`. */
  routeOf(method: string, path: string): string;
  /** Whether a request may change something. */
  changes(method: string, path: string): boolean;
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  /** Restores the initial state, except for the keys. */
  reset(): void;
  /** The service's part of the state file. */
  dump(): unknown;
  /** The schema of a dump that `restore` accepts. */
  readonly dumpSchema: z.ZodType;
  /** Continues from a dump of an earlier run. */
  restore(dump: unknown): void;
}
