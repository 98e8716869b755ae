import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { FORMAT_NAMES } from "../../../../cli/drift/formats";
import { handOver } from "../../../../cli/handover/handover";
import { silent } from "../../../../provider/core/log";
import { Session } from "../../../../provider/core/session";
import { MonitorApi } from "../../../../provider/monitor/api";
import { markOf } from "../../../../provider/monitor/maintenance";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { lateLists, renamingProxy } from "../../../support/cli/answerProxy";
import { DriftScene, shorts } from "../../../support/cli/driftScene";
import { Service } from "../../../support/service";

let service: Service;
let scene: DriftScene;

beforeEach(async () => {
  service = await Service.start();
  scene = new DriftScene();
  Object.assign(process.env, service.environment);
});
afterEach(async () => {
  scene.end();
  await service.stop();
});

const CHECKS = {
  changed: { slug: "changed", schedule: "0 3 * * *", tz: "Europe/Kiev", channels: ["Pager"] },
  gone: { slug: "gone", channels: ["Pager"] },
  paused: { slug: "paused", channels: ["Pager"] },
  fine: { slug: "fine", channels: "*", tags: ["b", "a"] },
};

/** One change, one deletion, one check made by hand, one paused by hand. */
async function tamper(): Promise<void> {
  const uuid = async (slug: string) => (await service.check(slug)).uuid;
  await service.request("POST", `/checks/${await uuid("changed")}`, { grace: 60 });
  await service.request("DELETE", `/checks/${await uuid("gone")}`);
  await service.request("POST", `/checks/${await uuid("paused")}/pause`, {});
  await service.request("POST", "/checks/", { slug: "stray", tags: "prod" });
}

async function repair(): Promise<void> {
  const stray = await service.check("stray");
  await service.request("DELETE", `/checks/${stray.uuid}`);
}

