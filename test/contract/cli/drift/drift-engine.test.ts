import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { configOf } from "../../../../cli/pulumi";
import { DriftScene, shorts } from "../../../support/cli/driftScene";
import { Service } from "../../../support/service";

/** Answers as the engine does for a deployed stack, and notes what it was asked, where, and with which key. */
const PULUMI = `#!/bin/sh
echo "$(basename "$PWD"): $*; key $CHECKS_API_KEY" >> "$ASKED"
if [ -e "$STATES/being-written" ]; then
  read -r left words < "$STATES/being-written"
  case "$*" in $words*)
    if [ "$left" -gt 1 ]; then echo "$((left - 1)) $words" > "$STATES/being-written"; else rm "$STATES/being-written"; fi
    printf "$PRINTED"
    echo "error: failed to load checkpoint: EOF" >&2; exit 1;;
  esac
fi
case "$*" in
  "stack export"*) cat "$STATES/dev.json";;
  preview*) cat "$STATES/dev.preview.json";;
  *--show-secrets*) [ -z "$SEALED" ] || { echo "error: passphrase must be set" >&2; exit 255; };;
esac
case "$*" in
  "stack export"*|preview*) ;;
  *) [ -n "$CONFIG" ] || { echo "error: no stack selected" >&2; exit 255; }; echo "$CONFIG";;
esac
`;

let service: Service;
let scene: DriftScene;

beforeEach(async () => {
  service = await Service.start();
  scene = new DriftScene();
  mkdirSync("bin");
  mkdirSync("jobs");
  scene.write("bin/pulumi", PULUMI, 0o755);
  scene.write("jobs/Pulumi.yaml", "name: jobs\nruntime: nodejs\n");
  Object.assign(process.env, service.environment, {
    PATH: `${join(scene.folder, "bin")}${delimiter}${process.env.PATH}`,
    ASKED: join(scene.folder, "asked.txt"),
    STATES: scene.folder,
    CONFIG: "",
    SEALED: "",
    PRINTED: "",
  });
  scene.write("asked.txt", "");
  await scene.deploy("dev", { a: { slug: "a", channels: ["Pager"] } });
  await service.request("POST", `/checks/${(await service.check("a")).uuid}`, { desc: "by hand" });
});
afterEach(async () => {
  scene.end();
  await service.stop();
});

/** What the engine was asked, without what keeps it quiet. */
function asked(): string[] {
  const lines = readFileSync("asked.txt", "utf8").trim().split("\n");
  return lines.map((line) => line.replace(" --non-interactive --color never", ""));
}

/** The service is named by the stack's configuration alone. */
function configure(config: Record<string, { value: string }>): void {
  delete process.env.CHECKS_URL;
  delete process.env.CHECKS_API_KEY;
  process.env.CONFIG = JSON.stringify(config);
}

it("finds the service in the stack's configuration, and hands the key of now to the preview", async () => {
  configure({ "checks:url": { value: service.emulator.url }, "checks:apiKey": { value: service.key } });
  const report = await scene.report("--stack", "dev@jobs");
  expect(shorts(report)).toEqual(["changed a"]);
  expect(report.findings).toMatchObject([{ declaredBy: { file: "jobs/index.js", line: 4 } }]);
  expect(asked()).toEqual([
    "jobs: stack export --show-secrets --stack dev; key ",
    "jobs: config --show-secrets --json --stack dev; key ",
    `jobs: preview --json --show-sames --refresh --stack dev; key ${service.key}`,
  ]);
});

describe("beside an up, when the file backend has opened the state and written nothing yet", () => {
  const count = (words: string) => asked().filter((line) => line.includes(words)).length;

  it.each(["stack export --show-secrets", "preview --json"])(
    "`%s` is asked again, with the same options",
    async (words) => {
      scene.write("being-written", `2 ${words}\n`);
      expect(shorts(await scene.report("--stack", "dev@jobs"))).toEqual(["changed a"]);
      expect(count(words)).toBe(3);
      // Never without the secrets, so that nothing is sealed.
      expect(count("stack export")).toBe(count("stack export --show-secrets"));
    },
  );

  it("a preview that had begun is not run again", async () => {
    process.env.PRINTED = "{";
    scene.write("being-written", "1 preview\n");
    const report = await scene.report("--stack", "dev@jobs");
    expect(report.problems).toEqual(["pulumi preview: failed to load checkpoint: EOF"]);
    expect(count("preview")).toBe(1);
  });
});

