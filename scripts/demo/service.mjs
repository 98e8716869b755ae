/** The monitoring service that the demo runs against, and what a person does there by hand. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { whenStopped } from "../process/interrupt.mjs";
import { Problem } from "../process/problem.mjs";

/** The user's own service when `CHECKS_URL` and `CHECKS_API_KEY` are set, else an emulator of the demo's own. */
export async function startService(root, env = process.env) {
  const { CHECKS_URL: url, CHECKS_API_KEY: apiKey } = env;
  if (url && apiKey) return new Service(url.replace(/\/+$/, ""), apiKey, { own: true });
  if (url || apiKey) {
    throw new Problem(
      `${url ? "CHECKS_URL" : "CHECKS_API_KEY"} is set, and ${url ? "CHECKS_API_KEY" : "CHECKS_URL"} is not.`,
      "Set both to run the demo against your own service, or neither to run it against an emulator.",
    );
  }
  return startEmulator(root);
}

async function startEmulator(root) {
  const child = spawn(process.execPath, [join(root, "dist", "emulator", "main.js")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const forget = whenStopped(() => child.kill());
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => {
      throw new Problem(
        "The emulator did not start.",
        "Its own words are above; `npm run emulator` repeats them.",
      );
    }),
  ]);
  const { url, projects } = JSON.parse(line);
  return new Service(url, projects.alpha.readWriteKey, {
    own: false,
    stop: () => {
      forget();
      child.kill();
    },
  });
}

const once = (emitter, event) => new Promise((resolve) => emitter.once(event, (...args) => resolve(args)));

/** The secret part of a ping URL; it stands in no message. */
const UUID = /[0-9a-f-]{36}/;

class Service {
  constructor(url, apiKey, { own, stop = () => {} }) {
    this.url = url;
    this.apiKey = apiKey;
    /** Whether it is the user's own. */
    this.own = own;
    this.stop = stop;
  }

  /** What the provider needs in its environment. */
  get environment() {
    return { CHECKS_URL: this.url, CHECKS_API_KEY: this.apiKey };
  }

  /** The one check with this slug, or undefined. */
  async check(slug) {
    const { checks } = await this.request("GET", `/checks/?slug=${slug}`);
    return checks[0];
  }

  /** All checks of the project. */
  async checks() {
    return (await this.request("GET", "/checks/")).checks;
  }

  /** Deletes a check; one that is gone already is fine. */
  async remove(uuid) {
    await this.request("DELETE", `/checks/${uuid}`, undefined, { gone: true });
  }

  change(uuid, fields) {
    return this.request("POST", `/checks/${uuid}`, fields);
  }

  async request(method, path, body, { gone = false } = {}) {
    const answer = await fetch(`${this.url}/api/v3${path}`, {
      method,
      headers: { "X-Api-Key": this.apiKey, "Content-Type": "application/json" },
      redirect: "error",
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error) => {
      throw new Problem(
        `${this.url} does not answer: ${error.cause?.message ?? error.message}.`,
        "Check CHECKS_URL, then run this again.",
      );
    });
    const text = await answer.text();
    if (gone && answer.status === 404) return undefined;
    if (!answer.ok) {
      throw new Problem(
        `${this.url} answered ${answer.status} to ${method} ${path.replace(UUID, "<check>")}: ${text.slice(0, 200)}`,
        "Check CHECKS_URL and CHECKS_API_KEY (it must be a read-write key), then run this again.",
      );
    }
    return JSON.parse(text);
  }
}
