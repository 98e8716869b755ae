/** A JSON answer. */
export function json(document: unknown, status = 200): Response {
  return new Response(JSON.stringify(document), { status, headers: { "content-type": "application/json" } });
}

/** Plain text with the content type of HTML, as the server sends it. */
export function mislabelledText(
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
}

/** An answer without a body. The server calls nothing HTML, too; without a type, hono calls it plain text. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
}

/** An HTML page. */
export function page(status: number, title: string): Response {
  return mislabelledText(
    `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
    status,
  );
}

/** Headers of an answer that must not be cached. */
export const NEVER_CACHED = {
  "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
} as const;
