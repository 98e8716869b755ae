/** `pulumi-checks advise` over histories that a service has really recorded: its clock moves, real pings come. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { knownOf } from "../../../../cli/advise/read";
import { alarmsOf } from "../../../../cli/advise/replay";
import { type AdviceReport, adviceReport } from "../../../../cli/advise/report";
import { expectationOf, type Settings } from "../../../../cli/advise/rule";
import { findChosen } from "../../../../cli/stacks/chosen";
import type { DialectName } from "../../../../emulator";
import { silent } from "../../../../provider/core/log";
import { DriftScene } from "../../../support/cli/driftScene";
import { Shell } from "../../../support/cli/reportCommand";
import { type Document, Service } from "../../../support/service";
import { itUnless, lackOf } from "../../../support/unless";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Before the clocks of Europe change: histories go over the change. */
const BEGIN = Date.parse("2026-10-12T00:30:00Z") / 1000;

let service: Service;
let shell: Shell;

beforeEach(async () => {
  shell = new Shell({});
});
afterEach(async () => {
  shell.close();
  await service.stop();
});

async function begin(dialect: DialectName = "server"): Promise<void> {
  service = await Service.start({ dialect });
  Object.assign(process.env, service.environment);
  await service.admin.setClock(BEGIN);
}

const check = (fields: object) => service.request("POST", "/checks/", fields);
const ping = (one: Document, end = "") => fetch(`${String(one.ping_url)}${end}`, { method: "POST" });

/** Has pings come at these seconds since the beginning, each with the end of its address. */
async function pings(one: Document, all: readonly (readonly [number, string?])[]): Promise<void> {
  for (const [at, end] of all) {
    await service.admin.setClock(BEGIN + at);
    await ping(one, end);
  }
}

const nights = <T>(count: number, make: (night: number) => T): T[] =>
  Array.from({ length: count }, (_, night) => make(night));

/** The alarms that the present settings predict, and the changes to "down" that the service has recorded. */
async function predictedAndRecorded(slug: string, settings: Settings) {
  const [found] = await findChosen({ stacks: [], lastUp: false, slugs: [slug], tags: [] }, silent);
  if (!found?.live?.uuid) throw new Error(`no check ${slug}`);
  const { api, live } = found;
  const [documents, flips] = [await api.listPings(found.live.uuid), await api.listFlips(found.live.uuid)];
  const now = await service.admin.now();
  const known = knownOf({ live, settings }, documents, flips, now * 1000);
  if (!known) throw new Error("its pings could not be read");
  const failures = known.history.filter(({ kind }) => kind === "fail").map(({ at }) => Math.floor(at / 1000));
  const alarms = alarmsOf(known.history, expectationOf(settings.times), settings.grace, now * 1000);
  const downs = flips.flips
    .filter(({ up }) => up === 0)
    .map(({ timestamp }) => Date.parse(timestamp) / 1000)
    .filter((at) => !failures.includes(at))
    .toSorted((a, b) => a - b);
  return { predicted: alarms.map(({ at }) => Math.floor(at / 1000)), recorded: downs, known };
}

describe.each<DialectName>(["server", "spec"])("the alarms of the present settings (%s)", (dialect) => {
  beforeEach(() => begin(dialect));

  it("are those that the service has raised: of a period, late and missed pings, failures, long runs", async () => {
    const settings: Settings = { times: { timeout: HOUR }, grace: 10 * MINUTE };
    const one = await check({ slug: "worker", timeout: HOUR, grace: 10 * MINUTE });
    let at = 0;
    const history = nights(60, (index): [number, string?][] => {
      at += index % 7 === 3 ? 90 * MINUTE : index % 11 === 5 ? 4 * HOUR : 55 * MINUTE + index;
      if (index % 9 === 8) return [[at, "/fail"]];
      if (index % 5 !== 2) return [[at]];
      const run = at;
      at += index % 2 === 0 ? 5 * MINUTE : 25 * MINUTE;
      return [[run, "/start"], [run + 30, "/log"], [at]];
    }).flat();
    await pings(one, history);
    await service.admin.advance(2 * HOUR);
    const { predicted, recorded, known } = await predictedAndRecorded("worker", settings);
    expect(recorded.length).toBeGreaterThan(15);
    expect(predicted).toEqual(recorded);
    expect(known.since).toBeUndefined();
  });

  it("are those that the service has raised: of a schedule, over a change of the clocks", async () => {
    const times = { schedule: "30 2 * * *", tz: "Europe/Riga" };
    const one = await check({ slug: "backup", ...times, grace: 15 * MINUTE });
    const history = nights(30, (night): [number, string?][] => {
      // At 02:30 in Riga, which is 23:30 of the day before, and 00:30 from 25 October on.
      const due = (night + 1) * DAY - HOUR + (night >= 13 ? HOUR : 0);
      if (night % 10 === 6) return [];
      return [[due + (night % 4 === 1 ? 40 : 5) * MINUTE]];
    }).flat();
    await pings(one, history);
    const { predicted, recorded } = await predictedAndRecorded("backup", { times, grace: 15 * MINUTE });
    expect(recorded.length).toBeGreaterThan(6);
    expect(predicted).toEqual(recorded);
  });
});

