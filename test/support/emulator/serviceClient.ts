import http from "node:http";
import { type Emulator, EmulatorAdmin, type EmulatorOptions, startEmulator } from "../../../emulator";

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The body as JSON; reading it fails the test when it is not. */
  json: () => Record<string, unknown>;
}

/** What a request carries besides its method and path. */
export interface Extras {
  key?: string | null;
  json?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
  agent?: http.Agent;
}

/** A started emulator, spoken to as a client would, without following redirects or retrying. */
export class Service {
  readonly admin: EmulatorAdmin;

  constructor(readonly emulator: Emulator) {
    this.admin = new EmulatorAdmin(emulator.adminUrl);
  }

  static async start(options: EmulatorOptions = {}): Promise<Service> {
    return new Service(await startEmulator(options));
  }

  get keys() {
    return this.emulator.projects.alpha;
  }

  /** Sends a request; with project alpha's read-write key unless another (or null for none) is given. */
  call(method: string, path: string, extras: Extras = {}): Promise<Answer> {
    const { key = this.keys.readWriteKey, json, raw, headers = {}, agent } = extras;
    const body = json === undefined ? raw : JSON.stringify(json);
    const url = path.startsWith("http") ? path : `${this.emulator.url}${path}`;
    return new Promise((resolve, reject) => {
      const request = http.request(
        url,
        {
          method,
          agent: agent ?? false,
          headers: {
            ...(key === null ? {} : { "X-Api-Key": key }),
            ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(parts).toString();
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: () => JSON.parse(text) as Record<string, unknown>,
            });
          });
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  /** Creates a check and gives the answer's document. */
  async create(
    fields: Record<string, unknown> = {},
  ): Promise<Record<string, unknown> & { uuid: string; ping_url: string }> {
    const answer = await this.call("POST", "/api/v3/checks/", { json: fields });
    if (answer.status !== 201) throw new Error(`create: ${answer.status} ${answer.text}`);
    return answer.json() as Record<string, unknown> & { uuid: string; ping_url: string };
  }

  /** The check's document. */
  async get(uuid: string): Promise<Record<string, unknown>> {
    const answer = await this.call("GET", `/api/v3/checks/${uuid}`);
    if (answer.status !== 200) throw new Error(`get: ${answer.status} ${answer.text}`);
    return answer.json();
  }

  async list(query = ""): Promise<Record<string, unknown>[]> {
    const answer = await this.call("GET", `/api/v3/checks/${query}`);
    return answer.json().checks as Record<string, unknown>[];
  }

  async flips(uuid: string, query = ""): Promise<{ timestamp: string; up: number }[]> {
    const answer = await this.call("GET", `/api/v3/checks/${uuid}/flips/${query}`);
    return answer.json().flips as { timestamp: string; up: number }[];
  }

  close(): Promise<void> {
    return this.emulator.close();
  }
}
