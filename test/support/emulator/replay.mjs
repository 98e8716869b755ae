#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import fs from "node:fs";
// Replays recorded request/response scenarios against any implementation of the
// check-monitoring management API. Node 20+, no dependencies.
//
//   node replay.mjs --url http://127.0.0.1:PORT --rw KEY --ro KEY --other-rw KEY \
//        --reset 'sh reset.sh' [--ping-key KEY] [--only SUBSTRING] [--skip SUBSTRING]
//        [--dir vectors] [--lenient-extra] [--ignore-content-type] [--quiet] [--keep-going]
//
// --reset: a shell command (or an http(s) URL, which is POSTed to) run before each
//   scenario. It must leave both projects without checks. It gets the environment
//   variables SCENARIO (name) and SCENARIO_SETUP (JSON; e.g. {"check_limit": 2}); an URL
//   gets the same as a JSON body {"scenario","setup"}.
// Scenarios whose "requires" names something not given (e.g. "ping_key", "check_limit")
// are skipped: pass --can check_limit when the reset hook honours SCENARIO_SETUP.
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export function parseArgs(argv) {
  const o = { can: [] };
  for (let i = 0; i < argv.length; i++) {
    if (!argv[i].startsWith("--")) {
      continue;
    }
    const k = argv[i].slice(2);
    if (["lenient-extra", "ignore-content-type", "quiet"].includes(k)) o[k] = true;
    else if (k === "can") o.can.push(argv[++i]);
    else o[k] = argv[++i];
  }
  return o;
}

const agents = {
  "http:": new http.Agent({ keepAlive: true }),
  "https:": new https.Agent({ keepAlive: true }),
};

export function send(url, method, headers, body) {
  return new Promise((resolve, reject) => {
    const u = new URL(url);
    const h = { "User-Agent": "contract-replay", ...headers };
    if (body !== undefined && body !== null) h["Content-Length"] = Buffer.byteLength(body);
    else if (method === "POST" || method === "PUT" || method === "PATCH") h["Content-Length"] = 0;
    const req = (u.protocol === "https:" ? https : http).request(
      u,
      { method, headers: h, agent: agents[u.protocol], timeout: 30000 },
      (res) => {
        const parts = [];
        res.on("data", (d) => parts.push(d));
        res.on("end", () =>
          resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(parts) }),
        );
        res.on("error", reject);
      },
    );
    req.on("timeout", () => req.destroy(new Error("timeout")));
    req.on("error", reject);
    req.end(body ?? undefined);
  });
}

// $NAME placeholders; longest names first, so that $UUID10 is not read as $UUID1 + "0".
export function subst(v, vars) {
  if (typeof v === "string") {
    return v.replace(/\$[A-Z][A-Z0-9_]*/g, (m) => (m in vars ? vars[m] : m));
  }
  if (Array.isArray(v)) return v.map((x) => subst(x, vars));
  if (v && typeof v === "object")
    return Object.fromEntries(Object.entries(v).map(([k, x]) => [subst(k, vars), subst(x, vars)]));
  return v;
}

export async function perform(base, request, vars) {
  const p = subst(request.path, vars);
  const url = /^https?:\/\//.test(p) ? p : base.replace(/\/$/, "") + p;
  const headers = subst(request.headers ?? {}, vars);
  let body = null;
  if ("json" in request) {
    body = Buffer.from(JSON.stringify(subst(request.json, vars)));
    if (!Object.keys(headers).some((k) => k.toLowerCase() === "content-type"))
      headers["Content-Type"] = "application/json";
  } else if ("raw" in request) body = Buffer.from(subst(request.raw, vars));
  else if ("raw_base64" in request) body = Buffer.from(request.raw_base64, "base64");
  return send(url, request.method, headers, body);
}

export function dig(obj, expr) {
  let cur = obj;
  for (const part of expr.split(".")) {
    if (cur === undefined || cur === null) return undefined;
    cur = cur[part];
  }
  return cur;
}

const RX = {
  uuid: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
  sha1: "[0-9a-f]{40}",
  timestamp: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?:Z|[+-]\\d\\d:\\d\\d)",
  url: 'https?://[^\\s"]+?',
  any: "[\\s\\S]*",
  int: "-?\\d+",
};
const esc = (s) => s.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