describe("the command", () => {
  beforeEach(() => begin());

  /** Nightly runs that end up to 20 minutes late, with a grace of five. */
  async function lateNights(slug = "backup", count = 25): Promise<Document> {
    const one = await check({ slug, schedule: "30 0 * * *", grace: 5 * MINUTE });
    await pings(
      one,
      nights(count, (night) => [night * DAY + (1 + (night % 5) * 4) * MINUTE] as const),
    );
    return one;
  }

  it("ends with 2 where it has advice, and says it with its evidence", async () => {
    const one = await lateNights();
    const { code, stdout } = await shell.run("advise", "--all", "--quiet");
    expect(code).toBe(2);
    expect(stdout).toContain(
      "its grace of 5 min gives 20 false alarms in 25 runs; one of 30 min would have given no",
    );
    expect(stdout).not.toContain(one.uuid);
  });

  it("counts as many false alarms as the service has raised", async () => {
    const one = await lateNights();
    const { stdout } = await shell.run("advise", "--slug", "backup", "--json", "--quiet");
    const [found] = (JSON.parse(stdout) as AdviceReport).checks;
    const { flips } = (await service.request("GET", `/checks/${one.uuid}/flips/`)) as unknown as {
      flips: { up: number }[];
    };
    const present = found?.options.find(({ grace }) => grace === 5 * MINUTE);
    expect(present).toEqual({
      grace: 5 * MINUTE,
      falseAlarms: flips.filter(({ up }) => up === 0).length,
      rightAlarms: 0,
      unclear: 0,
      later: 0,
    });
    expect(found?.advice).toMatchObject([{ about: "grace", change: { grace: 30 * MINUTE } }]);
  });

  it("shows the grace that it advises among the others, also where it is longer than runs are apart", async () => {
    const one = await check({ slug: "weekdays", timeout: DAY, grace: HOUR });
    await pings(
      one,
      nights(31, (day) => [day * DAY] as const).filter((_, day) => day % 7 < 5),
    );
    const { stdout } = await shell.run("advise", "--all", "--json", "--quiet");
    const [found] = (JSON.parse(stdout) as AdviceReport).checks;
    const change = found?.advice[0]?.change;
    expect(found?.options.filter(({ grace }) => grace === change?.grace)).toMatchObject([{ falseAlarms: 0 }]);
  });

  it("ends with 0 where nothing would be better, and where pings are too few", async () => {
    await lateNights("backup", 12);
    await check({ slug: "new" });
    const few = await shell.run("advise", "--all", "--quiet");
    expect(few).toMatchObject({
      code: 0,
      stdout: "No advice for 2 checks\n\ntoo few pings  backup (12 of 20), new (0 of 20)\n",
    });
    expect((await shell.run("advise", "--all", "--min-pings", "12", "--quiet")).code).toBe(2);
    const tolerant = await shell.run(
      "advise",
      "--slug",
      "backup",
      "--min-pings",
      "12",
      "--false-alarms",
      "9",
      "-q",
    );
    expect(tolerant).toMatchObject({
      code: 0,
      stdout: "No advice for 1 check\n\nfine  backup (9 false alarms in 12 runs)\n",
    });
  });

  it("says nothing of pings that came under other settings", async () => {
    const one = await lateNights();
    await service.request("POST", `/checks/${one.uuid}`, { schedule: "0 20 * * *", grace: 5 * MINUTE });
    const { code, stdout } = await shell.run("advise", "--all", "--quiet");
    expect(code).toBe(0);
    expect(stdout).toContain("backup (1 of 20 since 2026-11-05, with other settings before)");
  });

  it("sends one list, and two requests for each check with enough pings", async () => {
    await lateNights();
    await check({ slug: "new" });
    await service.admin.clearRequests();
    await shell.run("advise", "--all", "--quiet");
    expect((await service.admin.requests()).total).toBe(3);
  });

  it("ends with 3 where a history cannot be read", async () => {
    process.env.CHECKS_DEADLINE_SECONDS = "1";
    await lateNights();
    await service.admin.faults({
      match: { path: "/flips/" },
      action: { kind: "status", status: 500 },
      times: 1000,
    });
    const { code, stdout } = await shell.run("advise", "--all", "--quiet");
    expect([code, stdout]).toEqual([3, expect.stringContaining("problem  backup: ")]);
    const { stdout: json } = await shell.run("advise", "--all", "--json", "--quiet");
    expect(adviceReport.parse(JSON.parse(json))).toMatchObject({ checks: [], leftOut: ["backup"] });
  });

  it("says of a read-only key that it sees no pings", async () => {
    await lateNights();
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    expect(await shell.run("advise", "--all", "--quiet")).toMatchObject({
      code: 1,
      stderr:
        "error: only a read-write key may see logged pings, and the configured key is read-only. Set the read-write key of the project in checks:apiKey or CHECKS_API_KEY\n",
    });
  });

  it("writes Markdown into a file", async () => {
    await lateNights();
    const { code, stdout } = await shell.run(
      "advise",
      "--all",
      "-q",
      "--format",
      "markdown",
      "-o",
      "advice.md",
    );
    expect([code, stdout]).toEqual([2, ""]);
    const written = readFileSync("advice.md", "utf8");
    expect(written).toContain("#### `backup`\n\n25 runs from 2026-10-12 to 2026-11-05");
    expect(written).toContain("| 30 min (advised) | 0 | 0 | 25 min later |");
  });

  it("says nothing of what a program keeps secret, and names where it declares the others", async () => {
    const scene = new DriftScene();
    Object.assign(process.env, service.environment);
    try {
      const open = await scene.deploy("dev", { open: { slug: "open", timeout: HOUR } });
      const hidden = await scene.deploy("prod", { hidden: { slug: "hidden", timeout: HOUR } }, ["grace"]);
      const { code, stdout } = await shell.run("advise", "--state", open, "--state", hidden, "--json", "-q");
      const report = adviceReport.parse(JSON.parse(stdout));
      expect(code).toBe(0);
      expect(report.checks.map(({ label }) => label)).toEqual(["open"]);
      expect(report.notes).toEqual([
        "hidden: its program keeps its times secret, so nothing is said about them",
      ]);
    } finally {
      scene.end();
    }
  });

  const lack = lackOf("git", "patch");
  itUnless(lack, "prints a patch that applies, and says what it leaves to people", async () => {
    await lateNights("backup");
    await lateNights("sync");
    await lateNights("import");
    const lines = nights(30, (line) => `// ${line}`);
    const declared = (slug: string, grace: string) =>
      `new Check("${slug}", { slug: "${slug}", grace: ${grace} });`;
    const [backup, sync] = [declared("backup", "minutes(5)"), declared("sync", "300")];
    const program = (...checks: string[]) => [...lines, checks[0], ...lines, checks[1]].join("\n");
    writeFileSync("index.ts", program(backup, sync));
    writeFileSync("import.ts", declared("import", "GRACE"));
    const { code, stdout, stderr } = await shell.run(
      "advise",
      "--all",
      "-q",
      "--patch",
      "./index.ts",
      resolve("import.ts"),
      "index.ts",
    );
    expect([code, stderr]).toEqual([
      2,
      "not patched: import: import.ts: its grace is not a literal there; change its grace to 30 min by hand\n",
    ]);
    expect(stdout).toMatch(/^--- a\/index\.ts\n\+\+\+ b\/index\.ts\n/);
    expect(stdout).toContain("\\ No newline at end of file");
    writeFileSync("advice.patch", stdout);
    const patched = program(declared("backup", "minutes(30)"), declared("sync", "1800"));
    for (const [command, back] of [
      [["git", "apply"], ["--reverse"]],
      [["patch", "-p1", "-s", "-i"], ["-R"]],
    ] as const) {
      const [name, ...args] = command;
      execFileSync(name, [...args, "advice.patch"]);
      expect(readFileSync("index.ts", "utf8")).toBe(patched);
      execFileSync(name, [args[0] ?? "", ...back, ...args.slice(1), "advice.patch"]);
      expect(readFileSync("index.ts", "utf8")).toBe(program(backup, sync));
    }
  });

  it("reads no pings for a patch of a file that is not there", async () => {
    await check({ slug: "backup" });
    await service.admin.clearRequests();
    const { code, stderr } = await shell.run("advise", "--all", "-q", "--patch", "missing.ts");
    expect([code, stderr]).toEqual([1, "error: missing.ts: there is no such file\n"]);
    expect((await service.admin.requests()).byRoute).toEqual({});
  });

  it.each([
    [["--all", "--min-pings", "5"], "It must be a whole number, 10 at least."],
    [["--all", "--false-alarms", "none"], "It must be a whole number, 0 at least."],
    [["--all", "--state", "dev.json"], "error: --all: it means every check of the project"],
    [["--slug", "bakup"], "error: --slug: no check has the slug"],
  ])("refuses %j in one line, with exit code 1", async (args, words) => {
    await check({ slug: "backup" });
    const { code, stderr, stdout } = await shell.run("advise", "--quiet", ...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
  });
});
