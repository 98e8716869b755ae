/** The client of a forge's API against forges that answer oddly. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { ForgeClient } from "../../../../cli/drift/forge/forgeClient";

const TOKEN = "ghp_0123456789abcdef0123456789abcdef";

let server: Server | undefined;
let requests: number;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listening(answer: RequestListener): Promise<{ at: Server; port: number }> {
  requests = 0;
  const at = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  server = at;
  await new Promise<void>((resolve) => at.listen(0, "127.0.0.1", resolve));
  return { at, port: (at.address() as AddressInfo).port };
}

function clientOf(baseURL: string): ForgeClient {
  return new ForgeClient({
    name: "GitHub",
    baseURL,
    headers: { Authorization: `Bearer ${TOKEN}`, Accept: "application/json" },
    token: TOKEN,
    tokenRemedy: "The workflow needs permissions",
    tokenVariable: "GITHUB_TOKEN",
    repositoryVariable: "GITHUB_REPOSITORY",
    addressVariable: "GITHUB_API_URL",
  });
}

async function client(answer: RequestListener): Promise<ForgeClient> {
  return clientOf(`http://127.0.0.1:${(await listening(answer)).port}`);
}

it.each([
  ["names a next page for ever", JSON.stringify([]), { link: '</?page=2>; rel="next"' }],
  ["ignores which page is asked for", JSON.stringify(Array.from({ length: 100 }, () => ({}))), {}],
])("ends with an error where the forge %s", async (_, body, headers) => {
  const forge = await client((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
  });
  await expect(forge.list("/issues", {}, z.looseObject({}))).rejects.toThrow(
    "GitHub: GET /issues: the list has no end: there is one more page after 500",
  );
  expect(requests).toBe(500);
});

it("tells each of the forge's reasons, and not the token that it repeats", async () => {
  const errors = [
    "body is too long",
    { message: "no such label" },
    { field: "title", code: "missing_field" },
  ];
  const forge = await client((_request, response) => {
    response
      .writeHead(422, { "content-type": "application/json" })
      .end(JSON.stringify({ message: `Validation Failed for ${TOKEN}`, errors }));
  });
  const refused = forge.send("POST", "/issues", {});
  await expect(refused).rejects.toThrow(
    'Validation Failed for [secret]: body is too long: no such label: {"field":"title","code":"missing_field"}',
  );
});

describe("an answer that is cut short", () => {
  const cutShort: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
    response.write("[", () => response.destroy());
  };

  it("is asked for again, and is not called what it began with", async () => {
    const forge = await client((request, response) => {
      if (requests === 1) cutShort(request, response);
      else response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    await expect(forge.list("/issues", {}, z.looseObject({}))).resolves.toEqual([]);
    expect(requests).toBe(2);
  });

  it("is not asked for again where that would write twice", async () => {
    const forge = await client(cutShort);
    await expect(forge.send("POST", "/issues", {})).rejects.toThrow(
      /^GitHub: POST \/issues: the answer was cut short$/,
    );
    expect(requests).toBe(1);
  });
});

it.each<[string, RequestListener, string]>([
  [
    "names nobody",
    (_request, response) => void response.end("{}"),
    "the answer does not say whose token it is",
  ],
  ["has a fault", (_request, response) => void response.writeHead(502).end(), "answered 502"],
  ["breaks off", (request) => void request.socket.destroy(), "no answer (ECONNRESET)"],
])("says why it is not known whose token it is: the forge %s", async (_, answer, reason) => {
  const forge = await client(answer);
  await expect(forge.ownName("/user", z.string())).rejects.toThrow(`GitHub: GET /user: ${reason}`);
});

it.each([
  [401, "GITHUB_TOKEN is no token of GitHub, or not any more. The workflow needs permissions"],
  [403, "The workflow needs permissions"],
  [404, "Check that GITHUB_REPOSITORY, and what the request names, is right. The workflow needs permissions"],
])("says what to set where the forge answers %i", async (status, remedy) => {
  const forge = await client((_request, response) => response.writeHead(status).end("{}"));
  await expect(forge.list("/issues", {}, z.looseObject({}))).rejects.toThrow(
    `GitHub: GET /issues: answered ${status}. ${remedy}`,
  );
});

it("says which address could not be reached", async () => {
  const { at, port } = await listening(() => {});
  await new Promise((closed) => at.close(closed));
  const sent = clientOf(`http://127.0.0.1:${port}/api`).send("POST", "/issues", {});
  await expect(sent).rejects.toThrow(
    `no answer (ECONNREFUSED). Check that 127.0.0.1:${port} (GITHUB_API_URL) can be reached from here, then run this again`,
  );
});

it("does not ask for a permission where only the forge's words tell of too many requests", async () => {
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const forge = await client((_request, response) =>
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ message })),
  );
  await expect(forge.send("POST", "/issues", {})).rejects.toThrow(
    `answered 403 (the service said: ${message}). Too many requests for now: run this again later`,
  );
});

it.each([
  ["GET", 403],
  ["POST", 403],
  ["POST", 429],
] as const)("waits as long as the forge asks for where it says so: %s, %i", async (method, status) => {
  const forge = await client((_request, response) => {
    response
      .writeHead(requests === 1 ? status : 200, { "content-type": "application/json", "retry-after": "1" })
      .end(requests === 1 ? '{"message":"You have exceeded a secondary rate limit."}' : "[]");
  });
  await (method === "GET" ? forge.list("/issues", {}, z.looseObject({})) : forge.send(method, "/issues", {}));
  expect(requests).toBe(2);
});

describe("a pause that a forge asks for", () => {
  const LONG_MS = 30_000;
  const pauses: number[] = [];
  beforeEach(() => {
    const really = globalThis.setTimeout;
    pauses.length = 0;
    jest.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => {
      if (ms > LONG_MS) pauses.push(ms);
      return really(work, ms > LONG_MS ? 0 : ms);
    }) as typeof setTimeout);
  });
  afterEach(() => jest.restoreAllMocks());

  const asked = (seconds: number) =>
    client((_request, response) => {
      response
        .writeHead(requests === 1 ? 403 : 200, {
          "content-type": "application/json",
          "retry-after": `${seconds}`,
        })
        .end(requests === 1 ? '{"message":"You have exceeded a secondary rate limit."}' : "[]");
    });

  it("may be a minute, which is longer than any answer is waited for", async () => {
    await (await asked(60)).send("POST", "/issues", {});
    expect(requests).toBe(2);
    expect(pauses).toHaveLength(1);
  });

  it("may be no longer: the job ends at once", async () => {
    await expect((await asked(61)).send("POST", "/issues", {})).rejects.toThrow("answered 403");
    expect(requests).toBe(1);
    expect(pauses).toEqual([]);
  });
});

it("does not count a token as nobody's where the forge only says that too much was asked", async () => {
  const forge = await client((_request, response) =>
    response.writeHead(403, { "x-ratelimit-remaining": "0" }).end("{}"),
  );
  await expect(forge.ownName("/user", z.string())).rejects.toThrow(
    "GitHub: GET /user: answered 403. Too many requests for now: run this again later",
  );
});

describe.each<[string, string, RequestListener]>([
  [
    "a page of a login in front of the forge",
    "the answer is not what the API promises",
    (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
  ],
  [
    "a way to a login",
    "answered 302",
    (_request, response) => response.writeHead(302, { location: "/login" }).end(),
  ],
])("%s", (_, reason, answer) => {
  const REMEDY =
    "Check that GITHUB_API_URL is the address of GitHub's API, and that nothing stands in front of it";

  it("is neither a list", async () => {
    const forge = await client(answer);
    await expect(forge.list("/issues", {}, z.looseObject({}))).rejects.toThrow(
      `GitHub: GET /issues: ${reason}. ${REMEDY}`,
    );
  });

  it.each(["POST", "PATCH"] as const)("nor something that was written with %s", async (method) => {
    const forge = await client(answer);
    await expect(forge.send(method, "/issues", {})).rejects.toThrow(
      `GitHub: ${method} /issues: ${reason}. ${REMEDY}`,
    );
    expect(requests).toBe(1);
  });
});

describe("a proxy on the way to the forge", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  const through = async (address: (port: number) => string) => {
    const { at, port } = await listening(() => {});
    at.on("connect", (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
    Object.assign(process.env, { HTTPS_PROXY: address(port), NO_PROXY: "" });
    return clientOf("https://forge.example").list("/issues", {}, z.looseObject({}));
  };

  it("gets the login that its address means", async () => {
    const { at, port } = await listening(() => {});
    let login: string | undefined;
    at.on("connect", (request, socket) => {
      login = request.headers["proxy-authorization"];
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    Object.assign(process.env, { HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${port}`, NO_PROXY: "" });
    await expect(clientOf("https://forge.example").list("/", {}, z.looseObject({}))).rejects.toThrow("403");
    expect(login).toBe(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });

  it.each<[string, (port: number) => string, string]>([
    ["refuses", (port) => `http://127.0.0.1:${port}`, "the proxy answered 403"],
    ["is not there", () => "http://127.0.0.1:1", "the proxy cannot be reached (ECONNREFUSED)"],
    [
      "has no address",
      () => "http://user:word@",
      "the proxy's address in the environment is not a valid URL",
    ],
  ])("that %s is said to, and no permission is asked for", async (_, address, reason) => {
    await expect(through(address)).rejects.toThrow(
      `GitHub: GET /issues: ${reason}. Correct the proxy in HTTPS_PROXY, or add the host to NO_PROXY`,
    );
  });
});
