/** The same definitions served by the dynamic host and by the plugin, to TypeScript and to YAML, in one run. */
import { delimiter } from "node:path";
import { hostFolder } from "../scripts/engine/hosts.mjs";
import { step } from "../scripts/process/progress.mjs";
import { MODES } from "./modes.mjs";
import { CREATE, OPERATIONS } from "./operations.mjs";
import { fieldsOf, PROGRAMS } from "./programs.mjs";
import { markdown } from "./table.mjs";

const PLUGIN = { plugins: { providers: [{ name: "checks", path: "node_modules/pulumi-checks/plugin" }] } };

/** What is compared: the environment that chooses a host, and the files of a program of so many checks. */
const CASES = {
  dynamic: { environment: {}, files: () => nodeProgram({}) },
  plugin: { environment: { CHECKS_HOST: "plugin" }, files: () => nodeProgram(PLUGIN) },
  yaml: { environment: {}, files: yamlProgram },
};
/** A second more or less is much for ten checks, and nothing for a thousand. */
const REPEATS = [
  { upTo: 10, times: 5 },
  { upTo: 100, times: 3 },
  { upTo: Number.POSITIVE_INFINITY, times: 1 },
];

/**
 * A whole life of each case at each size and mode, one case after the other; of those that are repeated, the medians.
 *
 * @returns the table in Markdown
 */
export async function hostsTable(project, service, counts, modes) {
  const yaml = await hostFolder("yaml", project.engine);
  CASES.yaml.environment = { PATH: [project.engine, yaml, process.env.PATH].join(delimiter) };
  const rows = await rowsOf(project, service, 0, "on", [CREATE]);
  for (const count of counts) {
    for (const mode of modes) rows.push(...(await rowsOf(project, service, count, mode, OPERATIONS)));
  }
  return markdown(HEAD, rows.map(cells));
}

async function rowsOf(project, service, count, mode, operations) {
  const { times } = REPEATS.find(({ upTo }) => count <= upTo);
  const lives = Object.fromEntries(Object.keys(CASES).map((name) => [name, []]));
  for (let time = 0; time < times; time++) {
    for (const name of Object.keys(CASES)) {
      await service.reset();
      lives[name].push(await life(project, name, count, mode, operations));
    }
  }
  return operations.map(({ name }) => {
    const of = (host) => medians(lives[host].map((costs) => costs[name]));
    return { count, mode, name, dynamic: of("dynamic"), plugin: of("plugin"), yaml: of("yaml") };
  });
}

async function life(project, host, count, mode, operations) {
  const { environment, files } = CASES[host];
  const write = (grace) => {
    for (const [file, text] of Object.entries(files(count, grace))) project.write(file, text);
  };
  write(CREATE.grace);
  await project.newStack(host);
  const costs = {};
  for (const { name, args, grace } of operations) {
    write(grace);
    const title = `${host}, N = ${count}, checkpoints ${mode}: ${name}`;
    const all = { ...MODES[mode], ...environment, COUNT: String(count), GRACE: String(grace) };
    const cost = await step(title, () => project.pulumi(args, all));
    costs[name] = { ...cost, state: project.stateBytes() };
  }
  return costs;
}

/** JSON is YAML, too. */
function projectFile(fields) {
  return { "Pulumi.yaml": JSON.stringify({ name: "bench", ...fields }) };
}

function nodeProgram(fields) {
  return { ...projectFile({ runtime: "nodejs", ...fields }), "index.js": PROGRAMS.checks() };
}

function yamlProgram(count, grace) {
  const resources = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `job-${n}`,
      { type: "checks:Check", properties: fieldsOf(n, grace) },
    ]),
  );
  return projectFile({ runtime: "yaml", ...PLUGIN, resources });
}

function medians(costs) {
  const median = (key) => costs.map((cost) => cost[key]).sort((a, b) => a - b)[costs.length >> 1];
  return { wall: median("wall"), cpu: median("cpu"), peak: median("peak"), state: median("state") };
}

const HEAD = [
  "N",
  "Checkpoints",
  "Operation",
  "Dynamic s",
  "Plugin s",
  "Ratio",
  "Plugin, YAML s",
  "Dynamic CPU s",
  "Plugin CPU s",
  "YAML CPU s",
  "Dynamic peak MB",
  "Plugin peak MB",
  "YAML peak MB",
  "Dynamic state KB",
  "Plugin state KB",
  "YAML state KB",
];

function cells({ count, mode, name, dynamic, plugin, yaml }) {
  const hosts = [dynamic, plugin, yaml];
  return [
    count,
    mode,
    name,
    dynamic.wall.toFixed(2),
    plugin.wall.toFixed(2),
    (plugin.wall / dynamic.wall).toFixed(2),
    yaml.wall.toFixed(2),
    ...hosts.map(({ cpu }) => cpu.toFixed(1)),
    ...hosts.map(({ peak }) => Math.round(peak / 1e6)),
    ...hosts.map(({ state }) => Math.round(state / 1e3)),
  ];
}
