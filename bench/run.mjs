/** `npm run bench [-- --sizes 10,100,1000 --checkpoints on,off]`: measures, prints a Markdown table, and keeps it in bench/README.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { command, ROOT } from "../scripts/process/command.mjs";
import { whenStopped } from "../scripts/process/interrupt.mjs";
import { step } from "../scripts/process/progress.mjs";
import { setUp } from "../scripts/setup/setup.mjs";
import { forTheEngine } from "../scripts/suites/engine.mjs";
import { OPERATIONS, rawFloor } from "./operations.mjs";
import { Project } from "./project.mjs";
import { startService } from "./service.mjs";
import { table } from "./table.mjs";

const MODES = {
  on: {},
  off: { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
};
/** With more resources the engine's own writing of its state, once a resource, takes an hour. */
const MOST_WITH_CHECKPOINTS = 1000;

await command(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "10,100,1000,5000" },
      checkpoints: { type: "string", default: "on,off" },
    },
  });
  const modes = values.checkpoints.split(",");
  await setUp(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenStopped(remove);
  const service = await startService();
  try {
    const project = new Project(
      join(folder, "project"),
      await forTheEngine(ROOT, folder),
      service.environment,
    );
    const rows = [];
    for (const count of values.sizes.split(",").map(Number)) {
      for (const mode of modes.filter((one) => one === "off" || count <= MOST_WITH_CHECKPOINTS)) {
        rows.push(...(await size(project, service, count, mode)));
      }
    }
    publish(table(rows));
  } finally {
    service.stop();
    forget();
    remove();
  }
});

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
function publish(markdown) {
  const text = `Measured on ${cpus().length} cores with Node ${process.versions.node}; one run.\n\n${markdown}`;
  process.stdout.write(`${text}\n`);
  const file = join(ROOT, "bench", "README.md");
  const marked = /(<!-- results -->\n)[\s\S]*?(<!-- end of results -->)/;
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(marked, (_, start, end) => `${start}${text}\n${end}`),
  );
}
