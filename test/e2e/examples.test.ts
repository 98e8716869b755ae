/** The examples that need nobody but the service, each as a project of its own. Others stand with what they are about. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compiled } from "../support/compiledProgram";
import { coverageOf } from "../support/coverage";
import { Stack, succeeded } from "../support/engine";
import { Service } from "../support/service";

const EXAMPLES = join(__dirname, "..", "..", "examples");

describe("the example", () => {
  let service: Service;
  let stack: Stack;

  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  /** Runs it, and gives its outputs. */
  async function outputsOf(name: string, environment: Record<string, string> = {}): Promise<Outputs> {
    stack = new Stack({ ...service.environment, ...environment });
    const filter = (source: string) => !/package\.json$|node_modules/.test(source.slice(EXAMPLES.length));
    cpSync(join(EXAMPLES, name), stack.folder, { recursive: true, filter });
    stack.write("Pulumi.yaml", readFileSync(join(EXAMPLES, name, "Pulumi.yaml"), "utf8"));
    // Their types are checked by `test/unit/docs/examples.test.ts`.
    stack.write("index.js", compiled(readFileSync(join(EXAMPLES, name, "index.ts"), "utf8")));
    await stack.init();
    await stack.up();
    succeeded(await stack.pulumi(["preview", "--expect-no-changes"]));
    const shown = await stack.pulumi(["stack", "output", "--json", "--show-secrets"]);
    return JSON.parse(succeeded(shown).text) as Outputs;
  }
  type Outputs = Record<string, unknown>;

  const checks = async (key?: string) =>
    Object.fromEntries(
      (await service.checks(key)).map(({ slug, schedule, tz, timeout, grace }) => [
        slug,
        [schedule ?? timeout, tz ?? "", grace],
      ]),
    );
  const pingUrl = async (slug: string) => String((await service.check(slug)).ping_url);

  it("quickstart has a check for each of three jobs, and gives the address that a backup pings", async () => {
    const { backupPingUrl } = await outputsOf("quickstart");
    expect(await checks()).toEqual({
      "quickstart-nightly-backup": ["30 2 * * *", "Europe/Riga", 3600],
      "quickstart-queue-worker": [300, "", 120],
      "quickstart-certificate-renewal": [7 * 86_400, "", 86_400],
    });
    expect(backupPingUrl).toBe(await pingUrl("quickstart-nightly-backup"));
  });

  it("github-workflow has a check for each workflow, says what it needs to ping, and covers all", async () => {
    const { secrets, toAdd } = await outputsOf("github-workflow");
    expect(await checks()).toEqual({
      "nightly-build": ["17 3 * * 1-5", "UTC", 3600 + 35 * 60],
      "close-stale-issues": ["30 1 * * 0", "UTC", 3600 + 10 * 60],
    });
    expect(secrets).toEqual({
      CHECKS_PING_URL_NIGHTLY_BUILD: await pingUrl("nightly-build"),
      CHECKS_PING_URL_CLOSE_STALE_ISSUES: await pingUrl("close-stale-issues"),
    });
    expect(toAdd).toEqual({
      ".github/workflows/stale.yml": expect.arrayContaining(["  ping:", "    needs: [stale]"]),
    });
    expect(await stack.exported()).not.toContain(await pingUrl("nightly-build"));
    expect(await coverageOf(stack, service, join(stack.folder, ".github", "workflows"))).toMatchObject({
      percent: 100,
      counts: { jobs: 2, needed: 2, covered: 2, checks: 2 },
      gaps: [],
    });
    // A workflow at another time, and one that is gone.
    stack.drop(".github/workflows/stale.yml");
    stack.write(
      ".github/workflows/nightly-build.yml",
      "name: Nightly build\non: { schedule: [{ cron: '0 5 * * *' }] }\njobs:\n  build: {}\n",
    );
    await stack.up();
    expect(await checks()).toEqual({ "nightly-build": ["0 5 * * *", "UTC", 3600] });
  });

  it("systemd has a check for each timer, says what its service needs to ping, and covers all", async () => {
    const { files, toAdd } = await outputsOf("systemd");
    expect(await checks()).toEqual({
      backup: ["*-*-* 02:30", "Europe/Riga", (60 + 16 + 1) * 60],
      "sync-mirror": [3600, "", 3600],
    });
    expect(files).toEqual({
      "/etc/pulumi-checks/backup.env": `CHECKS_PING_URL=${await pingUrl("backup")}\n`,
      "/etc/pulumi-checks/sync-mirror.env": `CHECKS_PING_URL=${await pingUrl("sync-mirror")}\n`,
    });
    expect(toAdd).toEqual({ "units/sync-mirror.timer": expect.arrayContaining(["[Service]"]) });
    const zone = ["--machine-tz", "Europe/Riga"];
    expect(await coverageOf(stack, service, join(stack.folder, "units"), ...zone)).toMatchObject({
      percent: 100,
      counts: { jobs: 2, needed: 2, covered: 2, checks: 2 },
      gaps: [],
    });
  });

  it("several-projects has checks in each, also two of one slug", async () => {
    const { alpha, beta } = service.emulator.projects;
    const { pingUrls } = await outputsOf("several-projects", {
      CHECKS_PROJECTS_BILLING_API_KEY: beta.readWriteKey,
      CHECKS_PROJECTS_PLATFORM_API_KEY: alpha.readWriteKey,
    });
    expect(Object.keys(await checks(beta.readWriteKey)).sort()).toEqual(["backup", "invoices"]);
    expect(await checks()).toEqual({
      backup: ["30 2 * * *", "Europe/Riga", 3600],
      queue: [300, "", 120],
    });
    const invoices = (await service.checks(beta.readWriteKey)).find(({ slug }) => slug === "invoices");
    expect(pingUrls).toEqual({ invoices: invoices?.ping_url, backup: await pingUrl("backup") });
  });

  it("component has the checks of each database below it", async () => {
    const { ordersBackupPingUrl } = await outputsOf("component");
    expect(await checks()).toEqual({
      "orders-backup": ["30 2 * * *", "UTC", 3600],
      "orders-replication": [300, "", 300],
      "customers-backup": ["30 3 * * *", "UTC", 3600],
      "customers-replication": [300, "", 300],
    });
    expect(ordersBackupPingUrl).toBe(await pingUrl("orders-backup"));
  });
});
