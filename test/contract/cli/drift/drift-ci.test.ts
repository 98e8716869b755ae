import { DriftScene } from "../../../support/cli/driftScene";
import { ForgeStub, TOKEN } from "../../../support/cli/forgeStub";
import { Service } from "../../../support/service";

let service: Service;
let forge: ForgeStub;
let scene: DriftScene;

beforeEach(async () => {
  service = await Service.start();
  forge = await new ForgeStub().start();
  scene = new DriftScene();
  Object.assign(process.env, {
    ...service.environment,
    GITHUB_REPOSITORY: "o/r",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: forge.url,
    GITHUB_REF: "refs/pull/17/merge",
  });
});
afterEach(async () => {
  scene.end();
  await forge.stop();
  await service.stop();
});

/** A run that has something to write in a comment and in an issue. */
async function withDrift(...more: string[]): Promise<unknown> {
  const state = await scene.deploy("prod", { own: { slug: "own" } });
  await service.request("DELETE", `/checks/${(await service.check("own")).uuid}`);
  const posts = ["--comment", "always", "--issue", "always"];
  return scene.drift("ci", "--state", state, "--state-only", "--quiet", ...posts, ...more);
}

describe("a forge that refuses", () => {
  beforeEach(() => {
    forge.refusal = { message: "Validation Failed" };
  });

  it("the comment gets the issue all the same, and the run fails", async () => {
    forge.refused = /comments$/;
    await expect(withDrift()).rejects.toThrow(/^GitHub: POST \/issues\/17\/comments: answered 422 [^;]*$/);
    expect(forge.issues).toMatchObject([{ open: true, title: "Monitoring drift: 1 missing" }]);
  });

  it("the issue has the comment, and the run fails", async () => {
    forge.refused = /issues$/;
    await expect(withDrift()).rejects.toThrow(/^GitHub: POST \/issues: answered 422 [^;]*$/);
    expect(forge.comments).toHaveLength(1);
  });

  it("both is told of each", async () => {
    await expect(withDrift()).rejects.toThrow(
      /^GitHub: POST \/issues\/17\/comments: answered 422 .*; GitHub: POST \/issues: answered 422 /,
    );
  });
});

it("a folder that cannot be made keeps back neither comment nor issue, and the run fails", async () => {
  await expect(withDrift("--folder", "/dev/null/reports")).rejects.toThrow(
    /^\/dev\/null\/reports: the folder cannot be made \(ENOTDIR\)$/,
  );
  expect(forge.comments).toHaveLength(1);
  expect(forge.issues).toMatchObject([{ open: true, title: "Monitoring drift: 1 missing" }]);
});

describe("a GITHUB_OUTPUT or GITHUB_STEP_SUMMARY that cannot be written", () => {
  it.each(["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"])("is told by its name: %s", async (variable) => {
    process.env.GITHUB_ACTIONS = "true";
    process.env[variable] = scene.folder;
    await expect(withDrift()).rejects.toThrow(
      `${variable}: ${scene.folder}: it cannot be written (EISDIR). Leave the variable as the runner sets it`,
    );
    expect(forge.comments).toHaveLength(1);
  });

  it("hides no failure, and keeps back no issue about it", async () => {
    process.env.GITHUB_ACTIONS = "true";
    process.env.GITHUB_OUTPUT = scene.folder;
    const run = scene.drift("ci", "--state", "no.json", "--quiet", "--issue", "always");
    await expect(run).rejects.toThrow("no.json: there is no such file");
    expect(forge.issues).toMatchObject([{ open: true, title: "The check for monitoring drift failed" }]);
  });
});
