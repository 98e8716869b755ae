/** The emulator in a process of its own, so that its work is not counted as ours. */
import { spawn } from "node:child_process";
import http from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../scripts/process/command.mjs";
import { whenStopped } from "../scripts/process/interrupt.mjs";

/** The requests in flight at once that the provider allows itself by default. */
const CONCURRENCY = 8;

export async function startService() {
  const child = spawn(process.execPath, [join(ROOT, "dist", "emulator", "main.js")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const forget = whenStopped(() => child.kill());
  const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  const { url, adminUrl, projects } = JSON.parse(line);
  const admin = async (method, path, body) =>
    (
      await fetch(`${adminUrl}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      })
    ).json();
  return {
    environment: { CHECKS_URL: url, CHECKS_API_KEY: projects.alpha.readWriteKey },
    reset: () => admin("POST", "/reset", { setup: {} }),
    clearRequests: () => admin("DELETE", "/requests"),
    requests: async () => (await admin("GET", "/requests")).total,
    raw: (requests) => rawRequests(url, projects.alpha.readWriteKey, requests),
    stop: () => {
      forget();
      child.kill();
    },
  };
}

/** Sends requests with Node's bare client, so many at once as the provider would; gives seconds and answers. */
async function rawRequests(url, apiKey, requests) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const started = performance.now();
  const answers = await Promise.all(requests.map((request) => rawRequest(agent, url, apiKey, request)));
  const wall = (performance.now() - started) / 1000;
  agent.destroy();
  return { wall, answers };
}

function rawRequest(agent, url, apiKey, { method, path, body }) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = {
      "X-Api-Key": apiKey,
      ...(text && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
    };
    const request = http.request(`${url}/api/v3${path}`, { method, agent, headers }, (answer) => {
      let all = "";
      answer.on("data", (chunk) => {
        all += chunk;
      });
      answer.on("end", () =>
        answer.statusCode < 300 ? resolve(all) : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      );
    });
    request.on("error", reject);
    request.end(text);
  });
}
