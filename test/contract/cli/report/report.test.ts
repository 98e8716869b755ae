import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DialectName } from "../../../../emulator";
import { Shell } from "../../../support/cli/reportCommand";
import { type Document, Service } from "../../../support/service";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What the tests read of `--json`. */
interface Json {
  completeFrom: string;
  window: { from: string; to: string };
  overall: { uptime: number | null; incidentCount: number };
  checks: {
    slug: string;
    uptime: number | null;
    downSeconds: number;
    unknownSeconds: number;
    knownFrom: string;
    timeline: { state: string }[];
  }[];
  incidents: { slug: string; start: string; end: string | null; seconds: number }[];
  tags: { tag: string | null; checkCount: number }[];
  unread: { title: string; reason: string }[];
  gate: { failUnder: number; missed: { slug: string }[] } | null;
}

describe.each<DialectName>(["server", "spec"])("pulumi-checks report (%s)", (dialect) => {
  let service: Service;
  let shell: Shell;
  let now: number;

  beforeAll(async () => {
    service = await Service.start({ dialect });
  });
  beforeEach(async () => {
    await service.admin.reset();
    shell = new Shell(service.environment);
    now = Math.floor(Date.now() / 1000);
  });
  afterEach(() => shell.close());
  afterAll(() => service.stop());

  const check = (fields: object) => service.request("POST", "/checks/", fields);

  async function ping(one: Document, end = ""): Promise<void> {
    const answer = await fetch(`${String(one.ping_url)}${end}`, { method: "POST" });
    if (!answer.ok) throw new Error(`ping: ${answer.status}`);
  }

  /** Two checks that were pinged two days ago; `backup` failed for three hours since, and `sync` did not. */
  async function twoDays() {
    await service.admin.setClock(now - 2 * DAY);
    const backup = await check({ slug: "backup", name: "Backup", tags: "prod db", timeout: 7 * DAY });
    const sync = await check({ slug: "sync", tags: "prod", timeout: 7 * DAY });
    await ping(backup);
    await ping(sync);
    await service.admin.setClock(now - 10 * HOUR);
    await ping(backup, "/fail");
    await service.admin.setClock(now - 7 * HOUR);
    await ping(backup);
    await service.admin.setClock(now);
    return { backup, sync };
  }

  async function json(...args: string[]): Promise<Json> {
    const { stdout } = await shell.run("report", "--json", "--quiet", ...args);
    return JSON.parse(stdout) as Json;
  }

  it("shows no UUID, also where the name, the tags or --tag hold one", async () => {
    const { uuid } = await check({ slug: "backup" });
    const tag = `of-${uuid}`;
    await service.request("POST", `/checks/${uuid}`, { name: `see ${uuid}`, tags: tag });
    for (const format of ["text", "markdown", "json", "csv", "html"]) {
      const { code, stdout, stderr } = await shell.run("report", "--format", format, "--tag", tag);
      expect(code).toBe(0);
      expect(stdout).toMatch(/see \\?\[uuid/);
      expect(`${stdout}${stderr}`).not.toContain(uuid);
    }
  });

  it("tells uptime and incidents", async () => {
    await twoDays();
    const report = await json("--from", new Date((now - DAY) * 1000).toISOString().replace(/\.\d+/, ""));
    const [backup] = report.checks;
    expect(report.checks.map(({ slug }) => slug)).toEqual(["backup", "sync"]);
    expect(backup?.downSeconds).toBeGreaterThanOrEqual(3 * HOUR - 1);
    expect(backup?.downSeconds).toBeLessThanOrEqual(3 * HOUR + 1);
    // Only servers record how a check came up; else nothing is known before its first failure.
    expect(backup?.uptime).toBeCloseTo(dialect === "server" ? 21 / 24 : 7 / 10, 3);
    expect(report.incidents.map(({ slug, end }) => [slug, end !== null])).toEqual([["backup", true]]);
    expect(report.tags.map(({ tag, checkCount }) => [tag, checkCount])).toEqual([
      ["db", 1],
      ["prod", 2],
    ]);
  });

  it("asks once for the list, and once for the flips of each check that was ever pinged", async () => {
    await twoDays();
    await check({ slug: "never-pinged" });
    await service.admin.clearRequests();
    const { checks } = await json();
    const { total, byRoute } = await service.admin.requests();
    expect(checks).toHaveLength(3);
    expect([total, byRoute]).toEqual([
      3,
      { "GET /api/v3/checks/": 1, "GET /api/v3/checks/<uuid>/flips/": 2 },
    ]);
  });

  it("gives the same report for a read-only key, by unique keys", async () => {
    await twoDays();
    const days = ["--days", "2"];
    const { checks: readWrite } = await json(...days);
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    const { checks: readOnly } = await json(...days);
    const known = ({ slug, knownFrom, timeline }: Json["checks"][number]) => ({
      slug,
      knownFrom,
      states: timeline.map(({ state }) => state),
    });
    expect(readOnly.map(known)).toEqual(readWrite.map(known));
  });

  it("shows neither the UUID, nor any address, nor the key of a check, whatever the format", async () => {
    const { backup, sync } = await twoDays();
    const names = ["a.html", "b.md", "c.json", "d.csv", "e.txt"];
    const { stdout, stderr } = await shell.run("report", ...names.flatMap((name) => ["--output", name]));
    expect(readdirSync(shell.folder).sort()).toEqual(names);
    const texts = [stdout, stderr, ...names.map((name) => readFileSync(join(shell.folder, name), "utf8"))];
    for (const text of texts.filter((one) => one !== stderr)) expect(text).toContain("sync");
    for (const secret of [backup.uuid, sync.uuid, service.key, service.emulator.url, "/ping/"]) {
      for (const text of texts) expect(text).not.toContain(secret);
    }
  });

  it("shows names that turn or hide text, and commands to a runner, as what they are, whatever the format", async () => {
    const named = await check({ slug: "x", name: "::error::pay\u202etxt.exe\u2066", tags: "a\u200bdmin" });
    await ping(named);
    const names = ["a.html", "b.md", "c.json", "d.csv", "e.txt"];
    const { stdout } = await shell.run("report", ...names.flatMap((name) => ["--output", name]));
    const texts = [stdout, ...names.map((name) => readFileSync(join(shell.folder, name), "utf8"))];
    for (const text of texts) {
      expect(text).toContain("202etxt.exe");
      expect(text).not.toMatch(/[\u200b\u202e\u2066]|^\s*::/m);
    }
  });

  it("ends with 2 when a check misses the gate, and says which", async () => {
    await twoDays();
    const gate = ["report", "--days", "3", "--fail-under", "99.9"];
    const missed = await shell.run(...gate);
    expect(missed.code).toBe(2);
    expect(missed.stdout).toContain("Gate missed: at least 99.9% for each check; 1 check had less.");
    expect((await json("--days", "3", "--fail-under", "99.9")).gate?.missed).toMatchObject([
      { slug: "backup" },
    ]);
    const passed = await shell.run(...gate, "--check", "sync");
    expect([passed.code, passed.stdout]).toEqual([
      0,
      expect.stringContaining("Gate passed: at least 99.9% for each check."),
    ]);
  });

  it("ends with 3 when the gate has nothing to go by", async () => {
    await check({ slug: "never-pinged" });
    const { code, stdout } = await shell.run("report", "--fail-under", "99");
    expect(code).toBe(3);
    expect(stdout).toContain("Gate not decided");
    expect(stdout).toMatch(/never-pinged\s+new\s+no data/);
  });

  it("ends with 3 when the history of a check could not be read, and reports the others", async () => {
    const { backup } = await twoDays();
    await service.admin.faults({
      match: { path: `/api/v3/checks/${backup.uuid}/flips/` },
      action: { kind: "status", status: 404 },
    });
    const { code, stdout } = await shell.run("report");
    expect(code).toBe(3);
    expect(stdout).toMatch(/Backup\s+it was deleted while the report was being made/);
    expect(stdout).toMatch(/sync[ *]+up\s+100%/);
  });

  it("asks once more where a single answer says that a check of the list is gone", async () => {
    const { backup } = await twoDays();
    await service.admin.faults({
      match: { path: `/api/v3/checks/${backup.uuid}/flips/` },
      times: 1,
      action: { kind: "status", status: 404 },
    });
    const { code, stdout } = await shell.run("report");
    expect(stdout).not.toContain("deleted");
    expect(code).toBe(0);
  });

  it("stops asking when the service stops answering", async () => {
    for (let nth = 0; nth < 30; nth++) await ping(await check({ slug: `check-${nth}` }));
    process.env.CHECKS_DEADLINE_SECONDS = "1";
    await service.admin.faults({
      match: { path: "/flips/" },
      action: { kind: "status", status: 503 },
      times: 1000,
    });
    await service.admin.clearRequests();
    const { checks, unread } = await json();
    expect([checks, unread.length]).toEqual([[], 30]);
    const spared = unread.filter(({ reason }) => reason.startsWith("not asked, because the service stopped"));
    const asked = unread.filter((one) => !spared.includes(one));
    for (const { reason } of asked) expect(reason).toContain("the service answered 503");
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  it("is limited to tags, all of which a check must carry", async () => {
    await twoDays();
    const slugs = async (...args: string[]) => (await json(...args)).checks.map(({ slug }) => slug);
    expect(await slugs("--tag", "prod")).toEqual(["backup", "sync"]);
    expect(await slugs("--tag", "prod", "--tag", "db")).toEqual(["backup"]);
  });

  it("does not claim to know of the time before the service's memory", async () => {
    await twoDays();
    const report = await json("--days", "365");
    const { stdout } = await shell.run("report", "--days", "365");
    expect(stdout).toContain(`data is complete from ${report.completeFrom.slice(0, 10)}`);
    for (const { timeline } of report.checks) expect(timeline[0]?.state).toBe("unknown");
  });

  it.each([
    [["--from", "tomorrow"], "error: --from: it must be a date such as 2026-05-01"],
    [["--tz", "Mars/Olympus"], "error: --tz: it must be an IANA time zone"],
    [["--fail-under", "many"], "error: --fail-under: it must be a percentage"],
    [
      ["--output", "report.pdf"],
      "error: --output: the name report.pdf does not tell the format. It must end in",
    ],
    [["--output", "no/such/folder.html"], "error: no/such/folder.html: it cannot be written (ENOENT)"],
    [
      ["--check", "nothing"],
      'error: --check: no check has the slug, unique key or UUID "nothing". There is only backup',
    ],
    [["--format", "pdf"], "Allowed choices are text, markdown, json, csv, html"],
  ])("refuses %j in one line, with exit code 1", async (args, words) => {
    await check({ slug: "backup" });
    const { code, stderr, stdout } = await shell.run("report", "--quiet", ...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
  });

  it("says what to set when nothing is configured", async () => {
    delete process.env.CHECKS_URL;
    const { code, stderr } = await shell.run("report", "--quiet");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("the address of the monitoring service is not set"),
    ]);
  });

  it("tells its progress in plain lines where there is no terminal", async () => {
    await twoDays();
    const { stderr } = await shell.run("report");
    expect(stderr).toBe("Reading the checks\nReading the status changes of 2 checks\n");
  });

  it("explains itself with examples", async () => {
    const { code, stdout } = await shell.run("report", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Examples:");
  });
});

describe("a paused check, on a real server", () => {
  it("is not counted as down while it is paused, nor while it waits for a ping after it was resumed", async () => {
    const service = await Service.start();
    const shell = new Shell(service.environment);
    try {
      const now = Math.floor(Date.now() / 1000);
      await service.admin.setClock(now - 5 * HOUR);
      const one = await service.request("POST", "/checks/", { slug: "migration" });
      await fetch(String(one.ping_url));
      await service.admin.setClock(now - 3 * HOUR);
      await service.request("POST", `/checks/${one.uuid}/pause`);
      await service.admin.setClock(now);
      const states = async () => {
        const { stdout } = await shell.run("report", "--json", "--quiet");
        return (JSON.parse(stdout) as Json).checks[0]?.timeline.map(({ state }) => state);
      };
      expect(await states()).toEqual(["unknown", "up", "paused"]);
      await service.admin.setClock(now - HOUR);
      await service.request("POST", `/checks/${one.uuid}/resume`);
      await service.admin.setClock(now);
      expect(await states()).toEqual(["unknown", "up", "paused"]);
    } finally {
      shell.close();
      await service.stop();
    }
  });
});
