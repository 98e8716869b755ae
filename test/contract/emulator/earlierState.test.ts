import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, EmulatorAdmin, startEmulator } from "../../../emulator";

/** Written by the emulator before its rooms were laid out anew: checks with every field, pings, a pause, a refund. */
const RECORDED = join(__dirname, "fixtures", "state-of-an-earlier-version.json");
/** Seconds since 1970, some after the last thing that was recorded. */
const THEN = 1_767_268_870;

/** What is looked at of the service's answers. */
interface Answers {
  checks: Record<string, unknown>[];
  pings: { type: string }[];
  flips: unknown[];
}

async function get(emulator: Emulator, path: string): Promise<Answers> {
  const headers = { "x-api-key": emulator.projects.alpha.readWriteKey };
  return (await fetch(`${emulator.url}/api/v3${path}`, { headers })).json() as Promise<Answers>;
}

describe("a state file that an earlier version wrote", () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-earlier-"));
  const stateFile = join(folder, "state.json");
  const recorded = JSON.parse(readFileSync(RECORDED, "utf8"));
  let emulator: Emulator;
  let admin: EmulatorAdmin;

  beforeAll(async () => {
    copyFileSync(RECORDED, stateFile);
    emulator = await startEmulator({ stateFile });
    admin = new EmulatorAdmin(emulator.adminUrl);
    await admin.setClock(THEN);
  });
  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it("comes back as it was, keys included", async () => {
    const { services } = await admin.state();
    expect(services).toEqual(recorded.services);
    expect(emulator.projects.alpha).toEqual(recorded.services.checks.projects[0].keys);
    expect(emulator.merchant).toEqual(recorded.services.merchant.keys);
  });

  it("is served: every field, channels, pings and flips", async () => {
    const { checks } = await get(emulator, "/checks/");
    expect(checks[0]).toMatchObject({
      name: "Nightly backup",
      slug: "nightly-backup",
      tags: "prod db",
      desc: "Copies the database.",
      grace: 1800,
      schedule: "0 3 * * *",
      tz: "Asia/Tokyo",
      status: "paused",
      manual_resume: true,
      methods: "POST",
      start_kw: "begin",
      success_kw: "done",
      failure_kw: "error",
      filter_subject: true,
      filter_body: true,
      filter_http_body: true,
      filter_default_fail: true,
      subject: "done",
      subject_fail: "error",
    });
    expect(checks[0]).not.toHaveProperty("timeout");
    expect(checks[0]).toHaveProperty("channels", expect.stringMatching(/^[^,]+,[^,]+$/));
    expect(checks[1]).toMatchObject({
      slug: "hourly",
      timeout: 3600,
      status: "up",
      n_pings: 2,
      last_duration: 60,
    });
    const hourly = `/checks/${checks[1]?.uuid}`;
    const { pings } = await get(emulator, `${hourly}/pings/`);
    expect(pings.map(({ type }) => type)).toEqual(["success", "start"]);
    expect((await get(emulator, `${hourly}/flips/`)).flips).toEqual([
      { timestamp: "2026-01-01T12:01:00+00:00", up: 1 },
    ]);
  });

  it("has the merchant's refund and settings", async () => {
    expect((await admin.merchantLedger()).refunds).toMatchObject([{ transactionno: "T-SUCCESS" }]);
    expect(await admin.merchant({})).toMatchObject({ refundField: "transactionno" });
  });
});

describe("a state file of a version that did not have a column", () => {
  it("gets what a new check has", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-earlier-"));
    const stateFile = join(folder, "state.json");
    const older = JSON.parse(readFileSync(RECORDED, "utf8"));
    for (const { row } of older.services.checks.projects[0].checks) delete row.filter_default_fail;
    writeFileSync(stateFile, JSON.stringify(older));
    const emulator = await startEmulator({ stateFile });
    const { checks } = await get(emulator, "/checks/");
    expect(checks.map((one) => one.filter_default_fail)).toEqual([false, false]);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });
});