describe("a stack against its project", () => {
  it("is clean right after it was deployed, in whatever spelling the service keeps it", async () => {
    const state = await scene.deploy("dev", CHECKS);
    const { code, counts } = await scene.report("--state", state);
    expect({ code, counts }).toMatchObject({ code: 0, counts: { live: 4, compared: 4 } });
  });

  it("is compared with one request and a read-only key, and one more for each check that the list lacks", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    await service.admin.clearRequests();
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    const report = await scene.report("--state", state);
    expect(shorts(report)).toEqual([
      "changed changed",
      "missing gone",
      "unmanaged stray",
      "operational paused",
    ]);
    expect(report.code).toBe(2);
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 1,
      "GET /api/v3/checks/<uuid>": 1,
    });
  });

  it("asks for the channels only to name those of a check whose channels were changed", async () => {
    const state = await scene.deploy("dev", CHECKS);
    const mail = (await service.admin.channels()).alpha?.find(({ name }) => name === "Ops mail");
    await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, { channels: mail?.id });
    await service.admin.clearRequests();
    const { findings } = await scene.report("--state", state);
    expect(findings).toMatchObject([
      { fields: [{ field: "channels", declared: ["Pager"], applied: ["Pager"], live: ["Ops mail"] }] },
    ]);
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 1,
      "GET /api/v3/channels/": 1,
    });
  });

  it("names channels that the program gives by UUID", async () => {
    const all = (await service.admin.channels()).alpha ?? [];
    const id = (name: string) => all.find((channel) => channel.name === name)?.id;
    const state = await scene.deploy("dev", { a: { slug: "a", channels: [id("Pager")] } });
    await service.request("POST", `/checks/${(await service.check("a")).uuid}`, { channels: id("Ops mail") });
    expect((await scene.report("--state", state)).findings).toMatchObject([
      { fields: [{ field: "channels", declared: ["Pager"], live: ["Ops mail"] }] },
    ]);
  });

  it("tells which channels of a check there are no more, because an `up` would be refused", async () => {
    const all = (await service.admin.channels()).alpha ?? [];
    const idOf = (name: string) => String(all.find((channel) => channel.name === name)?.id);
    const pager = idOf("Pager");
    const state = await scene.deploy("dev", {
      a: { slug: "a", channels: ["Pager", "Ops mail"] },
      b: { slug: "b", channels: [pager] },
    });
    await service.admin.deleteChannel(pager);
    const { findings, next } = await scene.report("--state", state);
    expect(findings).toMatchObject([
      { fields: [{ declared: ["Pager", "Ops mail"], live: ["Ops mail"], gone: ["Pager"] }] },
      { fields: [{ declared: [pager], gone: [pager] }] },
    ]);
    expect(next).toMatchObject([
      {
        step: expect.stringContaining(
          'first; before that, take the channel "Pager" out of the program, or make one of this name again: the project does not have it any more; before that, take the channel "',
        ),
      },
    ]);
    const { stdout } = await scene.drift("--state", state);
    expect(stdout).toContain('take the channel "Pager" out of the program');
    await service.request("POST", `/checks/${(await service.check("a")).uuid}`, { channels: "" });
    const [first] = (await scene.report("--state", state)).findings as { fields: { gone?: string[] }[] }[];
    expect(first?.fields[0]?.gone).toEqual(["Pager"]);
  });

  it("looks only for the classes and the tags asked for", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    expect(shorts(await scene.report("--state", state, "--class", "missing", "unmanaged"))).toEqual([
      "missing gone",
      "unmanaged stray",
    ]);
    expect(shorts(await scene.report("--state", state, "--tag", "dev"))).not.toContain("unmanaged stray");
  });

  it("lives with what the ignore file says, and says so", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    for (const slug of ["changed", "gone", "stray", "paused"]) {
      await scene.drift("ignore", slug, "--reason", "known", "--until", "7d", "--state", state);
    }
    const ignoring = await scene.report("--state", state);
    expect({ code: ignoring.code, ignored: ignoring.ignored.length }).toEqual({ code: 0, ignored: 4 });
    await repair();
    expect((await scene.report("--state", state)).notes).toEqual([
      expect.stringContaining("covers no finding of this run: stray (known)"),
    ]);
  });

  it("keeps what somebody else has written into the ignore file meanwhile", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    const why = ["--reason", "known", "--until", "7d"];
    await service.admin.clearRequests();
    await service.admin.faults({ times: 1, action: { kind: "stall", ms: 500 } });
    const ignoring = scene.drift("ignore", "changed", ...why, "--state", state);
    await service.admin.waitFor(1);
    const other = { check: "other", reason: "by hand", until: "2999-01-01" };
    writeFileSync("pulumi-checks-ignore.json", JSON.stringify({ version: 1, ignore: [other] }));
    await ignoring;
    const { ignore } = JSON.parse(readFileSync("pulumi-checks-ignore.json", "utf8")) as { ignore: object[] };
    expect(ignore).toMatchObject([other, { check: "changed" }]);
  });

  it("writes no entry that covers nothing, and says what there is", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    const why = ["--reason", "known", "--until", "7d"];
    await expect(scene.drift("ignore", "chnaged", ...why, "--state", state)).rejects.toThrow(
      /^ignore chnaged: there is no finding about it; nothing was written\. There are changed \(changed: grace\), gone \(missing\),/,
    );
    await expect(
      scene.drift("ignore", "changed", "--field", "desc", ...why, "--state", state),
    ).rejects.toThrow("no finding about it matches the options");
    expect(existsSync("pulumi-checks-ignore.json")).toBe(false);
    await scene.drift("--quiet", "--json", "--state", state, "--output", "drift.json");
    await scene.drift("ignore", "changed", "--field", "grace", ...why, "--report", "drift.json");
    await scene.drift("ignore", "not-yet", ...why, "--unchecked");
    const { stdout } = await scene.drift("ignore", "a\nb\u001b[31m", ...why, "--unchecked");
    expect(stdout.trimEnd()).toMatch(/: a b[^\p{Cc}]+ is ignored until/u);
    const { ignore } = JSON.parse(readFileSync("pulumi-checks-ignore.json", "utf8"));
    expect(ignore).toMatchObject([{ check: "changed" }, { check: "not-yet" }, { check: "a\nb\u001b[31m" }]);
  });

  it("says how an entry names a check without a slug, whose name is no name for an entry, and counts what it leaves out", async () => {
    const state = await scene.deploy("dev", CHECKS);
    for (const n of [...Array(11).keys()])
      await service.request("POST", "/checks/", { name: `Made by hand ${n}` });
    const ignore = (check: string) =>
      scene.drift("ignore", check, "--reason", "known", "--until", "7d", "--state", state);
    const message = await ignore("Made by hand 0").then(
      () => "",
      (error: Error) => error.message,
    );
    const [, key = ""] =
      /There are Made by hand 0 \(unmanaged; name it by its unique key, ([0-9a-f]{40})\), /.exec(message) ??
      [];
    expect(message).toMatch(/\) and 1 more\. Name another stack with --from/);
    expect((await ignore(key)).stdout).toContain(`${key} is ignored until`);
    const { ignored } = await scene.report("--state", state);
    expect(ignored).toMatchObject([{ finding: { class: "unmanaged", check: { name: "Made by hand 0" } } }]);
  });

  it("shows nothing that could ping a check, in no format", async () => {
    const state = await scene.deploy("dev", CHECKS);
    await tamper();
    const { uuid } = await service.check("fine");
    await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, {
      desc: `curl ${service.emulator.url}/ping/${uuid} or ${uuid}`,
    });
    await scene.drift("--quiet", "--json", "--state", state, "--output", "drift.json");
    const uuids = (await service.checks()).map((check) => check.uuid);
    for (const format of FORMAT_NAMES) {
      const { stdout } = await scene.drift("render", "drift.json", "--format", format);
      expect(stdout).toContain(format === "github" || format === "junit" ? "desc" : "[ping URL]");
      for (const secret of [...uuids, "/ping/", service.key]) expect(stdout).not.toContain(secret);
    }
  });

  it.each(["readWriteKey", "readOnlyKey"] as const)(
    "shows no ping URL where pings have a host of their own: %s",
    async (key) => {
      const state = await scene.deploy("dev", CHECKS);
      const pings = [`${service.emulator.url}/ping/`, "https://ping.example.com/"] as const;
      // A read-only key sees no ping URL on the service; with another one the state may be from before the host was set.
      const text = readFileSync(state, "utf8");
      scene.write(state, key === "readOnlyKey" ? text.replaceAll(...pings) : text);
      const { listChecks } = MonitorApi.prototype;
      jest.spyOn(MonitorApi.prototype, "listChecks").mockImplementation(async function (this: MonitorApi) {
        const checks = await listChecks.call(this);
        return checks.map((one) => ({ ...one, ping_url: one.ping_url?.replace(...pings) }));
      });
      const desc = "curl https://ping.example.com/kEy_of-a-project/backup";
      await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, { desc });
      process.env.CHECKS_API_KEY = service.emulator.projects.alpha[key];
      const { findings } = await scene.report("--state", state);
      jest.restoreAllMocks();
      expect(findings).toMatchObject([{ fields: [{ field: "desc", live: "curl [ping URL]" }] }]);
    },
  );
});

