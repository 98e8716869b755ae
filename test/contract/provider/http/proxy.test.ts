import tls from "node:tls";
import type { Log } from "../../../../provider/core/log";
import { Session } from "../../../../provider/core/session";
import type { Connection } from "../../../../provider/http/connection";
import { proxyTo as proxyOf } from "../../../../provider/http/proxy";
import { MonitorApi } from "../../../../provider/monitor/api";
import { merchantOf } from "../../../../provider/payments/merchant";
import { ownPort } from "../../../support/ownPort";
import { Run } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { Service } from "../../../support/service";
import {
  type Listener,
  proxyTo,
  silentProxy,
  TLS_CERTIFICATE,
  TLS_HOST,
  tlsService,
} from "../../../support/tlsService";

const KEY = "0123456789abcdef0123456789abcdef";
const VARIABLES = [
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "no_proxy",
];
const silent: Log = { info() {}, warn() {}, status() {} };

/** A client of the service behind the proxy. */
function client(port: number, deadlineSeconds = 10, scheme = "https", host = TLS_HOST): MonitorApi {
  const connection: Connection = {
    url: `${scheme}://${host}:${port}`,
    headers: { "X-Api-Key": KEY },
    secrets: [KEY],
    addressSetting: "checks:url",
    refusals: {},
    allowHttp: false,
    requestsPerMinute: undefined,
    concurrency: 8,
    timeoutSeconds: 5,
    deadlineSeconds,
  };
  return new MonitorApi(connection, silent);
}

