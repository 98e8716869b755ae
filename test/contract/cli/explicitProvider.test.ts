/** The commands over a stack with an explicit provider, whose checks live where its own key leads. */
import { readFileSync } from "node:fs";
import { DriftScene, shorts } from "../../support/cli/driftScene";
import { deployBoth, type Explicit } from "../../support/cli/providerScene";
import { Shell } from "../../support/cli/reportCommand";
import { inService, type Service } from "../../support/service";

let service: Service;
let shell: Shell;
let scene: DriftScene;

inService((opened) => {
  service = opened;
  scene = new DriftScene();
  shell = new Shell(service.environment);
  process.chdir(scene.folder);
});
afterEach(() => {
  shell.close();
  scene.end();
});

const OWN = { own: { slug: "own", channels: "*" } };
const THEIRS = { "eu-backup": { slug: "eu-backup", channels: "*" } };
const beta = () => service.emulator.projects.beta.readWriteKey;
const deploy = (own: Record<string, object> = OWN, how: Partial<Explicit> = {}) =>
  deployBoth(scene, own, THEIRS, { name: "eu", url: service.emulator.url, apiKey: beta(), ...how });
const theirs = async () => (await service.checks(beta())).find(({ slug }) => slug === "eu-backup");

describe("drift", () => {
  it("looks for its checks where they are, and for what nobody manages there", async () => {
    const state = await deploy();
    expect(await scene.report("--state", state)).toMatchObject({
      code: 0,
      problems: [],
      counts: { live: 2, compared: 2 },
    });
    await service.request("POST", "/checks/", { slug: "stray" }, beta());
    await service.request("POST", `/checks/${(await theirs())?.uuid}`, { grace: 60 }, beta());
    const report = await scene.report("--state", state);
    expect(shorts(report)).toEqual(["changed eu-backup", "unmanaged stray"]);
    expect(report.findings.map(({ check }) => check.project)).toEqual(["provider eu", "provider eu"]);
    expect(JSON.stringify(report)).not.toContain(beta());
  });

  it("is about them also where the stack has no check, and no key, of its own", async () => {
    const state = await deploy({});
    delete process.env.CHECKS_API_KEY;
    expect(await scene.report("--state", state)).toMatchObject({
      code: 0,
      problems: [],
      counts: { live: 1 },
    });
  });

  it.each([
    [
      { sealed: true },
      /^provider "eu" of stack jobs\/dev: its arguments cannot be read \(apiKey\): .* --show-secrets/,
    ],
    [{ lost: true }, /^provider "eu" of stack jobs\/dev: the state does not have it/],
  ] as const)("does not call gone what it cannot look for (%j)", async (how, problem) => {
    const state = await deploy(OWN, how);
    const report = await scene.report("--state", state);
    expect([report.code, report.findings]).toEqual([3, []]);
    expect(report.problems).toEqual([expect.stringMatching(problem)]);
  });
});

describe("two providers of one name, in two states of one name", () => {
  it("are told apart by drift: a channel that only one project has is not called gone", async () => {
    const { url, projects } = service.emulator;
    const { readWriteKey: alpha } = projects.alpha;
    await service.admin.addChannel("beta", "Night shift", "sms");
    const theirs = { "eu-backup": { slug: "eu-backup", channels: ["Night shift"] } };
    const inBeta = await deployBoth(scene, {}, theirs, { name: "eu", url, apiKey: beta() });
    scene.write("beta.json", readFileSync(inBeta, "utf8"));
    const own = { "own-backup": { slug: "own-backup" } };
    const inAlpha = await deployBoth(scene, {}, own, { name: "eu", url, apiKey: alpha });
    scene.write("alpha.json", readFileSync(inAlpha, "utf8"));
    const [check] = await service.checks(beta());
    await service.request("POST", `/checks/${check?.uuid}`, { channels: "" }, beta());
    const { findings, next } = await scene.report(
      "--class",
      "changed",
      ...["alpha", "beta"].flatMap((one) => ["--state", `${one}.json`]),
    );
    expect(JSON.stringify([findings, next])).not.toMatch(/gone|any more/);
    const fields = [{ field: "channels", declared: ["Night shift"], applied: ["Night shift"], live: [] }];
    expect(findings).toMatchObject([
      { check: { slug: "eu-backup", project: "provider eu of jobs/dev (2)" }, fields },
    ]);
  });
});

