/**
 * Proxies of the environment (`HTTPS_PROXY`, `NO_PROXY`): the key must reach no proxy. To `https://` the proxy only makes
 * a tunnel, which it cannot look into; what it says itself is told apart from what the service says.
 */
import { BlockList, isIP } from "node:net";
import type { AxiosError, AxiosInstance, AxiosProxyConfig, AxiosResponse } from "axios";
import { axios, proxyFromEnv } from "./axios";
import { PROXY_ANSWERED } from "./codes";
import { type Connection, decoded, isLoopback } from "./connection";

/**
 * What axios takes as `proxy` for requests to this address: `false` for none, `undefined` to ask the environment. An
 * `http://` address would show everything to a proxy, so it has none unless that was allowed, and loopback never.
 */
export function proxyTo({
  url,
  allowHttp,
}: Pick<Connection, "url" | "allowHttp">): AxiosProxyConfig | false | undefined {
  const open = new URL(url).protocol === "http:";
  return isLoopback(url) || (open && allowHttp !== true) ? false : proxyWithLogin(url);
}

/**
 * The environment's proxy for an address, if its login holds what is written otherwise in an address, such as `%40` for
 * `@`: axios, left to itself, would send that as it is written. Undefined for any other, which axios finds itself.
 */
export function proxyWithLogin(url: string): AxiosProxyConfig | undefined {
  const address = proxyFromEnv().getProxyForUrl(url);
  if (!URL.canParse(address) || isInNetworkWithoutProxy(url)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(address);
  const auth = { username: decoded(username), password: decoded(password) };
  if (auth.username === username && auth.password === password) return undefined;
  return { protocol, host: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80), auth };
}

/** Whether `NO_PROXY` has a network with the address, such as `10.0.0.0/8`: only axios itself knows networks. */
function isInNetworkWithoutProxy(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0) return false;
  const networks = new BlockList();
  for (const entry of (process.env.no_proxy || process.env.NO_PROXY || "").split(/[\s,]+/)) {
    const [, base = "", bits = ""] = /^\[?([^[\]]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(base)] ?? -1;
    if (Number(bits) <= longest) networks.addSubnet(base, Number(bits), familyOf(base));
  }
  return networks.check(host, familyOf(host));
}

const familyOf = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");

/** Makes failures of their own of answers that come from a proxy: they say nothing about the service. */
export function tellProxiesApart(client: AxiosInstance): void {
  client.interceptors.response.use(
    (response) => {
      if (isFromProxy(response)) throw proxyAnswered(response);
      return response;
    },
    (error: unknown) => {
      const { response } = Object(error) as { response?: AxiosResponse };
      throw response && isFromProxy(response) ? proxyAnswered(response) : error;
    },
  );
}

/** Through the tunnel all that the service says comes encrypted; what comes otherwise was said before there was one. */
function isFromProxy({ config, request }: AxiosResponse): boolean {
  const { socket } = Object(request) as { socket?: { encrypted?: boolean } };
  return /^https:/i.test(config.baseURL ?? "") && socket !== undefined && socket.encrypted !== true;
}

function proxyAnswered({ status, config, request }: AxiosResponse): AxiosError {
  const { AxiosError } = axios();
  const error = new AxiosError(`the proxy answered ${status}`, PROXY_ANSWERED, config, request);
  return Object.assign(error, { status });
}

/** The proxy that was to make a tunnel, and has made none: a request through one has no connection before. */
export function proxyWithoutTunnel({ request }: AxiosError): { protocol?: string } | undefined {
  const { agent, socket } = Object(request) as { agent?: { proxy?: { protocol?: string } }; socket?: object };
  return socket ? undefined : agent?.proxy;
}

/** Whether it is a proxy that could not be connected to, refused, or made no tunnel. */
export function isOfProxy(error: AxiosError, serviceUrl: string): boolean {
  const { code, cause } = error;
  if (code === PROXY_ANSWERED || proxyWithoutTunnel(error) !== undefined) return true;
  const first = (Object(cause) as { errors?: unknown[] }).errors?.[0] ?? cause;
  const { hostname, port } = Object(first) as { hostname?: string; port?: number };
  const service = new URL(serviceUrl);
  if (hostname !== undefined) return hostname !== service.hostname;
  return port !== undefined && port !== Number(service.port || (service.protocol === "http:" ? 80 : 443));
}