describe("a read-only key", () => {
  /** All channels of a check are gone. */
  async function silenced(): Promise<string> {
    const state = await scene.deploy("dev", {
      a: { slug: "a", channels: ["Pager"] },
      b: { slug: "b", channels: [] },
    });
    await service.request("POST", `/checks/${(await service.check("a")).uuid}`, { channels: "" });
    return state;
  }
  const readOnly = () => {
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
  };

  it("does not see that a check lost its channels, which every format says", async () => {
    const state = await silenced();
    expect(shorts(await scene.report("--state", state))).toEqual(["changed a"]);
    readOnly();
    const report = await scene.report("--state", state);
    expect(report).toMatchObject({
      code: 0,
      unseen: [{ project: "default", fields: ["channels"], resources: 2 }],
    });
    scene.write("drift.json", JSON.stringify(report));
    for (const format of FORMAT_NAMES) {
      const { stdout } = await scene.drift("render", "drift.json", "--format", format);
      expect(stdout).toMatch(
        format === "json" ? /"fields": \[\s+"channels"/ : /read-only API key does not see channels/,
      );
    }
  });

  it("makes the run incomplete with --strict, which a read-write key does not", async () => {
    const state = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
    expect((await scene.report("--state", state, "--strict")).code).toBe(0);
    readOnly();
    const report = await scene.report("--state", state, "--strict");
    expect(report.code).toBe(3);
    expect(report.problems).toEqual([expect.stringContaining("does not see channels")]);
  });

  it("calls nothing missing that a server lists under keys of its own making", async () => {
    const state = await scene.deploy("dev", { a: { slug: "a", name: "A" }, b: { slug: "b" } });
    const { uuid } = await service.check("b");
    await service.request("DELETE", `/checks/${uuid}`);
    readOnly();
    const renaming = await renamingProxy(service.emulator.url);
    process.env.CHECKS_URL = renaming.url;
    const report = await scene.report("--state", state);
    await renaming.stop();
    expect(shorts(report)).toEqual(["missing b"]);
  });
});

describe("what a stack keeps secret", () => {
  const SECRETS = { slug: "hush-slug", name: "Hush name", tags: ["hush-tag"] };
  const FIELDS = Object.keys(SECRETS);
  const WORDS = Object.values(SECRETS).flat();

  async function tell(state: string): Promise<string> {
    await scene.drift("--quiet", "--json", "--state", state, "--output", "drift.json");
    const texts = [];
    for (const format of FORMAT_NAMES) {
      const { stdout } = await scene.drift("render", "drift.json", "--format", format);
      for (const word of WORDS) expect(stdout).not.toContain(word);
      texts.push(stdout);
    }
    return texts.join("\n");
  }

  it("of slug, name and tags is shown in no format; the row is called by its resource", async () => {
    const state = await scene.deploy("dev", { quiet: { ...SECRETS, channels: ["Pager"] } }, FIELDS);
    const { uuid } = await service.check("hush-slug");
    await service.request("POST", `/checks/${uuid}`, { name: "Hush name again", grace: 60 });
    const told = await tell(state);
    expect(told).toContain("[secret]");
    expect(told).toContain("quiet was changed: name, grace");
    await service.request("POST", `/checks/${uuid}/pause`, {});
    await tell(state);
    await service.request("DELETE", `/checks/${uuid}`);
    expect(await tell(state)).toContain("quiet is declared, but gone");
  });

  it("is not told by a check of somebody else's that has the same slug", async () => {
    const state = await scene.deploy("dev", { quiet: { ...SECRETS, channels: [] } }, FIELDS);
    await service.request("POST", "/checks/", { slug: "hush-slug", tags: "hush-tag other" });
    await tell(state);
  });
});

it("knows the spellings of a service that follows its document to the letter", async () => {
  const strict = await Service.start({ dialect: "spec" });
  Object.assign(process.env, strict.environment);
  const state = await scene.deploy("dev", CHECKS);
  expect((await scene.report("--state", state)).code).toBe(0);
  await strict.stop();
});

describe("what a stack may well have when it is new", () => {
  it("is no drift: exit 0, unless --fail-on says so", async () => {
    const state = await scene.deploy("dev", { a: { slug: "a" } });
    const report = await scene.report("--state", state);
    expect(report).toMatchObject({ code: 0, findings: [{ class: "advice", condition: "alertsNobody" }] });
    expect((await scene.report("--state", state, "--fail-on", "any")).code).toBe(2);
    expect((await scene.report("--state", state, "--fail-on", "alertsNobody")).code).toBe(2);
    await service.request("POST", "/checks/", { slug: "stray" });
    expect((await scene.report("--state", state)).code).toBe(2);
    expect((await scene.report("--state", state, "--fail-on", "changed", "missing")).code).toBe(0);
  });
});

it("says of a check that it was never pinged, of one that was when, and of one that was resumed neither", async () => {
  const state = await scene.deploy("dev", {});
  const [, pinged, resumed] = await Promise.all(
    ["fresh", "pinged", "resumed"].map((slug) => service.request("POST", "/checks/", { slug })),
  );
  for (const one of [pinged, resumed]) await fetch(String(one?.ping_url));
  await service.request("POST", `/checks/${resumed?.uuid}/pause`, {});
  await service.request("POST", `/checks/${resumed?.uuid}/resume`, {});
  const { last_ping: at } = await service.check("pinged");
  const { findings } = await scene.report("--state", state);
  expect(Object.fromEntries(findings.map(({ check }) => [check.slug, check.lastPing]))).toEqual({
    fresh: null,
    pinged: at,
    resumed: undefined,
  });
  const { stdout } = await scene.drift("--state", state);
  expect(stdout).toContain("fresh    is on the service, but no stack declares it (new, never pinged)");
  expect(stdout).toContain("resumed  is on the service, but no stack declares it (new)");
});

it("names a check once that was handed over to another stack and is still declared, with the next step", async () => {
  process.env.CHECKS_STAMP = "true";
  const state = await scene.deploy("dev", { backup: { slug: "backup", channels: ["Pager"] } });
  const stamped = readFileSync(state, "utf8").replace(
    '"uuid":',
    '"__owner":"jobs/dev","__stamped":true,"uuid":',
  );
  writeFileSync(state, stamped);
  const project = monitorOf(new Session(() => undefined, silent)).project();
  await handOver(project, { checks: ["backup"], to: "billing/prod", dryRun: false });
  const report = await scene.report("--state", state);
  expect(report).toMatchObject({
    code: 0,
    notes: ["1 check belongs to other stacks by their stamps, and is managed there: billing/prod"],
    findings: [{ class: "advice", condition: "handedOver", owner: "billing/prod" }],
    next: [{ class: "advice", step: expect.stringContaining("remove a check that was handed over") }],
  });
  expect((await scene.report("--state", state, "--fail-on", "handedOver")).code).toBe(2);
  const { stdout } = await scene.drift("--quiet", "--state", state);
  expect(stdout).toContain("belongs to the stack billing/prod by its stamp, but is still declared here");
});

it("tells of two checks with one slug, whoever made the second, and whatever is looked for", async () => {
  const state = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
  await service.request("POST", "/checks/", { slug: "a" });
  const report = await scene.report("--state", state);
  expect(shorts(report)).toEqual(["duplicate a"]);
  expect(report.code).toBe(2);
  const unmanaged = await scene.report("--state", state, "--class", "unmanaged");
  expect([unmanaged.code, shorts(unmanaged)]).toEqual([2, ["unmanaged a"]]);
  const failing = await scene.report("--state", state, "--fail-on", "unmanaged");
  expect(failing.code).toBe(2);
  const key = failing.findings.find((finding) => finding.class === "unmanaged")?.check.uniqueKey ?? "";
  const why = ["--class", "unmanaged", "--reason", "known", "--until", "7d"];
  await scene.drift("ignore", key, ...why, "--state", state);
  expect((await scene.report("--state", state, "--fail-on", "unmanaged")).code).toBe(0);
  expect((await scene.report("--state", state)).notes).toEqual([]);
});

it("finds a check down that its job keeps failing, by one request for each such check alone", async () => {
  const now = Math.floor(Date.now() / 1000);
  const hoursAgo = (hours: number) => service.admin.setClock(now - hours * 3600);
  await hoursAgo(97);
  const state = await scene.deploy("dev", {
    fails: { slug: "fails", channels: ["Pager"] },
    fine: { slug: "fine", channels: ["Pager"] },
  });
  const url = String((await service.check("fails")).ping_url);
  await fetch(url, { method: "POST" });
  for (const hours of [76, 52, 28, 4]) {
    await hoursAgo(hours);
    await fetch(`${url}/fail`, { method: "POST" });
  }
  await hoursAgo(0);
  await service.admin.clearRequests();
  const report = await scene.report("--state", state);
  expect(report.findings).toMatchObject([
    { class: "operational", condition: "down", check: { slug: "fails" } },
  ]);
  expect(report.code).toBe(2);
  expect((await service.admin.requests()).byRoute).toEqual({
    "GET /api/v3/checks/": 1,
    "GET /api/v3/checks/<uuid>/flips/": 1,
  });
  expect(shorts(await scene.report("--state", state, "--class", "changed"))).toEqual([]);
  expect((await service.admin.requests()).byRoute).toMatchObject({ "GET /api/v3/checks/<uuid>/flips/": 1 });
});

it("does not take what a stack without checks has stamped for that of another stack", async () => {
  const urn = "urn:pulumi:dev::jobs::pulumi:pulumi:Stack::jobs-dev";
  const resources = [{ urn, type: "pulumi:pulumi:Stack" }];
  const state = scene.write("dev.json", JSON.stringify({ version: 3, deployment: { resources } }));
  await service.request("POST", "/checks/", { slug: "mine", tags: "pulumi:jobs/dev" });
  await service.request("POST", "/checks/", { slug: "theirs", tags: "pulumi:billing/prod" });
  const report = await scene.report("--state", state);
  expect([report.code, report.stacks, shorts(report)]).toEqual([
    2,
    [{ name: "jobs/dev", checks: [] }],
    ["unmanaged mine"],
  ]);
});

describe("several stacks", () => {
  it("with a default project each are told apart where they have one slug", async () => {
    const dev = await scene.deploy("dev", { a: { slug: "a", channels: [] } });
    process.env.CHECKS_API_KEY = service.emulator.projects.beta.readWriteKey;
    process.env.CHECKS_PROJECTS_BETA_API_KEY = service.key;
    await scene.deploy("prod", {
      a: { slug: "a", channels: [] },
      b: { slug: "a", channels: [], project: "beta" },
    });
    const { findings } = await scene.report("--state", "prod.json");
    expect(findings).toEqual([]);
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    await service.request("POST", "/checks/", { slug: "other" });
    const { stdout } = await scene.drift("--quiet", "--state", "prod.json");
    expect(stdout).toContain("a (project beta, jobs/prod)");
    expect(dev).toBe("dev.json");
  });

  it("in one project are compared by one list, and manage its checks together", async () => {
    const dev = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
    const prod = await scene.deploy("prod", { b: { slug: "b", channels: ["Pager"] } });
    await service.admin.clearRequests();
    const both = await scene.report("--state", dev, "--state", prod);
    expect(both).toMatchObject({ code: 0, stacks: [{ name: "jobs/dev" }, { name: "jobs/prod" }] });
    expect((await service.admin.requests()).total).toBe(1);
    expect(shorts(await scene.report("--state", dev))).toEqual(["unmanaged b"]);
  });

  it("that are one stack named twice count once", async () => {
    const dev = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
    const report = await scene.report("--state", dev, "--state", `./${dev}`);
    expect(report).toMatchObject({ stacks: [{ name: "jobs/dev" }], counts: { compared: 1 } });
    expect(report.stacks).toHaveLength(1);
  });

  it("are compared as far as they can be read, and the run is then incomplete", async () => {
    process.env.CHECKS_PROJECTS_BETA_API_KEY = service.emulator.projects.beta.readWriteKey;
    const state = await scene.deploy("dev", {
      a: { slug: "a", channels: ["Pager"] },
      b: { slug: "b", project: "beta" },
    });
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    process.env.CHECKS_PROJECTS_BETA_API_KEY = "x".repeat(32);
    const report = await scene.report("--state", state);
    expect(report.code).toBe(3);
    expect(shorts(report)).toEqual(["missing a"]);
    expect(report.problems).toEqual([expect.stringContaining("refused the API key")]);
    expect([report.counts.compared, report.stacks[0]?.checks.map(({ slug }) => slug)]).toEqual([1, ["a"]]);
    const { stdout } = await scene.drift("--quiet", "--state", state, "--format", "junit");
    expect(stdout.match(/<testcase [^>]*name="[^"]*/g)?.map((test) => test.split('name="').at(-1))).toEqual([
      "Check a is as declared",
      "everything can be read",
      "what to do next",
    ]);
    const absent = await scene.report("--state", state, "--state", "absent.json");
    expect(absent.problems).toContain("absent.json: there is no such file");
  });
});

