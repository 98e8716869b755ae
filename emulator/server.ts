/** The socket of an emulator. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings, type ServerType } from "@hono/node-server";
import { adminApp } from "./adminApp";
import { isOverview, overviewPage } from "./overview";
import { ADMIN_PATH, type Parts } from "./parts";
import { refuseStranger } from "./traffic/visitors";

const HOST = "127.0.0.1";
const KEEP_ALIVE_MS = 60_000;

export async function listen(parts: Parts, port: number): Promise<ServerType> {
  const admin = adminApp(parts);
  const fetch = (request: Request, bindings: HttpBindings): Response | Promise<Response> => {
    const refused = refuseStranger(bindings.incoming, ADMIN_PATH);
    if (refused) return refused;
    const path = bindings.incoming.url ?? "/";
    if (isOverview(bindings.incoming)) return overviewPage(parts);
    if (path.startsWith(`${ADMIN_PATH}/`) || path === ADMIN_PATH) return admin.fetch(request, bindings);
    const service = parts.services.find((one) => one.serves(path)) ?? parts.monitor;
    return parts.traffic.pass(service, request, bindings);
  };
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
  });
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (problem: NodeJS.ErrnoException) => reject(cannotListen(port, problem)));
    server.listen(port, HOST, resolve);
  });
  parts.url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return server;
}

function cannotListen(port: number, problem: NodeJS.ErrnoException): Error {
  if (problem.code === "EADDRINUSE") {
    return new Error(`Port ${port} is in use by another program: choose another one, or 0 for a free one.`);
  }
  if (problem.code === "EACCES") {
    return new Error(`Port ${port} is not for every user: choose one above 1023, or 0 for a free one.`);
  }
  return problem;
}

/** Closes the socket and all connections, idle ones and those being answered. */
export function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
