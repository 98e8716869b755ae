import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { interrupt } from "../../../../provider/core/interruption";
import { ownPort } from "../../../support/ownPort";
import { withoutBackOff } from "../../../support/provider/backOff";
import { Run } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { Service } from "../../../support/service";

const KEY = "0123456789abcdef0123456789abcdef";

/** A server of one's own, and a run against it. */
async function serving(answer: http.RequestListener) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close, run: (settings = {}) => runAt(url, settings) };
}

function runAt(url: string, settings = {}): Run {
  return new Run({ key: KEY, emulator: { url } } as Service, settings);
}

/** Far more than a busy machine needs, and far less than what would be waited for otherwise, a deadline of three minutes. */
const SOON_S = 20;

/** What a call was refused with, and after how many seconds. */
async function timed(call: Promise<unknown>): Promise<{ said: string; seconds: number }> {
  const began = performance.now();
  const said = await refusal(call);
  return { said, seconds: (performance.now() - began) / 1000 };
}

describe("an answer without end", () => {
  withoutBackOff();

  it("that unpacks to more than 64 MB is given up, and not asked for again", async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
    let asked = 0;
    const server = await serving((_request, response) => {
      asked += 1;
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" }).end(bomb);
    });
    const said = await refusal(server.run().create({ slug: "backup" }));
    expect(said).toContain("listing the checks: the answer is larger than 64 MB");
    expect(asked).toBe(1);
    server.close();
  });
});

describe("an address at which nobody ever was", () => {
  it("is given up after 5 seconds, not after the deadline", async () => {
    const run = runAt(`http://127.0.0.1:${await ownPort()}`);
    const { said, seconds } = await timed(run.create({ slug: "backup" }));
    expect(said).toContain(
      "listing the checks: nothing listens at the service's address; given up after 5 s. Check that http://127",
    );
    expect(seconds).toBeLessThan(SOON_S);
  });

  it("but only a page, as of a website, is given up as well, and shown with its path", async () => {
    const server = await serving(
      (_request, response) => void response.end("<!doctype html><h1>Welcome</h1>"),
    );
    const { said, seconds } = await timed(runAt(`${server.url}/wiki`).create({ slug: "backup" }));
    expect(said).toMatch(
      /a page instead of JSON; given up after 5 s\. Check that http:\/\/127\.0\.0\.1:\d+\/wiki \(checks:url\) is right/,
    );
    expect(seconds).toBeLessThan(SOON_S);
    server.close();
  });

  it("is asked on until the deadline once the service has answered there", async () => {
    const service = await Service.start({ port: await ownPort() });
    const run = new Run(service, { deadlineSeconds: "8" });
    const made = await run.create({ slug: "backup" });
    await service.stop();
    const { said, seconds } = await timed(run.read(made));
    expect(said).toContain("nothing listens at the service's address; given up after 8 s");
    expect(seconds).toBeGreaterThan(7);
  });
});

describe("Ctrl-C", () => {
  const ended = async (server: Awaited<ReturnType<typeof serving>>, run: Run, until: () => boolean) => {
    const call = timed(run.create({ slug: "backup" }));
    while (!until()) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    interrupt();
    const { said } = await call;
    server.close();
    return { said, seconds: (performance.now() - began) / 1000 };
  };

  it("ends the wait before the next attempt at once, and says what it was waiting for", async () => {
    const server = await serving((_request, response) =>
      response.writeHead(503, { "Retry-After": "100" }).end(),
    );
    const run = server.run();
    const { said, seconds } = await ended(server, run, () => run.said.length > 0);
    expect(said).toContain(
      "listing the checks: the service answered 503; interrupted while waiting. Run again",
    );
    expect(seconds).toBeLessThan(SOON_S);
  });

  it("ends the wait of all others after a 429, too", async () => {
    const server = await serving((_request, response) =>
      response.writeHead(429, { "Retry-After": "100" }).end(),
    );
    const run = server.run({ concurrency: "1" });
    const others = ["b", "c"].map((slug) => refusal(run.read({ id: slug, state: { slug } })));
    const { seconds } = await ended(server, run, () => run.said.length > 0);
    expect(seconds).toBeLessThan(SOON_S);
    for (const said of await Promise.all(others)) expect(said).toContain("interrupted");
  });

  it("ends a read that is not answered", async () => {
    let asked = false;
    const server = await serving(() => {
      asked = true;
    });
    const { said, seconds } = await ended(server, server.run(), () => asked);
    expect(said).toContain(
      "listing the checks: interrupted before the service answered. Run again to continue",
    );
    expect(seconds).toBeLessThan(SOON_S);
  });

  it("lets a change that is on its way be answered, so that what was made is known", async () => {
    let posted = false;
    const document = {
      name: "",
      slug: "backup",
      tags: "",
      status: "new",
      uuid: "11111111-2222-4333-8444-555555555555",
    };
    const server = await serving((request, response) => {
      if (request.method === "GET") return void response.end('{"checks": []}');
      posted = true;
      setTimeout(() => response.writeHead(201).end(JSON.stringify(document)), 300);
    });
    const call = server.run().create({ slug: "backup" });
    while (!posted) await new Promise((resolve) => setTimeout(resolve, 5));
    interrupt();
    expect((await call).id).toBe(document.uuid);
    server.close();
  });

  it("says that a change was not tried again whose answer after it says later", async () => {
    let posted = 0;
    const server = await serving((request, response) => {
      if (request.method === "GET") return void response.end('{"checks": []}');
      posted += 1;
      setTimeout(() => response.writeHead(503).end(), 300);
    });
    const { said, seconds } = await ended(server, server.run(), () => posted > 0);
    expect(said).toContain(
      "the service answered 503; interrupted before it was tried again. Run again later; nothing is lost",
    );
    expect(posted).toBe(1);
    expect(seconds).toBeLessThan(SOON_S);
  });
});
