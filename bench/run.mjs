/**
 * `npm run bench [-- --sizes 10,100,1000 --checkpoints on,off]`: measures, prints a Markdown table, and keeps it in
 * bench/README.md. Instead of that, `--against PATH.tgz [--sizes 1000]` compares with an older version, `--hosts [--sizes …]`
 * the two hosts, and `--imports` and `--starts` measure what importing the library, or starting the plugin, takes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { command, ROOT } from "../scripts/process/command.mjs";
import { whenStopped } from "../scripts/process/interrupt.mjs";
import { step } from "../scripts/process/progress.mjs";
import { setUp } from "../scripts/setup/setup.mjs";
import { forTheEngine } from "../scripts/suites/engine.mjs";
import { hostsTable } from "./hosts.mjs";
import { importsTable } from "./imports.mjs";
import { MODES } from "./modes.mjs";
import { OPERATIONS, rawFloor } from "./operations.mjs";
import { Project } from "./project.mjs";
import { startService } from "./service.mjs";
import { startsTable } from "./starts.mjs";
import { table } from "./table.mjs";
import { compared, versionsTable } from "./versions.mjs";

/** With more resources the engine's own writing of its state, once a resource, takes an hour. */
const MOST_WITH_CHECKPOINTS = 1000;

await command(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string" },
      checkpoints: { type: "string", default: "on,off" },
      against: { type: "string" },
      hosts: { type: "boolean", default: false },
      imports: { type: "boolean", default: false },
      starts: { type: "boolean", default: false },
    },
  });
  const { against, checkpoints, hosts, imports, starts } = values;
  const isWhole = against === undefined && !hosts && !imports && !starts;
  const counts = (values.sizes ?? usualSizes(values)).split(",").map(Number);
  const modes = checkpoints.split(",");
  await setUp(ROOT);
  if (isWhole || imports) publish("imports", importsTable(ROOT));
  if (isWhole || starts) publish("starts", await startsTable(ROOT));
  if (imports || starts) return;
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenStopped(remove);
  const service = await startService();
  try {
    const engine = await forTheEngine(ROOT, folder);
    const project = new Project(join(folder, "project"), engine, service.environment);
    if (isWhole) publish("results", table(await lives(project, service, counts, modes)));
    if (isWhole || hosts)
      publish("hosts", await hostsTable(project, service, counts.filter(isBearable), modes));
    if (against !== undefined) {
      const old = new Project(join(folder, "old"), engine, service.environment, resolve(against));
      publish("versions", versionsTable(await versions({ old, new: project }, service, counts)));
    }
  } finally {
    service.stop();
    forget();
    remove();
  }
});

function usualSizes({ against, hosts }) {
  if (against !== undefined) return "1000";
  return hosts ? "10,100,1000" : "10,100,1000,5000";
}

async function versions(projects, service, counts) {
  const rows = [];
  for (const count of counts) rows.push(...(await compared(projects, service, count)));
  return rows;
}

function isBearable(count) {
  return count <= MOST_WITH_CHECKPOINTS;
}

async function lives(project, service, counts, modes) {
  const rows = [];
  for (const count of counts) {
    for (const mode of modes.filter((one) => one === "off" || isBearable(count))) {
      rows.push(...(await size(project, service, count, mode)));
    }
  }
  return rows;
}

/** All operations at one size: the bare client, our checks, and the floors they are compared with, one after the other. */
async function size(project, service, count, mode) {
  await service.reset();
  const raw = await rawFloor(service, count);
  const checks = await life(project, service, "checks", count, mode);
  const trivial = await life(project, service, "trivial", count, mode);
  const alike = await life(project, service, "alike", count, mode, checks.sample);
  return OPERATIONS.map(({ name }) => ({
    count,
    mode,
    name,
    ...checks.costs[name],
    trivial: trivial.costs[name].wall,
    alike: alike.costs[name].wall,
    raw: raw[name],
  }));
}

async function life(project, service, program, count, mode, imitated) {
  await project.use(program, imitated);
  const costs = {};
  let sample;
  for (const { name, args, grace } of OPERATIONS) {
    await service.clearRequests();
    const environment = { ...MODES[mode], COUNT: String(count), GRACE: String(grace) };
    const title = `${program}, N = ${count}, checkpoints ${mode}: ${name}`;
    const cost = await step(title, () => project.pulumi(args, environment));
    costs[name] = { ...cost, requests: await service.requests(), state: project.stateBytes() };
    sample ??= project.sample();
  }
  return { costs, sample };
}

/** Between the markers of the README; what stands around them is written by people. */
function publish(part, markdown) {
  const text = `Measured on ${cpus().length} cores with Node ${process.versions.node}; one run.\n\n${markdown}`;
  process.stdout.write(`${text}\n`);
  const file = join(ROOT, "bench", "README.md");
  const marked = new RegExp(`(<!-- ${part} -->\\n)[\\s\\S]*?(<!-- end of ${part} -->)`);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(marked, (_, start, end) => `${start}${text}\n${end}`),
  );
}