it("does not tell a check as compared whose state cannot be decrypted so far", async () => {
  const state = await scene.deploy("dev", CHECKS);
  const { deployment } = JSON.parse(readFileSync(state, "utf8"));
  const row = deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith("::changed"));
  const { plaintext, ...sealed } = { ...row.outputs.pingUrl, ciphertext: "v1:abc" };
  expect([plaintext, row.outputs]).toEqual([
    expect.any(String),
    expect.objectContaining({ __canonical: expect.anything() }),
  ]);
  row.outputs.__canonical = sealed;
  scene.write(state, JSON.stringify({ version: 3, deployment }));
  // Perhaps what the service made of it.
  await service.request("POST", `/checks/${(await service.check("changed")).uuid}`, {
    schedule: "0  3 * * *",
  });
  const { code, counts, stacks, problems, findings } = await scene.report("--state", state);
  expect({ code, compared: counts.compared, findings }).toEqual({ code: 3, compared: 3, findings: [] });
  expect(problems).toEqual([expect.stringContaining("whether it was changed is not clear")]);
  const unclear = stacks[0]?.checks.filter((one) => one.unclear).map(({ slug }) => slug);
  expect(unclear).toEqual(["changed"]);
});

it("tells two resources of one name in two components apart in test results", async () => {
  const state = await scene.deploy("dev", { a: { slug: "check-1" }, b: { slug: "check-2" } });
  const inComponents = readFileSync(state, "utf8").replace(
    /::(pulumi-nodejs:dynamic\/checks:Check)::([ab])/g,
    "::my:$2$$$1::backup",
  );
  scene.write(state, inComponents);
  const { uuid } = await service.check("check-1");
  await service.request("POST", `/checks/${uuid}`, { grace: 60 });
  const { stdout } = await scene.drift("--quiet", "--state", state, "--format", "junit");
  expect(stdout.match(/name="Check .*|<failure message=".*?"/g)).toEqual([
    'name="Check backup (check-1) is as declared" file="index.js">',
    '<failure message="check-1 was changed: grace"',
    expect.stringContaining('name="Check backup (check-2) is as declared"'),
  ]);
});

