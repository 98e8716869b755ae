/** An older version and this one, in one run: what the creation of checks takes, with checkpoints, and what each holds. */
import { step } from "../scripts/process/progress.mjs";
import { CREATE } from "./operations.mjs";
import { markdown } from "./table.mjs";

/** What a run costs before its first check is taken off by a run of so few. */
const FEW = 10;

/**
 * Creates checks with each version, one after the other, and as many of Pulumi's own resources of five properties.
 *
 * @param projects `{ old, new }`, each with its version of the library
 * @returns the rows of a table
 */
export async function compared(projects, service, count) {
  const cases = [
    ["old", projects.old, "checks"],
    ["new", projects.new, "checks"],
    ["trivial", projects.new, "trivial"],
  ];
  const rows = [];
  for (const [version, project, program] of cases) {
    const few = await created(project, service, program, FEW, version);
    const many = await created(project, service, program, count, version);
    const each = (what) => (many[what] - few[what]) / (count - FEW);
    rows.push({ count, version, ...many, stateEach: each("state"), programEach: each("program") });
  }
  return rows;
}

async function created(project, service, program, count, version) {
  await service.reset();
  await project.use(program);
  const environment = { COUNT: String(count), GRACE: String(CREATE.grace) };
  const cost = await step(`${version}, N = ${count}: create`, () => project.pulumi(CREATE.args, environment));
  return { ...cost, state: project.stateBytes() };
}

const HEAD = [
  "N",
  "Version",
  "Create s",
  "CPU s",
  "State B a check",
  "Program MB",
  "Program KB a check",
  "Peak MB",
];

/** The rows in Markdown. */
export function versionsTable(rows) {
  return markdown(
    HEAD,
    rows.map((row) => [
      row.count,
      row.version,
      row.wall.toFixed(1),
      row.cpu.toFixed(1),
      Math.round(row.stateEach),
      Math.round(row.program / 1e6),
      Math.round(row.programEach / 1e3),
      Math.round(row.peak / 1e6),
    ]),
  );
}