describe("advise", () => {
  it("says of a provider's read-only key that it sees no pings, and which argument is to hold another", async () => {
    const state = await deploy();
    const pingUrl = String((await theirs())?.ping_url);
    for (let pings = 0; pings < 10; pings += 1) await fetch(pingUrl, { method: "POST" });
    const { readOnlyKey } = service.emulator.projects.beta;
    scene.write(state, readFileSync(state, "utf8").replaceAll(beta(), readOnlyKey));
    expect(
      await shell.run("advise", "--state", state, "--slug", "eu-backup", "--min-pings", "10", "-q"),
    ).toMatchObject({
      code: 1,
      stderr:
        "error: only a read-write key may see logged pings, and the configured key is read-only. Set the read-write key of the project in the provider's argument apiKey\n",
    });
  });
});

describe("wait", () => {
  const run = (...args: string[]) =>
    shell.run("wait", "--quiet", "--timeout", "1s", "--every", "1s", ...args);

  it("waits for its checks, and calls their project by it", async () => {
    const state = await deploy();
    const { code, stdout } = await run("--state", state);
    expect([code, stdout]).toEqual([
      2,
      expect.stringMatching(/^ {2}eu-backup \(provider eu\) {2}was never pinged$/m),
    ]);
    expect((await run("--state", state, "--slug", "eu-backup")).stdout).toContain(
      "(a read-write key: that of the provider eu)",
    );
    await fetch(String((await theirs())?.ping_url), { method: "POST" });
    expect(await run("--state", state, "--slug", "eu-backup", "--since", "1h")).toMatchObject({ code: 0 });
  });
});

describe("maintenance", () => {
  const run = (...args: string[]) => shell.run("maintenance", ...args, "--records", "records");
  const ALL = { own: expect.not.stringMatching(/^$/), theirs: expect.not.stringMatching(/^$/) };
  const channels = async () => ({
    own: (await service.check("own")).channels,
    theirs: (await theirs())?.channels,
  });

  it("takes the channels off its checks, too, and puts them back by the state that they are in", async () => {
    const state = await deploy();
    const before = await channels();
    expect(before).toEqual(ALL);
    expect(await run("begin", "--state", state)).toMatchObject({ code: 0 });
    expect(await channels()).toEqual({ own: "", theirs: "" });
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await channels()).toEqual(before);
  });

  it("is ended, and writes no password down, where the address of the provider has one", async () => {
    const state = await deploy(OWN, { url: service.emulator.url.replace("//", "//bob:hunter2@") });
    const before = await channels();
    const { stdout } = await run("begin", "--state", state);
    expect(readFileSync(`records/${stdout.trim()}.json`, "utf8")).not.toContain("hunter2");
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await channels()).toEqual(before);
  });

  it("keeps what it cannot put back because the state has the provider no longer", async () => {
    const state = await deploy();
    const before = await channels();
    await run("begin", "--state", state);
    const kept = readFileSync(state, "utf8");
    scene.write(state, JSON.stringify({ version: 3, deployment: {} }));
    const { code, stdout } = await run("end");
    expect([code, stdout]).toEqual([3, expect.stringContaining("the state does not have it")]);
    expect(await channels()).toEqual({ ...before, theirs: "" });
    scene.write(state, kept);
    expect(await run("end")).toMatchObject({ code: 0 });
    expect(await channels()).toEqual(before);
  });

  it("begins nothing where it cannot look for them", async () => {
    const state = await deploy(OWN, { sealed: true });
    const { code, stderr } = await run("begin", "--state", state);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('provider "eu" of stack jobs/dev: its arguments'),
    ]);
    expect(await channels()).toEqual(ALL);
  });
});

describe("coverage and advise", () => {
  it("know its checks, and which project they are in", async () => {
    const state = await deploy();
    const coverage = await shell.run("coverage", "--quiet", "--json", "--state", state);
    expect(JSON.parse(coverage.stdout).gaps).toMatchObject([
      { check: { label: "own", project: "default" } },
      { check: { label: "eu-backup", project: "provider eu" } },
    ]);
    const advice = await shell.run("advise", "--quiet", "--json", "--state", state);
    expect(JSON.parse(advice.stdout)).toMatchObject({
      notes: [],
      checks: [{ project: "default" }, { project: "provider eu" }],
    });
  });
});
