/** The monitoring service of a test: an emulator of its own, and requests as a person would make them. */
import { type Emulator, EmulatorAdmin, type EmulatorOptions, startEmulator } from "../../emulator";

/** A check as the service tells it. */
export type Document = Record<string, unknown> & { uuid: string; slug: string; status: string };

/** A running emulator with shortcuts. */
export class Service {
  readonly admin: EmulatorAdmin;

  private constructor(readonly emulator: Emulator) {
    this.admin = new EmulatorAdmin(emulator.adminUrl);
  }

  static async start(options: EmulatorOptions = {}): Promise<Service> {
    return new Service(await startEmulator(options));
  }

  get key(): string {
    return this.emulator.projects.alpha.readWriteKey;
  }

  /** What the provider needs in its environment. */
  get environment(): Record<string, string> {
    return { CHECKS_URL: this.emulator.url, CHECKS_API_KEY: this.key };
  }

  /** A request by hand, as somebody on the website would cause it. */
  async request(method: string, path: string, body?: object, key = this.key): Promise<Document> {
    const response = await fetch(`${this.emulator.url}/api/v3${path}`, {
      method,
      headers: { "X-Api-Key": key, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as Document;
  }

  /** All checks of a project, by hand. */
  async checks(key = this.key): Promise<Document[]> {
    return (await this.request("GET", "/checks/", undefined, key)).checks as Document[];
  }

  /** The one check with a slug; fails when there is none or there are several. */
  async check(slug: string): Promise<Document> {
    const found = (await this.checks()).filter((check) => check.slug === slug);
    const [only] = found;
    if (!only || found.length > 1) throw new Error(`${found.length} checks have the slug ${slug}`);
    return only;
  }

  async stop(): Promise<void> {
    await this.emulator.close();
  }
}

/** Starts a service for each test of a `describe`. What providers say on stderr is not shown. */
export function inFreshService(begin: (service: Service) => unknown): void {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
    jest.spyOn(console, "error").mockImplementation(() => {});
    await begin(service);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });
}

/** Starts a service for the tests of a `describe`; before each of them it is as it was at its start. */
export function inService(begin: (service: Service) => unknown, options: EmulatorOptions = {}): void {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start(options);
  });
  beforeEach(async () => {
    await service.admin.reset();
    await begin(service);
  });
  afterAll(() => service.stop());
}
