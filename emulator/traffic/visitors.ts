/**
 * Refuses requests that foreign web pages cause. The emulator listens only on loopback, but a browser on this machine
 * could reach it for any page: under a name that resolves to 127.0.0.1 (DNS rebinding), or by posting to it.
 */
import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Pings and badges are public on the real service, too: their addresses are the secret. */
const PUBLIC = /^\/(?:ping|badge|b)\//;
/**
 * The check service answers pages of any origin, like the real one, and callers of merchant operations must send the
 * `Origin` of their shop. That is safe, because these paths do nothing without a key or a token, which a page cannot
 * know.
 */
const KEYED = /^\/api\/(?:v[123]|transactions|invoices)\//;
/** The merchant service's other paths accept pages of any origin only with a token. */
const MERCHANT = /^\/api\/(?!v\d)/;

/**
 * The refusal of a request caused by a foreign page, or undefined for all others.
 *
 * - `Host` must be a loopback name or address.
 * - `Origin`, which browsers send with every request that can change something, must be on loopback, too, except where
 * a key or a token is required; for the admin endpoints, which require none, it must be the emulator itself.
 */
export function refuseStranger(incoming: IncomingMessage, adminPath: string): Response | undefined {
  const path = (incoming.url ?? "/").replace(/\?.*$/s, "");
  if (PUBLIC.test(path)) return undefined;
  const { host, origin, authorization } = incoming.headers;
  if (host !== undefined && !LOOPBACK.test(hostnameOf(`http://${host}`))) {
    return refusal(`The emulator answers to localhost and 127.0.0.1, not to the host ${quote(host)}.`);
  }
  if (origin === undefined || KEYED.test(path) || (MERCHANT.test(path) && authorization !== undefined))
    return undefined;
  if (!LOOPBACK.test(hostnameOf(origin))) {
    return refusal(`The emulator refuses requests of pages from elsewhere: the origin is ${quote(origin)}.`);
  }
  const isAdmin = path === adminPath || path.startsWith(`${adminPath}/`);
  if (isAdmin && portOf(origin) !== portOf(`http://${host}`)) {
    return refusal(
      `The admin endpoints refuse requests of other pages, also of this machine: the origin is ${quote(origin)}.`,
    );
  }
  return undefined;
}

/** Empty for something that is no address, such as the origin `null`. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}

function portOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).port : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function refusal(error: string): Response {
  return new Response(JSON.stringify({ error }), {
    status: 403,
    headers: { "content-type": "application/json" },
  });
}
