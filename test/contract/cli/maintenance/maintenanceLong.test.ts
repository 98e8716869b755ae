/** A maintenance of so many checks that others write to one of them between its list and its request: that stays. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handOver } from "../../../../cli/handover/handover";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { type Outcome, Shell } from "../../../support/cli/reportCommand";
import { letWait } from "../../../support/provider/limited";
import { sessionAt } from "../../../support/provider/run";
import { type Document, inService, type Service } from "../../../support/service";

/** As many requests as are sent at once; the check after them waits for its turn. */
const AT_ONCE = 8;
/** Longer than a list is trusted. */
const LONG_MS = 6_000;
const WRITES = { route: "POST /api/v3/checks/<uuid>" };

let service: Service;
let shell: Shell;
let records: string;
let before: Document[];

inService(async (opened) => {
  service = opened;
  records = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
  shell = new Shell(service.environment);
  for (let n = 1; n <= AT_ONCE; n += 1) await service.request("POST", "/checks/", checkOf(`c${n}`));
  await service.request("POST", "/checks/", checkOf("last"));
  before = await service.checks();
});
afterEach(() => {
  shell.close();
  rmSync(records, { recursive: true, force: true });
});

const checkOf = (slug: string) => ({ slug, tags: "db pulumi:jobs/dev", channels: "*" });
const run = (...args: string[]) => shell.run("maintenance", ...args, "--records", records);

/** Runs this, and meanwhile what others do to the last check, once the list is too old to show it. */
async function during(work: () => Promise<Outcome>, others: () => Promise<unknown>): Promise<Outcome> {
  await service.admin.faults({
    match: { method: "POST", path: "/checks/.+" },
    times: AT_ONCE,
    action: { kind: "stall", ms: LONG_MS, when: "before" },
  });
  await service.admin.clearRequests();
  const running = work();
  await service.admin.waitFor(AT_ONCE, WRITES);
  await service.admin.clearFaults();
  await others();
  return running;
}

const handedOver = () =>
  handOver(monitorOf(sessionAt(service)).project(), { checks: ["last"], to: "jobs/prod", dryRun: false });

it("leaves a handover while it begins, and puts back the channels that it found", async () => {
  const [channel] = String(before[0]?.channels).split(",");
  const { uuid } = await service.check("last");
  const outcome = await during(
    () => run("begin", "--all"),
    async () => {
      await handedOver();
      await service.request("POST", `/checks/${uuid}`, { channels: String(channel) });
    },
  );
  expect([outcome.code, outcome.stderr]).toEqual([0, expect.any(String)]);
  expect((await service.checks()).map(({ channels }) => channels)).toEqual(Array(AT_ONCE + 1).fill(""));
  expect(await run("end")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${AT_ONCE + 1} checks as before`),
  });
  const last = { tags: "db pulumi:jobs/prod", channels: channel };
  expect(await service.checks()).toEqual(
    before.map((one) => (one.slug === "last" ? { ...one, ...last } : one)),
  );
});

it("leaves a handover while it ends", async () => {
  expect(await run("begin", "--all")).toMatchObject({ code: 0 });
  const outcome = await during(() => run("end"), handedOver);
  expect([outcome.code, outcome.stderr]).toEqual([0, expect.any(String)]);
  const last = { tags: "db pulumi:jobs/prod" };
  expect(await service.checks()).toEqual(
    before.map((one) => (one.slug === "last" ? { ...one, ...last } : one)),
  );
});

it("begins nothing where somebody else silences one of its checks meanwhile", async () => {
  const tags = "db pulumi:jobs/dev maintenance:3f2a9c1e/20260504T000000Z/20260504T010000Z/-/new_disk";
  const { uuid } = await service.check("last");
  const outcome = await during(
    () => run("begin", "--all"),
    () => service.request("POST", `/checks/${uuid}`, { channels: "", tags }),
  );
  expect([outcome.code, outcome.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: last: in .*maintenance.*new disk.* already; nothing was begun/m),
  ]);
  const last = { tags, channels: "" };
  expect(await service.checks()).toEqual(
    before.map((one) => (one.slug === "last" ? { ...one, ...last } : one)),
  );
});

it.each([
  ["to take the channels off", () => run("begin", "--all"), async () => ({})],
  ["to put them back", () => run("end"), () => run("begin", "--all")],
])("leaves a handover while the service lets it wait %s", async (_, work, first) => {
  await first();
  const { uuid } = await service.check("last");
  await letWait(service, { method: "POST", path: `/checks/${uuid}$` });
  await service.admin.clearRequests();
  const running = work();
  await service.admin.waitFor(AT_ONCE + 1, WRITES);
  await handedOver();
  expect(await running).toMatchObject({ code: 0 });
  await run("end");
  const last = { tags: "db pulumi:jobs/prod" };
  expect(await service.checks()).toEqual(
    before.map((one) => (one.slug === "last" ? { ...one, ...last } : one)),
  );
});
