/**
 * Parts of addresses, as hono patterns. Identifiers must be complete and in lower case, otherwise the page does not
 * exist.
 */
const VERSION = "/api/:version{v[123]}";
export const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const UUID_PARAM = `:uuid{${UUID}}`;
// Accepts more than real keys: an address with any 40 of these characters exists, but then no check matches.
const KEY = "[A-z0-9]{40}";
const KEY_PARAM = `:key{${KEY}}`;

export const ADDRESSES = {
  checks: `${VERSION}/checks/`,
  check: `${VERSION}/checks/${UUID_PARAM}`,
  checkByKey: `${VERSION}/checks/${KEY_PARAM}`,
  pause: `${VERSION}/checks/${UUID_PARAM}/pause`,
  resume: `${VERSION}/checks/${UUID_PARAM}/resume`,
  pings: `${VERSION}/checks/${UUID_PARAM}/pings/`,
  pingBody: `${VERSION}/checks/${UUID_PARAM}/pings/:n{[0-9]+}/body`,
  flips: `${VERSION}/checks/${UUID_PARAM}/flips/`,
  flipsByKey: `${VERSION}/checks/${KEY_PARAM}/flips/`,
  channels: `${VERSION}/channels/`,
  badges: `${VERSION}/badges/`,
  status: `${VERSION}/status/`,
} as const;

/** Collections whose address without the last slash is redirected. */
export const COLLECTION_WITHOUT_SLASH = new RegExp(
  `^/api/v[123]/(?:checks|channels|badges|status|checks/${UUID}/(?:pings|flips)|checks/${KEY}/flips)$`,
);

export const PING_ADDRESSES = {
  uuid: new RegExp(`^/ping/(${UUID})/?$`),
  uuidAction: new RegExp(`^/ping/(${UUID})/(start|fail|log|[0-9]+)$`),
  slug: /^\/ping\/([-\w]+)\/([-\w]+)(?:\/(start|fail|log|[0-9]+))?$/,
};

/** The badge of a project's tag, or of a check. */
export const BADGE_ADDRESSES = {
  all: /^\/badge\/([-\w]+)\/([-\w]+)\.([-\w]+)$/,
  tag: /^\/badge\/([-\w]+)\/([-\w]+)\/([^/]+)\.([-\w]+)$/,
  check: new RegExp(`^/b/([0-9]+)/(${UUID})\\.([-\\w]+)$`),
};

const VARIABLE_PARTS: [RegExp, string][] = [
  [new RegExp(UUID, "g"), "<uuid>"],
  [new RegExp(`/checks/${KEY}(?=/|$)`), "/checks/<unique_key>"],
  [/\/pings\/[0-9]+\/body$/, "/pings/<n>/body"],
  [/^\/ping\/(?!<uuid>)[-\w]+\/[-\w]+/, "/ping/<key>/<slug>"],
  [/^\/badge\/.*$/, "/badge/<badge>"],
];

/** An address with placeholders for what identifies a check: `POST /api/v3/checks/<uuid>`. */
export function routeOf(method: string, path: string): string {
  const end = path.indexOf("?");
  let route = end < 0 ? path : path.slice(0, end);
  for (const [part, name] of VARIABLE_PARTS) route = route.replace(part, name);
  return `${method} ${route}`;
}