it("says nothing of what a secret decides that it cannot read", async () => {
  const state = await scene.deploy("dev", {
    backup: { slug: "backup", schedule: "0 3 * * *", tz: "Europe/Riga", channels: "*" },
  });
  const { deployment } = JSON.parse(readFileSync(state, "utf8"));
  const row = deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith("::backup"));
  const { plaintext: _, ...sealed } = { ...row.outputs.pingUrl, ciphertext: "v1:abc" };
  row.outputs.schedule = sealed;
  scene.write(state, JSON.stringify({ version: 3, deployment }));
  const { findings, counts } = await scene.report("--state", state);
  expect({ findings, compared: counts.compared }).toEqual({ findings: [], compared: 1 });

  const { uuid } = await service.check("backup");
  await service.request("POST", `/checks/${uuid}`, { grace: 60 });
  expect(shorts(await scene.report("--state", state))).toEqual(["changed backup"]);
});

describe("a run that cannot compare anything", () => {
  it.each([
    ["with a wrong key", { CHECKS_API_KEY: "x".repeat(32) }, "the service refused the API key"],
    ["without an address", { CHECKS_URL: "" }, "the address of the monitoring service is not set"],
    [
      "with the service stopped",
      { CHECKS_URL: "http://127.0.0.1:1", CHECKS_DEADLINE_SECONDS: "1" },
      "nothing listens",
    ],
  ])("%s is an error and no drift", async (_how, environment, words) => {
    const state = await scene.deploy("dev", { a: { slug: "a" } });
    Object.assign(process.env, environment);
    await expect(scene.drift("--quiet", "--state", state)).rejects.toThrow(words);
  });

  it("with the key of another project is an error, not everything missing", async () => {
    const state = await scene.deploy("dev", CHECKS);
    process.env.CHECKS_API_KEY = service.emulator.projects.beta.readWriteKey;
    await expect(scene.drift("--quiet", "--state", state)).rejects.toThrow("belongs to another project");
  });

  it("without an engine says what to install", async () => {
    process.env.PATH = scene.folder;
    await expect(scene.drift("--quiet")).rejects.toThrow("there is no `pulumi` on PATH");
  });

  it("with a wrong option says so before it asks anybody", async () => {
    await expect(scene.drift("--down-for", "soon")).rejects.toThrow("a duration such as 90m");
    scene.write("broken.json", "{}");
    await expect(scene.drift("render", "broken.json")).rejects.toThrow("it is not a drift report");
    scene.write("newer.json", '{"schema":"pulumi-checks/drift","version":2}');
    await expect(scene.drift("render", "newer.json")).rejects.toThrow(
      "of version 2; this command reads version 1",
    );
    scene.write("state.json", '{"version":3,"deployment":{"resources":[]}}');
    await expect(scene.drift("render", "state.json")).rejects.toThrow("it is not a drift report");
  });

  it("when every declared check is really gone is drift, proven by one more request", async () => {
    const state = await scene.deploy("dev", { a: { slug: "a" } });
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    await service.admin.clearRequests();
    expect(shorts(await scene.report("--state", state))).toEqual(["missing a"]);
    expect((await service.admin.requests()).total).toBe(2);
  });
});

