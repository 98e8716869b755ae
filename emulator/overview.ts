/** The page at `/` for people who try the emulator: the clock, the checks with their states, and the latest pings. */
import type { IncomingMessage } from "node:http";
import { html, raw } from "hono/html";
import type { CheckRow } from "./monitor/check";
import type { CheckEntry } from "./monitor/checkIndex";
import { nextExpected, statusAt } from "./monitor/checkState";
import type { Ping } from "./monitor/ping";
import type { Project } from "./monitor/project";
import type { Parts } from "./parts";

const REFRESH_SECONDS = 5;
const MOST_PINGS = 15;
const MOST_BODY_CHARACTERS = 60;
/** Forbids scripts, frames and foreign content, so that text of a check or a ping cannot do anything. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Whether a request is for this page, which is not counted, because it belongs to no service. */
export function isOverview({ method, url }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && /^\/(?:\?|$)/.test(url ?? "/");
}

/** Renders the page, which reloads itself every few seconds. `html` escapes everything. */
export async function overviewPage(parts: Parts): Promise<Response> {
  const { clock, monitor, dialect } = parts;
  const now = clock.now();
  const sections = monitor.account.projects.map((project) => projectSection(parts, project, now));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Emulated monitoring service</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Emulated monitoring service</h1>
<p>${parts.url}, dialect <b>${dialect}</b>. The keys are at <code>${parts.url}/_emulator/</code>.</p>
<p class="clock"><b>${timeOf(now)}</b> UTC${offsetWords(clock.offsetMs)}</p>
</header>
${sections}
<footer>This page asks for itself every ${REFRESH_SECONDS} seconds; it is not counted as a request.</footer>
</body>
</html>
`;
  // Copied, because the server writes the length of this answer into the object.
  return new Response(String(await page), { headers: { ...HEADERS } });
}

function projectSection(parts: Parts, project: Project, now: number) {
  const entries = project.checks.all().map((entry) => parts.monitor.account.settleCheck(entry));
  return html`<section>
<h2>Project ${project.name} <small>${count(entries.length, "check")}</small></h2>
${entries.length === 0 ? html`<p class="none">No checks yet.</p>` : checksTable(entries, project, now)}
${pingsTable(entries, now)}
</section>
`;
}

function checksTable(entries: readonly CheckEntry[], project: Project, now: number) {
  const rows = entries.map(({ row, flips, channels }) => {
    const status = statusAt(row, now);
    const flip = flips.at(-1);
    // An unnamed channel is shown, too, because it also alerts somebody.
    const names = channels.map((id) => project.channels.find((one) => one.id === id)?.name || id);
    return html`<tr>
<td><span class="status ${status}">${status}</span></td>
<td><b>${row.name || row.slug || "(no name)"}</b><br><code>${row.slug || "(no slug)"}</code></td>
<td>${expectation(row)}</td>
<td>${row.tags}</td>
<td>${names.join(", ") || html`<span class="none">nobody</span>`}</td>
<td>${row.lastPing === null ? "never" : ago(now - row.lastPing)}<br><small>${count(row.pingCount, "ping")}</small></td>
<td>${dueWords(row, now)}</td>
<td>${flip ? html`${flip.from} → ${flip.to}<br><small>${ago(now - flip.at)}</small>` : ""}</td>
</tr>
`;
  });
  return html`<div class="wide"><table>
<thead><tr><th>State</th><th>Check</th><th>Expected</th><th>Tags</th><th>Alerts</th><th>Last ping</th><th>Next ping</th><th>Last change</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
`;
}

function pingsTable(entries: readonly CheckEntry[], now: number) {
  const pings = entries
    .flatMap(({ row, pings }) => pings.map((ping) => ({ row, ping })))
    .sort((a, b) => b.ping.at - a.ping.at || b.ping.n - a.ping.n)
    .slice(0, MOST_PINGS);
  if (pings.length === 0) return "";
  const rows = pings.map(
    ({ row, ping }) => html`<tr>
<td><time>${timeOf(ping.at)}</time><br><small>${ago(now - ping.at)}</small></td>
<td>${row.name || row.slug} #${ping.n}</td>
<td><span class="ping ${ping.kind}">${ping.kind}</span></td>
<td>${ping.method} ${ping.userAgent}</td>
<td>${bodyWords(ping)}</td>
</tr>
`,
  );
  return html`<h3>Latest pings</h3>
<div class="wide"><table>
<thead><tr><th>When</th><th>Check</th><th>Kind</th><th>From</th><th>Body</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
`;
}

function expectation(row: CheckRow) {
  const grace = html`<br><small>grace ${duration(row.grace)}</small>`;
  if (row.kind === "simple") return html`every ${duration(row.timeout)}${grace}`;
  return html`<code>${row.schedule}</code> ${row.tz}${grace}`;
}

function dueWords(row: CheckRow, now: number): string {
  const due = nextExpected(row);
  if (due === null) return "";
  return due > now ? `in ${duration((due - now) / 1000)}` : `late by ${duration((now - due) / 1000)}`;
}

function bodyWords({ body }: Ping) {
  if (!body) return "";
  const text = body.toString("utf8");
  const shown = [...text].slice(0, MOST_BODY_CHARACTERS).join("");
  return html`<code>${shown}${shown.length < text.length ? "…" : ""}</code><br><small>${count(body.length, "byte")}</small>`;
}

function offsetWords(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000;
  if (seconds < 1) return "";
  return `, ${duration(seconds)} ${offsetMs > 0 ? "ahead of" : "behind"} this machine's clock`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

function ago(ms: number): string {
  if (ms < 0) return `in ${duration(-ms / 1000)}`;
  return ms < 1000 ? "just now" : `${duration(ms / 1000)} ago`;
}

const UNITS: [string, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** The two largest units, such as `1 hour 30 minutes`. */
function duration(seconds: number): string {
  let rest = Math.round(seconds);
  const parts = UNITS.flatMap(([unit, size]) => {
    const number = Math.floor(rest / size);
    rest -= number * size;
    return number > 0 ? [count(number, unit)] : [];
  });
  return parts.slice(0, 2).join(" ") || "0 seconds";
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** Uses no fonts, images or scripts from elsewhere. */
const STYLE = raw(`
:root { color-scheme: light dark; --line: #8884; --soft: #6b7280; --up: #157f3c; --down: #c81e1e; --late: #a15c07; --paused: #5b6472; }
@media (prefers-color-scheme: dark) { :root { --soft: #9aa3af; --up: #4ade80; --down: #f87171; --late: #fbbf24; --paused: #a3adba; } }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
header p { margin: .3rem 0; } small, footer, .none { color: var(--soft); font-weight: normal; } footer { margin-top: 2.5rem; }
code, time { font-family: ui-monospace, monospace; font-size: .9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 56rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { font-size: .85em; color: var(--soft); white-space: nowrap; }
.status, .ping { font-weight: 600; white-space: nowrap; }
.status::before { content: "● "; }
.up, .success { color: var(--up); } .down, .fail { color: var(--down); } .grace, .start { color: var(--late); } .paused, .new, .log, .ign { color: var(--paused); }
`);