describe("with a proxy in the environment", () => {
  const open: Listener[] = [];
  const started = async (listener: Promise<Listener>) => {
    open.push(await listener);
    return listener;
  };
  const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));
  const use = (variables: Record<string, string>) => Object.assign(process.env, variables);
  beforeEach(() => {
    for (const name of VARIABLES) delete process.env[name];
    const connect = tls.connect.bind(tls) as (options: tls.ConnectionOptions) => tls.TLSSocket;
    jest
      .spyOn(tls, "connect")
      .mockImplementation(((options: tls.ConnectionOptions) =>
        connect({ ...options, ca: TLS_CERTIFICATE })) as typeof tls.connect);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const name of VARIABLES) delete process.env[name];
    for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
    for (const listener of open.splice(0)) listener.close();
  });

  it("a service on this machine is asked directly, and the proxy hears nothing", async () => {
    const service = await Service.start();
    const proxy = await started(proxyTo(0));
    const address = `http://127.0.0.1:${proxy.port}`;
    use({ http_proxy: address, HTTP_PROXY: address, HTTPS_PROXY: address, ALL_PROXY: address });
    await new Run(service).create({ slug: "backup" });
    const config: Record<string, string> = {
      "merchant:url": service.emulator.url,
      "merchant:accessToken": service.emulator.merchant.accessToken,
      "merchant:profile": "sadad",
    };
    const { api } = merchantOf(new Session((key) => config[key], silent));
    expect((await api.getTransaction("T-SUCCESS")).transactionNumber).toBe("T-SUCCESS");
    expect(await service.checks()).toHaveLength(1);
    expect(proxy.heard).toEqual([]);
    await service.stop();
  });

  it("http:// to another machine goes through none, unless that was allowed", () => {
    const url = "http://checks.internal";
    expect(proxyOf({ url, allowHttp: false })).toBe(false);
    expect(proxyOf({ url, allowHttp: true })).toBeUndefined();
    expect(proxyOf({ url: "http://localhost:8000", allowHttp: true })).toBe(false);
    expect(proxyOf({ url: "https://127.0.0.1", allowHttp: true })).toBe(false);
    expect(proxyOf({ url: "https://checks.example.com", allowHttp: false })).toBeUndefined();
  });

  it("https:// goes through a tunnel, and the key to the service alone", async () => {
    const service = await started(tlsService(200, '{"checks": []}'));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `http://me:PASSWORD@127.0.0.1:${proxy.port}` });
    expect(await client(service.port).listChecks()).toEqual([]);
    expect(service.heard.join()).toContain(KEY);
    expect(service.heard.join()).not.toMatch(/proxy-authorization/i);
    const seen = proxy.heard.join("");
    expect(seen).toMatch(new RegExp(`^CONNECT ${TLS_HOST}:${service.port} HTTP/1.1\r\n`));
    expect(seen).toContain(Buffer.from("me:PASSWORD").toString("base64"));
    expect(seen).not.toMatch(new RegExp(`${KEY}|x-api-key`, "i"));
  });

  it.each([
    ["me%40corp:p%40ss%3Aw%2F%C3%B6%25", "me@corp:p@ss:w/ö%"],
    ["corp%5Cme:", "corp\\me:"],
    ["me:100%", "me:100%"],
  ])("gets the login that its address means: %s", async (written, meant) => {
    const service = await started(tlsService(200, '{"checks": []}'));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `http://${written}@127.0.0.1:${proxy.port}` });
    expect(await client(service.port).listChecks()).toEqual([]);
    expect(proxy.heard.join("")).toContain(`Basic ${Buffer.from(meant).toString("base64")}\r\n`);
  });

  it("whose address has no scheme is told what it begins with", async () => {
    const service = await started(tlsService(200, '{"checks": []}'));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` });
    expect(await refusal(client(service.port, 2).listChecks())).toMatch(
      /the proxy cannot be reached \(EPROTO\).*HTTPS_PROXY.*has to begin with http:\/\//,
    );
  });

  it("that NO_PROXY leaves out is not taken for its login", async () => {
    const service = await started(tlsService(200, '{"checks": []}'));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}`, NO_PROXY: ".test" });
    expect(await refusal(client(service.port, 2).listChecks())).not.toContain("the proxy");
    expect(proxy.heard).toEqual([]);
  });

  it.each([
    ["0.0.0.0", "example.com/path, 10.0.0.0/33, 0.0.0.0/8"],
    ["[::ffff:127.0.0.1]", "127.0.0.0/8"],
    ["[::]", "fd00::/8,[::]/64"],
  ])(
    "whose login is written otherwise is not asked for a network that NO_PROXY has: %s in %s",
    async (host, noProxy) => {
      const proxy = await started(proxyTo(0, "403 Forbidden"));
      const said = () => client(1, 1, "https", host).listChecks().catch(String);
      use({ HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}`, NO_PROXY: noProxy });
      expect(await said()).not.toContain("the proxy");
      use({ NO_PROXY: "10.0.0.0/8,fd00::/8" });
      expect(await said()).toContain("the proxy answered 403");
      expect(proxy.heard).toEqual([expect.stringContaining(Buffer.from("me:p@ss").toString("base64"))]);
    },
  );

  it("the merchant's token goes through a tunnel, too", async () => {
    const service = await started(tlsService(401, '{"error": {"statusCode": 401, "message": "no"}}'));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const config: Record<string, string> = {
      "merchant:url": `https://${TLS_HOST}:${service.port}`,
      "merchant:accessToken": KEY,
      "merchant:profile": "sadad",
    };
    const { api } = merchantOf(new Session((key) => config[key], silent));
    expect(await refusal(api.refundTransaction("T-1"))).toContain("refused the access token");
    expect(service.heard.join()).toContain(KEY);
    expect(proxy.heard.join("")).toMatch(/^CONNECT /);
    expect(proxy.heard.join("")).not.toContain(KEY);
  });

  it.each([
    [
      "407 Proxy Authentication Required",
      /the proxy answered 407\. Correct the proxy in HTTPS_PROXY, or add checks\.test to NO_PROXY\. It requires a login/,
    ],
    ["403 Forbidden", /the proxy answered 403\. Correct the proxy/],
    ["404 Not Found", /the proxy answered 404\. Correct the proxy/],
    ["204 No Content", /the proxy answered 204\. Correct the proxy/],
  ])("its own %s is not taken for the service's answer", async (status, message) => {
    const proxy = await started(proxyTo(0, status));
    use({ HTTPS_PROXY: `http://me:PASSWORD@127.0.0.1:${proxy.port}` });
    const said = await refusal(client(443).pingBody("00000000-0000-4000-8000-000000000000", 1));
    expect(said).toMatch(message);
    expect(said).not.toContain("PASSWORD");
    expect(proxy.heard.join("")).not.toContain(KEY);
  });

  it("its own answer is told apart also where the address is written HTTPS://", async () => {
    const proxy = await started(proxyTo(0, "404 Not Found"));
    use({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const said = await refusal(client(443, 10, "HTTPS").listChecks());
    expect(said).toMatch(/the proxy answered 404\. Correct the proxy/);
  });

  it.each(["nonsense://:x:", "http://me:PASSWORD@bad host:1"])(
    "that is no address (%s) is named as the cause",
    async (address) => {
      use({ HTTPS_PROXY: address });
      const said = await refusal(client(443, 1).listChecks());
      expect(said).toMatch(/proxy.*HTTPS_PROXY/);
      expect(said).not.toContain("PASSWORD");
    },
  );

  it.each([
    ["http", "", "is silent"],
    ["http", "SSH-2.0\r\n", "says something else"],
    ["socks5", "", "is one of SOCKS"],
  ])("that makes no tunnel (%s://, %j), it is the proxy that %s", async (scheme, words) => {
    const proxy = await started(silentProxy(words));
    use({ ALL_PROXY: `${scheme}://me:PASSWORD@127.0.0.1:${proxy.port}` });
    const said = await refusal(client(443, 1).listChecks());
    expect(said).toMatch(
      /^listing the checks: the proxy made no tunnel in time.*\. Correct the proxy in HTTPS_PROXY, or add checks\.test to NO_PROXY/,
    );
    expect(said.includes("SOCKS proxy, here or in ALL_PROXY, is not supported")).toBe(scheme === "socks5");
    expect(said).not.toMatch(/PASSWORD|checks:url/);
  });

  it.each([
    ["makes no tunnel, a refund has not left", false],
    ["makes one to a service that is silent, a refund may have been made", true],
  ])("that %s", async (_what, hasTunnel) => {
    const end = await started(silentProxy(""));
    const { port } = hasTunnel ? await started(proxyTo(end.port)) : end;
    use({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    const config: Record<string, string> = {
      "merchant:url": `https://${TLS_HOST}`,
      "merchant:accessToken": KEY,
      "merchant:profile": "sadad",
      "merchant:timeoutSeconds": "1",
    };
    const { api } = merchantOf(new Session((key) => config[key], silent));
    const failure = await api.refundTransaction("T-1").catch((error: unknown) => error);
    expect(failure).toMatchObject({ unclear: hasTunnel, ended: !hasTunnel });
  });

  it("that leads to a service that is silent, it is the service that is told", async () => {
    const service = await started(silentProxy(""));
    const proxy = await started(proxyTo(service.port));
    use({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const said = await refusal(client(443, 1).listChecks());
    expect(said).toMatch(/the service did not answer before the deadline.*\(checks:url\)/);
  });

  it("whose certificate does not fit, it is the proxy that is said to be out of reach", async () => {
    const proxy = await started(tlsService(200, ""));
    use({ HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` });
    const said = await refusal(client(443, 1).listChecks());
    expect(said).toContain("the proxy cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID). Correct the proxy");
  });

  it("that nobody listens at, it is the proxy that is said to be out of reach", async () => {
    use({ HTTPS_PROXY: `http://127.0.0.1:${await ownPort()}` });
    const said = await refusal(client(443, 1).listChecks());
    expect(said).toMatch(/proxy.*ECONNREFUSED|the proxy cannot be reached/);
  });
});