it("asks for a check that the list does not show, which may be older than the check", async () => {
  const late = await lateLists(service.emulator.url);
  try {
    process.env.CHECKS_URL = late.url;
    await scene.report("--state", await scene.deploy("before", { a: { slug: "a" } }));
    const state = await scene.deploy("dev", { b: { slug: "b", channels: "*" }, c: { slug: "c" } });
    await service.request("DELETE", `/checks/${(await service.check("c")).uuid}`);
    await service.request("POST", `/checks/${(await service.check("b")).uuid}`, { grace: 60 });
    expect(shorts(await scene.report("--state", state))).toEqual(["changed b", "missing c"]);
  } finally {
    await late.stop();
  }
});

it("prints the schema of what it writes", async () => {
  const { stdout } = await scene.drift("schema");
  expect(JSON.parse(stdout)).toMatchObject({ properties: { version: { const: 1 } } });
  const ignoring = await scene.drift("schema", "--ignore-file");
  expect(JSON.parse(ignoring.stdout)).toMatchObject({ properties: { ignore: { type: "array" } } });
});

it("writes a report to a file, and nothing to stdout then", async () => {
  const state = await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
  const { stdout } = await scene.drift("--quiet", "--state", state, "--output", "drift.txt");
  expect(stdout).toBe("");
  expect(readFileSync("drift.txt", "utf8")).toMatch(/^no drift\n/);
  await expect(scene.drift("--quiet", "--state", state, "--output", "none/drift.txt")).rejects.toThrow(
    "none/drift.txt: it cannot be written (ENOENT)",
  );
  scene.write("drift-report", "");
  await expect(scene.drift("ci", "--state", state, "--quiet")).rejects.toThrow(
    "drift-report: the folder cannot be made (EEXIST)",
  );
});

