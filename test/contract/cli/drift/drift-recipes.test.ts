import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import type { DriftScene } from "../../../support/cli/driftScene";
import { inForgeScene } from "../../../support/cli/forgeScene";
import { type ForgeStub, TOKEN } from "../../../support/cli/forgeStub";
import type { Service } from "../../../support/service";

const ROOT = join(__dirname, "..", "..", "..", "..");
const DOCS = readFileSync(join(ROOT, "docs", "ci.md"), "utf8");

/** A recipe of the docs, by the marker before it. */
function recipe(name: string): string {
  const [, after] = DOCS.split(`<!-- recipe: ${name} -->`);
  const [, block] = after?.split("```") ?? [];
  if (block === undefined) throw new Error(`docs/ci.md has no recipe ${name}`);
  return block.slice(block.indexOf("\n") + 1);
}

interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: { id: string; run: string; env: Record<string, string> }[] };
}
const ACTION = parse(readFileSync(join(ROOT, "action", "action.yml"), "utf8")) as Action;

/** What stands in for programs that a job's machine has. `pulumi` answers as the engine did for this stack. */
const PROGRAMS = {
  npx: `[ "$1 $2" = "--no-install pulumi-checks" ] || exit 97; shift 2
exec node "${join(ROOT, "dist", "cli", "main.js")}" "$@"`,
  npm: "exit 0",
  pulumi: `case "$*" in
  "stack export"*) cat dev.json;;
  preview*) cat dev.preview.json;;
  *) echo "{}";;
esac`,
  mail: 'shift; { echo "subject: $1"; cat; } > mail.txt',
  curl: 'echo "$@" > curl.txt',
};

let service: Service;
let forge: ForgeStub;
let scene: DriftScene;

inForgeScene(async (parts) => {
  ({ service, forge, scene } = parts);
  mkdirSync("bin");
  for (const [name, body] of Object.entries(PROGRAMS))
    scene.write(`bin/${name}`, `#!/bin/sh\n${body}\n`, 0o755);
  process.env.PATH = `${join(scene.folder, "bin")}${delimiter}${process.env.PATH}`;
  Object.assign(process.env, service.environment);
  await scene.deploy("dev", { backup: { slug: "backup", channels: ["Pager"] } });
  scene.write("Pulumi.yaml", "name: jobs\nruntime: nodejs\n");
});

/** Runs a script as a job does: with `bash -e -o pipefail`. */
function job(
  script: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; text: string }> {
  const options = { cwd: scene.folder, env: { ...process.env, ...environment } };
  return new Promise((resolve) => {
    execFile("bash", ["-e", "-o", "pipefail", "-c", script], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });
}

async function changeByHand(): Promise<void> {
  await service.request("POST", `/checks/${(await service.check("backup")).uuid}`, { grace: 60 });
}

async function repair(): Promise<void> {
  await service.request("POST", `/checks/${(await service.check("backup")).uuid}`, { grace: 3600 });
}

const NOBODY = { CHECKS_URL: "http://127.0.0.1:1", CHECKS_DEADLINE_SECONDS: "1" };

describe("the GitHub action", () => {
  /** Its one step, with the runner's variables and the inputs in place. */
  async function action(inputs: Record<string, string>, environment: Record<string, string> = {}) {
    const [step] = ACTION.runs.steps;
    if (!step || ACTION.runs.steps.length > 1) throw new Error("the action should have one step");
    expect(step.run).not.toContain("${{");
    const given = Object.entries(step.env).map(([name, value]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? "";
      const text = inputs[input] ?? String(ACTION.inputs[input]?.default);
      return [name, text.replace("${{ github.token }}", TOKEN)];
    });
    scene.write("output.txt", "");
    scene.write("summary.md", "");
    const outcome = await job(step.run, {
      ...Object.fromEntries(given),
      GITHUB_ACTIONS: "true",
      GITHUB_REPOSITORY: "o/r",
      GITHUB_API_URL: forge.url,
      GITHUB_WORKSPACE: scene.folder,
      GITHUB_OUTPUT: join(scene.folder, "output.txt"),
      GITHUB_STEP_SUMMARY: join(scene.folder, "summary.md"),
      ...environment,
    });
    const outputs = readFileSync("output.txt", "utf8").trim().split("\n");
    return { ...outcome, outputs: Object.fromEntries(outputs.map((line) => line.split("="))) };
  }

  const PULL_REQUEST = { GITHUB_EVENT_NAME: "pull_request", GITHUB_REF: "refs/pull/17/merge" };
  const SCHEDULE = { GITHUB_EVENT_NAME: "schedule", GITHUB_REF: "refs/heads/main" };

  it("comments on a pull request, annotates its lines, sets its outputs and fails on drift", async () => {
    await changeByHand();
    const run = await action({ stacks: "dev" }, PULL_REQUEST);
    expect(run).toMatchObject({ code: 2, outputs: { result: "drift", findings: "1" } });
    expect(run.text).toContain(
      "::warning title=Drift%3A changed,file=index.js,line=4::backup was changed: grace",
    );
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining("| `grace` | `3600 (1 h)` |") }]);
    expect(forge.issues).toEqual([]);
    expect(readFileSync("summary.md", "utf8")).toContain("#### changed: 1");
    for (const name of Object.keys(ACTION.outputs)) expect(Object.keys(run.outputs)).toContain(name);
    for (const file of [run.outputs.report, run.outputs.page]) expect(existsSync(file)).toBe(true);
  });

  it("on a schedule opens one issue on drift, and closes it when clean", async () => {
    await changeByHand();
    expect((await action({}, SCHEDULE)).code).toBe(2);
    expect((await action({ "fail-on-drift": "false" }, SCHEDULE)).code).toBe(0);
    expect(forge.issues).toMatchObject([{ open: true }]);
    await repair();
    expect(await action({}, SCHEDULE)).toMatchObject({ code: 0, outputs: { result: "clean" } });
    expect(forge.issues).toMatchObject([{ open: false }]);
    expect(forge.comments).toEqual([]);
  });

  it("that fails is an alert and no drift: the job fails, the issue of drift stays as it is", async () => {
    await changeByHand();
    await action({}, SCHEDULE);
    const run = await action({ "fail-on-drift": "false" }, { ...SCHEDULE, ...NOBODY });
    expect(run).toMatchObject({ code: 1, outputs: { result: "error" } });
    expect(run.text).toContain(
      "::error title=The check for drift failed::listing the checks: nothing listens",
    );
    expect(forge.issues).toMatchObject([
      { open: true, title: "Monitoring drift: 1 changed" },
      { open: true, title: "The check for monitoring drift failed" },
    ]);
  });

  it("passes inputs on as words, and never runs them", async () => {
    const run = await action({
      "state-only": "true",
      arguments: "--class\nmissing\n--ignore-file\n$(touch pwned) `touch pwned`; touch pwned",
    });
    expect(run.code).toBe(1);
    expect(run.text).toContain("touch pwned`; touch pwned: there is no such file");
    expect(existsSync("pwned")).toBe(false);
  });
});