it("does not call a check unmanaged that the next up takes over by its UUID", async () => {
  const { uuid } = await service.request("POST", "/checks/", { name: "Nightly report" });
  const preview = JSON.parse(readFileSync("dev.preview.json", "utf8"));
  const type = "pulumi-nodejs:dynamic/checks:Check";
  const urn = `urn:pulumi:dev::jobs::${type}::nightly-report`;
  const inputs = { slug: "nightly-report", name: "Nightly report", adopt: uuid };
  preview.steps.push({ op: "create", urn, newState: { urn, type, inputs } });
  scene.write("dev.preview.json", JSON.stringify(preview));
  const report = await scene.report("--stack", "dev@jobs");
  expect(report.pending).toMatchObject([{ change: "create" }]);
  expect(shorts(report)).toEqual(["changed a"]);
});

it("knows by the program whose stamps are its own, where the state is empty", async () => {
  await service.request("POST", "/checks/", { slug: "left", tags: "pulumi:jobs/dev" });
  const urn = "urn:pulumi:dev::jobs::pulumi:pulumi:Stack::jobs-dev";
  scene.write("dev.json", JSON.stringify({ version: 3, deployment: {} }));
  scene.write("dev.preview.json", JSON.stringify({ steps: [{ op: "create", urn }] }));
  const report = await scene.report("--stack", "dev@jobs");
  expect(shorts(report)).toContain("unmanaged left");
  expect(report.stacks).toMatchObject([{ name: "jobs/dev" }]);
});

it("finds named projects there too", async () => {
  const { beta } = service.emulator.projects;
  const named = { beta: { apiKey: beta.readWriteKey } };
  process.env.CHECKS_PROJECTS_BETA_API_KEY = beta.readWriteKey;
  await scene.deploy("dev", { b: { slug: "b", project: "beta", channels: [] } });
  delete process.env.CHECKS_PROJECTS_BETA_API_KEY;
  configure({
    "checks:url": { value: service.emulator.url },
    "checks:projects": { value: JSON.stringify(named) },
  });
  expect(await scene.report("--stack", "@jobs", "--state-only")).toMatchObject({
    code: 0,
    counts: { live: 1 },
  });
});

it("runs no program with --state-only, and refreshes nothing with --no-refresh", async () => {
  expect(shorts(await scene.report("--stack", "@jobs", "--state-only"))).toEqual(["changed a"]);
  expect(asked().some((line) => line.includes("preview"))).toBe(false);
  await scene.report("--stack", "@jobs", "--no-refresh");
  expect(asked().at(-1)).toBe(`jobs: preview --json --show-sames; key ${service.key}`);
});

it("does without a configuration where the environment says all, and is an error where it does not", async () => {
  expect(shorts(await scene.report("--stack", "@jobs", "--state-only"))).toEqual(["changed a"]);
  delete process.env.CHECKS_API_KEY;
  await expect(scene.drift("--quiet", "--stack", "@jobs", "--state-only")).rejects.toThrow(
    "pulumi config --show-secrets --json: no stack selected",
  );
});

it("takes what is no secret from a configuration without its passphrase, where the environment has the key", async () => {
  process.env.SEALED = "yes";
  process.env.CONFIG = JSON.stringify({
    "checks:defaultTags": { value: "prod", secret: false },
    "checks:projects": { secret: true },
  });
  const read = await configOf({ folder: "jobs" });
  expect(["checks:defaultTags", "checks:projects", "checks:url"].map(read)).toEqual([
    "prod",
    undefined,
    undefined,
  ]);
  delete process.env.CHECKS_URL;
  await expect(configOf({ folder: "jobs" })).rejects.toThrow("passphrase must be set");
  const url = "https://monitoring.example.com";
  process.env.CONFIG = JSON.stringify({ "checks:url": { value: url }, "checks:apiKey": { secret: true } });
  expect((await configOf({ folder: "jobs" }))("checks:url")).toBe(url);
  delete process.env.CHECKS_API_KEY;
  await expect(configOf({ folder: "jobs" })).rejects.toThrow("passphrase must be set");
});

it("does not run the program when the service cannot be reached", async () => {
  Object.assign(process.env, { CHECKS_URL: "http://127.0.0.1:1", CHECKS_DEADLINE_SECONDS: "1" });
  await expect(scene.drift("--quiet", "--stack", "@jobs")).rejects.toThrow("nothing listens");
  expect(asked().some((line) => line.includes("preview"))).toBe(false);
});

it("says which folder there is not", async () => {
  await expect(scene.drift("--quiet", "--stack", "dev@nowhere")).rejects.toThrow(
    "it cannot be run in nowhere (ENOENT). There is no such folder",
  );
  await expect(scene.drift("--stack", "dev@")).rejects.toThrow("It must be STACK, STACK@FOLDER or @FOLDER");
});