// Returns null when `act` fits `exp`, otherwise {path, expected, actual, why}.
export function match(exp, act, at, opts, vars) {
  const no = (why) => ({ path: at, expected: exp, actual: act, why });
  if (typeof exp === "string") {
    if (exp === "<any>") return act === undefined ? no("missing") : null;
    if (exp === "<int>") return Number.isInteger(act) ? null : no("not an integer");
    if (exp === "<number>") return typeof act === "number" ? null : no("not a number");
    if (exp === "<bool>") return typeof act === "boolean" ? null : no("not a boolean");
    if (typeof act !== "string") return no("not a string");
    let m = /^<csv:(.*)>$/.exec(exp);
    if (m) {
      const want = m[1]
        .split(",")
        .map((x) => subst(x, vars))
        .sort();
      const have = act === "" ? [] : act.split(",");
      if (JSON.stringify([...have].sort()) !== JSON.stringify(want)) return no("different members");
      return JSON.stringify(have) === JSON.stringify(want) ? null : no("members not in ascending order");
    }
    m = /^<tokens:(.*)>$/.exec(exp);
    if (m) {
      const norm = (s) =>
        s
          .split(",")
          .map((x) => x.trim())
          .sort()
          .join(",");
      return norm(m[1]) === norm(act) ? null : no("different members");
    }
    const full = subst(exp, vars);
    if (!/<(uuid|sha1|timestamp|url|any|int)>/.test(full)) return full === act ? null : no("different");
    const rx = full
      .split(/(<(?:uuid|sha1|timestamp|url|any|int)>)/)
      .map((t) => {
        const k = /^<(\w+)>$/.exec(t);
        return k && RX[k[1]] ? RX[k[1]] : esc(t);
      })
      .join("");
    return new RegExp(`^${rx}$`).test(act) ? null : no("does not fit the pattern");
  }
  if (exp === null || typeof exp !== "object") return Object.is(exp, act) ? null : no("different");
  if (Array.isArray(exp)) {
    if (!Array.isArray(act)) return no("not an array");
    for (let i = 0; i < Math.min(exp.length, act.length); i++) {
      const r = match(exp[i], act[i], `${at}[${i}]`, opts, vars);
      if (r) return r;
    }
    return exp.length === act.length ? null : no(`length ${act.length}, expected ${exp.length}`);
  }
  if (act === null || typeof act !== "object" || Array.isArray(act)) return no("not an object");
  for (const k of Object.keys(exp)) {
    if (!(k in act))
      return { path: `${at}.${k}`, expected: exp[k], actual: undefined, why: "key is missing" };
    const r = match(exp[k], act[k], `${at}.${k}`, opts, vars);
    if (r) return r;
  }
  if (!opts["lenient-extra"])
    for (const k of Object.keys(act)) {
      if (!(k in exp))
        return { path: `${at}.${k}`, expected: undefined, actual: act[k], why: "unexpected key" };
    }
  return null;
}

const media = (s) => (s ?? "").split(";")[0].trim().toLowerCase();

export function check(expected, res, vars, opts, capture) {
  if (res.status !== expected.status) {
    return {
      path: "status",
      expected: expected.status,
      actual: res.status,
      why: `different; body: ${res.body.toString().slice(0, 300)}`,
    };
  }
  let json;
  if ("json" in expected || capture) {
    try {
      json = JSON.parse(res.body.toString());
    } catch {
      return { path: "body", expected: "json", actual: res.body.toString().slice(0, 200), why: "not json" };
    }
  }
  for (const [name, expr] of Object.entries(capture ?? {})) {
    const v = dig({ json }, expr);
    if (v === undefined || v === null)
      return { path: expr, expected: `a value to capture as ${name}`, actual: v, why: "missing" };
    vars[name] = v;
  }
  if ("json" in expected) {
    const r = match(expected.json, json, "json", opts, vars);
    if (r) return r;
  } else if ("text" in expected) {
    const r = match(expected.text, res.body.toString(), "text", opts, vars);
    if (r) return r;
  }
  for (const [k, v] of Object.entries(expected.headers ?? {})) {
    if (k === "content-type") {
      if (!opts["ignore-content-type"] && media(v) !== media(res.headers[k]))
        return { path: "headers.content-type", expected: v, actual: res.headers[k], why: "different" };
    } else {
      const r = match(v, res.headers[k], `headers.${k}`, opts, vars);
      if (r) return r;
    }
  }
  return null;
}

