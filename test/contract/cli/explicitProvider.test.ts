/** The commands over a stack with an explicit provider, whose checks live where its own key leads. */
import { DriftScene, shorts } from "../../support/cli/driftScene";
import { deployBoth, type Explicit } from "../../support/cli/providerScene";
import { Shell } from "../../support/cli/reportCommand";
import { Service } from "../../support/service";

let service: Service;
let shell: Shell;
let scene: DriftScene;

beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.admin.reset();
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