it("tells a maintenance from drift, and one that was left over from both", async () => {
  const state = await scene.deploy("dev", { backup: { slug: "backup", channels: ["Pager"] } });
  const { uuid, channels } = await service.check("backup");
  const now = Math.floor(Date.now() / 1000);
  const begin = (until: number) => {
    const mark = markOf({
      id: "3f2a9c1e",
      from: now - 120,
      until,
      channels: String(channels),
      reason: "new disk",
    });
    return service.request("POST", `/checks/${uuid}`, { tags: mark, channels: "" });
  };
  await begin(now + 3600);
  const maintenance = { id: "3f2a9c1e", reason: "new disk" };
  expect(await scene.report("--state", state)).toMatchObject({
    code: 0,
    findings: [{ class: "advice", condition: "inMaintenance", maintenance }],
  });
  await begin(now - 60);
  expect(await scene.report("--state", state)).toMatchObject({
    code: 2,
    findings: [{ class: "operational", condition: "maintenanceLeftOver", maintenance }],
    next: [{ class: "operational", step: expect.stringContaining("`pulumi-checks maintenance end ID`") }],
  });
  const { stdout } = await scene.drift("--quiet", "--state", state);
  expect(stdout).toMatch(
    /was left in maintenance, and has alerted nobody since .* UTC \(3f2a9c1e, new disk\)/,
  );
});
