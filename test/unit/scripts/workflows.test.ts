/** The project's own workflows: what they name must be here. That they run is seen where they run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { script } from "../../support/scripts/script";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  needs?: string | string[];
  uses?: string;
  "timeout-minutes"?: number;
  steps?: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const ROOT = join(__dirname, "..", "..", "..");
const FOLDER = join(".github", "workflows");
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const { ENGINE } = script<{ ENGINE: string }>("engine/version.mjs");
const workflows = readdirSync(join(ROOT, FOLDER)).map((name): [string, Workflow] => [
  name,
  parse(read(FOLDER, name)) as Workflow,
]);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

it("there is one for changes and one for releases", () => {
  expect(workflows.map(([name]) => name).sort()).toEqual(["ci.yml", "release.yml"]);
});

describe.each(workflows)("the workflow %s", (_, workflow) => {
  const steps = stepsOf(workflow);
  const lines = steps.flatMap(({ run = "" }) => run.split("\n"));

  it("runs only scripts that package.json has", () => {
    const named = lines.flatMap((line) =>
      [...line.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name]) => name),
    );
    const npmsOwn = ["ci", "publish"];
    expect(named.filter((name = "") => !npmsOwn.includes(name) && !scripts[name])).toEqual([]);
  });

  it("publishes a file, which npm takes for a repository on GitHub unless its path begins with a dot", () => {
    const published = lines.flatMap((line) => /\bnpm publish (\S+)/.exec(line)?.[1] ?? []);
    expect(published.filter((path) => !path.startsWith("./"))).toEqual([]);
  });

  it("waits only for jobs that it has, and calls only workflows that are here", () => {
    const { jobs } = workflow;
    const awaited = Object.values(jobs).flatMap(({ needs = [] }) => needs);
    expect(awaited.filter((name) => !jobs[name])).toEqual([]);
    const called = Object.values(jobs).flatMap(({ uses }) => (uses ? [uses.replace(/^\.\//, "")] : []));
    expect(called.filter((path) => !workflows.some(([name]) => path === `${FOLDER}/${name}`))).toEqual([]);
  });

  it("hands values to a shell by its environment, so that none is read as a command", () => {
    expect(lines.filter((line) => line.includes("${{"))).toEqual([]);
  });

  it("uses actions of a version, the engine that the tests know, and no right or hour too many", () => {
    const actions = steps.flatMap(({ uses }) => (uses ? [uses] : []));
    expect(actions.filter((uses) => !/^[\w-]+\/[\w-]+@v\d+$/.test(uses))).toEqual([]);
    const engines = steps.flatMap(({ uses = "", with: options = {} }) =>
      uses.startsWith("pulumi/actions") ? [options["pulumi-version"]] : [],
    );
    expect(engines.filter((version) => version !== ENGINE)).toEqual([]);
    expect(workflow.permissions).toEqual({ contents: "read" });
    const endless = Object.entries(workflow.jobs).filter(([, job]) => job.steps && !job["timeout-minutes"]);
    expect(endless.map(([name]) => name)).toEqual([]);
  });
});