export async function reset(how, scenario) {
  if (!how) return;
  if (/^https?:\/\//.test(how)) {
    const r = await send(
      how,
      "POST",
      { "Content-Type": "application/json" },
      Buffer.from(JSON.stringify({ scenario: scenario.name, setup: scenario.setup ?? {} })),
    );
    if (r.status >= 300) throw new Error(`reset answered ${r.status}`);
    return;
  }
  const r = spawnSync("sh", ["-c", how], {
    env: { ...process.env, SCENARIO: scenario.name, SCENARIO_SETUP: JSON.stringify(scenario.setup ?? {}) },
    encoding: "utf8",
  });
  if (r.status !== 0) throw new Error(`reset failed (${r.status}): ${r.stderr}`);
}

export function baseVars(o) {
  const v = { $RW: o.rw, $RO: o.ro, $OTHER_RW: o["other-rw"] };
  if (o["ping-key"]) v.$PING_KEY = o["ping-key"];
  return v;
}

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

export async function runScenario(sc, o) {
  const vars = baseVars(o);
  await reset(o.reset, sc);
  for (let i = 0; i < sc.steps.length; i++) {
    const st = sc.steps[i];
    if (st.wait_ms) await sleep(st.wait_ms);
    let res;
    try {
      res = await perform(o.url, st.request, vars);
    } catch (e) {
      return { step: i, st, diff: { path: "connection", why: String(e) } };
    }
    const diff = check(st.response, res, vars, o, st.capture);
    if (diff) return { step: i, st, diff, body: res.body.toString() };
  }
  return null;
}

const show = (v) => (v === undefined ? "(absent)" : JSON.stringify(v));

async function main() {
  const o = parseArgs(process.argv.slice(2));
  for (const k of ["url", "rw", "ro", "other-rw"])
    if (!o[k]) {
      console.error(`--${k} is needed`);
      process.exit(2);
    }
  const dir = o.dir ?? fileURLToPath(new URL("../../contract/emulator/vectors", import.meta.url));
  const have = new Set(o.can);
  if (o["ping-key"]) have.add("ping_key");
  let passed = 0,
    failed = 0,
    skipped = 0;
  for (const f of fs
    .readdirSync(dir)
    .filter((f) => f.endsWith(".json"))
    .sort()) {
    const data = JSON.parse(fs.readFileSync(path.join(dir, f), "utf8"));
    for (const sc of data.scenarios ?? (Array.isArray(data) ? data : [data])) {
      const id = `${f.replace(/\.json$/, "")}/${sc.name}`;
      if (o.only && !id.includes(o.only)) continue;
      if (o.skip && id.includes(o.skip)) continue;
      const lack = (sc.requires ?? []).filter((r) => !have.has(r));
      if (lack.length) {
        skipped++;
        console.log(`SKIP ${id} (needs ${lack.join(", ")})`);
        continue;
      }
      let bad;
      try {
        bad = await runScenario(sc, o);
      } catch (e) {
        bad = {
          step: -1,
          st: { request: { method: "", path: "" } },
          diff: { path: "replay", why: String(e) },
        };
      }
      if (!bad) {
        passed++;
        if (!o.quiet) console.log(`ok   ${id}`);
        continue;
      }
      failed++;
      console.log(`FAIL ${id}`);
      console.log(`     ${sc.about}`);
      console.log(
        `     step ${bad.step + 1} of ${sc.steps.length}: ${bad.st.request.method} ${bad.st.request.path}${bad.st.note ? `  # ${bad.st.note}` : ""}`,
      );
      if ("json" in bad.st.request)
        console.log(`       sent      ${JSON.stringify(bad.st.request.json).slice(0, 300)}`);
      console.log(`       at        ${bad.diff.path}: ${bad.diff.why}`);
      console.log(`       - expected ${show(bad.diff.expected)?.slice(0, 600)}`);
      console.log(`       + actual   ${show(bad.diff.actual)?.slice(0, 600)}`);
    }
  }
  for (const a of Object.values(agents)) a.destroy();
  if (skipped) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) await main();
