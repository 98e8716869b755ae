import type { DialectName } from "../../emulator";
import { compiled } from "../support/compiledProgram";
import { Stack, succeeded } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";
import { Service } from "../support/service";
import { compilerErrors } from "../support/userProject";

/** All data sources in a stranger's strict TypeScript; `made` is unknown in the first preview. */
const PROGRAM = `
import type { Output } from "@pulumi/pulumi";
import * as checks from "pulumi-checks";

export const badgeOfMade = checks.getBadgesOutput({ tag: "fresh" }).badge.tag;
const made = new checks.Check("made", { slug: "made", tags: ["fresh"] });
export const madeBySlug = checks.getCheckOutput({ slug: "made" }).slug;
const worker = checks.getCheck({ slug: "worker" });
export const workerStatus: Promise<checks.CheckStatus> = worker.then(({ status }) => status);
export const workerPingUrl = worker.then(({ pingUrl }) => pingUrl);
export const slugs: Promise<string[]> = checks
  .getChecks({ tags: ["prod"] })
  .then((found) => found.checks.map(({ slug }) => slug));
export const madeSlug: Output<string> = checks.getCheckOutput({ uuid: made.uuid }).slug;
export const ratio: Promise<number | undefined> = checks
  .getFlips({ slug: "worker", seconds: 3600 })
  .then(({ uptimeRatio }) => uptimeRatio);
export const channels: Promise<string[]> = checks
  .getChannels({ kind: "sms" })
  .then((found) => found.channels.map(({ name }) => name));
export const pings: Promise<number> = checks.getPings({ slug: "worker" }).then((found) => found.pings.length);
export const body: Promise<string | undefined> = checks.getPingBody({ slug: "worker", n: 2 }).then((found) => found.body);
export const badge: Promise<string> = checks.getBadges({ tag: "prod" }).then((found) => found.badge.markdown);
export const madeFlips = checks.getFlipsOutput({ uuid: made.uuid }).flips;
export const healthy: Promise<boolean> = checks.getStatus().then((status) => status.healthy);
`;

/** What a read-only key may ask. */
const READ_ONLY_PROGRAM = `
import * as checks from "pulumi-checks";
export const status = checks.getCheck({ slug: "worker" }).then((check) => check.status);
export const count = checks.getChecks().then((found) => found.checks.length);
export const ratio = checks.getFlips({ slug: "worker" }).then((found) => found.uptimeRatio);
export const badge = checks.getBadges().then((found) => found.badge.html);
`;

it("programs with all data sources have the right types", () => {
  const files = [PROGRAM, READ_ONLY_PROGRAM].map((text, index) => ({ path: `program${index}.ts`, text }));
  expect(compilerErrors(files)).toEqual([]);
});

describe.each<DialectName>(["server", "spec"])("data sources in a program, dialect %s", (dialect) => {
  let service: Service;
  let stack: Stack;

  beforeAll(async () => {
    service = await Service.start({ dialect });
    // An uptime is one of some time.
    const now = await service.admin.now();
    await service.admin.setClock(now - 60);
    const { ping_url: pingUrl } = await service.request("POST", "/checks/", { slug: "worker", tags: "prod" });
    await fetch(String(pingUrl));
    await fetch(String(pingUrl), { method: "POST", body: "all is well" });
    await service.admin.advance(60);
    stack = new Stack(service.environment, { "index.js": compiled(PROGRAM) });
    await stack.init();
  });
  afterAll(async () => {
    stack.remove();
    await service.stop();
  });

  it("answer in a preview, where what depends on a check that is not there yet stays unknown", async () => {
    const preview = await stack.preview();
    expect(preview).toMatchObject({ code: 0 });
    expect(preview.text).toMatch(/workerStatus *: "up"/);
    expect(preview.text).not.toMatch(/(madeSlug|madeBySlug|badgeOfMade) *: "/);
  });

  it("answer in an up, with the ping URL kept secret and one list for all look-ups", async () => {
    await service.admin.clearRequests();
    await stack.up();
    const { byRoute } = await service.admin.requests();
    expect(byRoute["GET /api/v3/checks/"]).toBeLessThanOrEqual(5);
    const outputs = JSON.parse((await stack.pulumi(["stack", "output", "--json"])).text) as Record<
      string,
      unknown
    >;
    expect(outputs).toEqual({
      workerStatus: "up",
      workerPingUrl: "[secret]",
      slugs: ["worker"],
      madeSlug: expect.anything(),
      madeBySlug: expect.anything(),
      badgeOfMade: "fresh",
      ratio: expect.any(Number),
      channels: ["Pager"],
      pings: 2,
      body: "all is well",
      badge: expect.stringContaining("!["),
      madeFlips: expect.anything(),
      healthy: true,
    });
  });

  it("work with a read-only key, and say where they need the other one", async () => {
    const readOnly = { CHECKS_API_KEY: service.emulator.projects.alpha.readOnlyKey };
    stack.write("index.js", compiled(READ_ONLY_PROGRAM));
    succeeded(await stack.pulumi(["preview"], readOnly));
    const channels = 'import { getChannels } from "pulumi-checks"; export const all = getChannels();';
    stack.write("index.js", compiled(channels));
    const refused = await stack.pulumi(["preview"], readOnly);
    expect(refused.text).toMatch(/getChannels: .*read-write key/);
    expect(refused.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });
});

onEachHost("a check that a program makes like another one", (on) => {
  const program = `
const { Check, getCheckOutput } = require("pulumi-checks");
const { tags, grace, timeout, schedule, tz, channels } = getCheckOutput({ slug: "worker" });
new Check("like-worker", { slug: "like-worker", tags, grace, timeout, schedule, tz, channels });
`;
  const scene = eachWithScene({ "index.js": program }, on);

  it("has what that one has, and nothing where that one has nothing, also when that changes", async () => {
    const { stack, service } = scene;
    const simple = { tags: "prod", grace: 600, timeout: 7200 };
    const { uuid } = await service.request("POST", "/checks/", { slug: "worker", ...simple });
    await stack.up();
    const { uuid: made } = await service.check("like-worker");
    expect(await service.check("like-worker")).toMatchObject(simple);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });

    await service.request("POST", `/checks/${uuid}`, { schedule: "5 4 * * *", tz: "Europe/Riga" });
    await stack.up();
    const cron = { uuid: made, schedule: "5 4 * * *", tz: "Europe/Riga" };
    expect(await service.check("like-worker")).toMatchObject(cron);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
