import { empty, json, mislabelledText, page } from "../../core/answer";
import { badgesDocument } from "../badge";
import { authorize, authorizeRead, endpoint, type MonitorApp, type Surroundings } from "../call";
import { ADDRESSES } from "./addresses";

/** Addresses about a whole project (channels and badges), and the service's health. */
export function projectRoutes(app: MonitorApp, around: Surroundings): void {
  app.all(
    ADDRESSES.channels,
    endpoint(["GET"], (call) => json({ channels: authorize(call, around).channels })),
  );
  app.all(
    ADDRESSES.badges,
    endpoint(["GET"], (call) => {
      const { project } = authorizeRead(call, around);
      const rows = project.checks.all().map((entry) => entry.row);
      const { badgeKey } = project;
      const { account, dialect } = around;
      return json(
        badgesDocument(rows, { baseUrl: around.baseUrl(), badgeKey, secret: account.secret, dialect }),
      );
    }),
  );
  // An ordinary page, not part of the API: it has no CORS, needs no key on the server, and refuses forms of other
  // sites.
  app.all(ADDRESSES.status, (call) => {
    if (!isSafe(call.req.method)) return forgeryRefusal(around);
    if (around.dialect.statusKey === "wanted") authorizeRead(call, around);
    return around.dialect.statusBody === "" ? empty(200) : mislabelledText(around.dialect.statusBody);
  });
}

/** Whether the server's protection against cross-site forgery allows a method. */
export function isSafe(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
}

/** The answer of a page to other methods. */
export function forgeryRefusal(around: Surroundings): Response {
  return around.dialect.errorBodies ? page(403, "Forbidden") : empty(403);
}
