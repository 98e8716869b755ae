import { empty, json, mislabelledText, page } from "../../core/answer";
import { badgesDocument } from "../badge";
import { authorize, authorizeRead, endpoint, type MonitorApp, type Surroundings } from "../call";
import { ADDRESSES } from "./addresses";

/** What belongs to a project as a whole: channels and badges; and the health of the service. */
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
  // An ordinary page rather than a part of the API: no CORS, on the server no key, and forms from elsewhere are refused.
  app.all(ADDRESSES.status, (call) => {
    if (!isSafe(call.req.method)) return forgeryRefusal(around);
    if (around.dialect.statusKey === "wanted") authorizeRead(call, around);
    return around.dialect.statusBody === "" ? empty(200) : mislabelledText(around.dialect.statusBody);
  });
}

/** Whether a method passes the protection of pages against requests forged elsewhere. */
export function isSafe(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
}

/** What a page answers to other methods. */
export function forgeryRefusal(around: Surroundings): Response {
  return around.dialect.errorBodies ? page(403, "Forbidden") : empty(403);
}