describe("the recipes", () => {
  it("for GitHub uses the action of the package, with inputs that it has", () => {
    const workflow = parse(recipe("github"));
    const step = workflow.jobs.drift.steps.at(-1);
    const inPackage = step.uses.replace("./node_modules/pulumi-checks/", "");
    const packaged = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).files;
    expect(packaged).toContain(inPackage);
    expect(readdirSync(join(ROOT, inPackage))).toContain("action.yml");
    for (const input of Object.keys(step.with)) expect(Object.keys(ACTION.inputs)).toContain(input);
    expect(workflow.permissions).toEqual({ contents: "read", "pull-requests": "write", issues: "write" });
  });

  it("for GitLab notes the drift on the merge request and leaves its reports", async () => {
    const pipeline = parse(recipe("gitlab"))["monitoring-drift"];
    await changeByHand();
    const run = await job(pipeline.script.join("\n"), {
      CI_PROJECT_ID: "7",
      CI_API_V4_URL: `${forge.url}/api/v4`,
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: "17",
      GITLAB_TOKEN: TOKEN,
    });
    expect(run.code).toBe(2);
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining("#### changed: 1") }]);
    for (const path of [...pipeline.artifacts.paths, pipeline.artifacts.reports.junit]) {
      expect(existsSync(path)).toBe(true);
    }
  });

  it("for a plain shell mails drift and failures, keeps quiet when clean, and pings its own check", async () => {
    scene.write("drift.sh", recipe("shell"));
    const cron = (environment = {}) =>
      job("sh drift.sh", { MAIL_TO: "ops", DRIFT_PING_URL: "http://127.0.0.1/ping/x", ...environment });
    expect((await cron()).code).toBe(0);
    expect(existsSync("mail.txt")).toBe(false);
    expect(readFileSync("curl.txt", "utf8")).toContain("http://127.0.0.1/ping/x/0");
    await changeByHand();
    expect((await cron()).code).toBe(2);
    expect(readFileSync("mail.txt", "utf8")).toMatch(/^subject: Monitoring drift\n1 finding: 1 changed\n/);
    expect(readFileSync("curl.txt", "utf8")).toContain("http://127.0.0.1/ping/x/2");
    expect((await cron(NOBODY)).code).toBe(1);
    expect(readFileSync("mail.txt", "utf8")).toMatch(
      /^subject: The check for monitoring drift failed\n[\s\S]*error: listing the checks/,
    );
  });
});
