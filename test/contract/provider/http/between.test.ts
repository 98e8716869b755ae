import http from "node:http";
import type { AddressInfo } from "node:net";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { withoutBackOff } from "../../../support/provider/backOff";
import { Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

/** What stands between us and the service, or in its place: answers as it likes. */
async function standIn(answer: http.RequestListener): Promise<{ url: string; close: () => void }> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("what stands between us and the service", () => {
  let service: Service;
  withoutBackOff();
  inService((opened) => {
    service = opened;
  });

  /** Passes a request on; the answer goes to the client unless the gateway has lost its patience. */
  async function passOn(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await fetch(`${service.emulator.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: { "X-Api-Key": String(request.headers["x-api-key"]) },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    if (!response.headersSent) response.writeHead(answer.status).end(await answer.text());
  }

  it.each([
    ["", []],
    [", also where it refuses the next attempt", [429]],
  ])("a gateway that gives up while the service still works leaves no second check%s", async (_, then) => {
    await service.admin.limits({ races: { thinkMs: 1000 } });
    let impatient = true;
    const refusals = [...then];
    const gateway = await standIn((request, response) => {
      const isRefused = request.method === "POST" && !impatient ? refusals.pop() : undefined;
      if (isRefused !== undefined) return response.writeHead(isRefused, { "Retry-After": "0" }).end();
      void passOn(request, response);
      if (request.method !== "POST" || !impatient) return;
      impatient = false;
      setTimeout(() => response.writeHead(504).end("<h1>Gateway Timeout</h1>"), 20);
    });
    const run = new Run(service, { url: gateway.url });
    const made = await run.create({ slug: "backup", tags: ["b", "a"], channels: "*" });
    expect((await service.check("backup")).uuid).toBe(made.id);
    expect(run.said.at(-1)).toContain("a duplicate made by a request whose answer was lost");
    gateway.close();
  });

  it("a redirect to another machine is not followed, and the key stays here", async () => {
    const heard: unknown[] = [];
    const elsewhere = await standIn((request, response) => {
      heard.push(request.headers);
      response.end('{"checks": []}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${elsewhere.url}/api/v3/checks/`;
      await service.admin.faults({ times: 1, action: { kind: "redirect", status, location } });
      expect(await refusal(new Run(service).create({ slug: "backup" }))).toBe(
        'check "backup": listing the checks: the service answered with a redirect, which is not followed because a change could get lost. ' +
          `Set checks:url to the final address; this one leads to ${elsewhere.url}`,
      );
    }
    expect(heard).toEqual([]);
    elsewhere.close();
  });

  it("a redirect within the service, or to no address, is told without where it leads: that is not the final address", async () => {
    for (const location of ["/login?next=/api", `${service.emulator.url}/login`, "mailto:ops@example.com"]) {
      await service.admin.faults({ times: 1, action: { kind: "redirect", status: 302, location } });
      expect(await refusal(new Run(service).create({ slug: "backup" }))).toMatch(
        /a change could get lost\. Set checks:url to the final address$/,
      );
    }
  });

  it("an answer that trickles in for ever ends with the deadline", async () => {
    const slow = await standIn((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const trickle = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(trickle));
    });
    const run = new Run(service, { url: slow.url, deadlineSeconds: "1" });
    expect(await refusal(run.create({ slug: "backup" }))).toContain(
      "listing the checks: the service did not answer before the deadline",
    );
    slow.close();
  });

  it("an answer that comes slowly, but comes, may take longer than one attempt's silence", async () => {
    const slow = await standIn((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const parts = ['{"che', "cks", '": ', "[]}"];
      const trickle = setInterval(() => {
        response.write(parts.shift() ?? "");
        if (parts.length === 0) response.end();
      }, 500);
      response.on("close", () => clearInterval(trickle));
    });
    const { checks } = monitorOf(sessionAt(service, { url: slow.url, timeoutSeconds: "1" })).project();
    expect(await checks.all()).toEqual([]);
    slow.close();
  });

  it("a pooled connection that was closed meanwhile costs another attempt, not an error", async () => {
    const answered = new WeakSet<object>();
    const closing = await standIn((request, response) => {
      if (answered.has(request.socket)) return void request.socket.destroy();
      answered.add(request.socket);
      void passOn(request, response);
    });
    const run = new Run(service, { url: closing.url });
    const made = await run.create({ slug: "backup", paused: true });
    const seen = await run.read(made);
    expect(seen?.state).toMatchObject({ slug: "backup", paused: true });
    expect((await service.check("backup")).status).toBe("paused");
    closing.close();
  });

  it("a service under a path, with a last slash or without, is found", async () => {
    const proxy = await standIn((request, response) => {
      const [, prefix, rest] = /^(\/monitor)?(.*)$/.exec(request.url ?? "") ?? [];
      request.url = rest ?? "";
      if (prefix) void passOn(request, response);
      else response.writeHead(404).end();
    });
    for (const end of ["/monitor", "/monitor/"]) {
      const made = await new Run(service, { url: proxy.url + end }).create({ slug: "backup" });
      expect((await service.check("backup")).uuid).toBe(made.id);
    }
    proxy.close();
  });
});
