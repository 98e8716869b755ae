/** What it takes to import the library, and to ask the command for help: CPU time, since other programs take turns. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { markdown } from "./table.mjs";

const LOOPS = 20;
const TELL =
  "const { userCPUTime, systemCPUTime } = process.resourceUsage(); console.error((userCPUTime + systemCPUTime) / 1000)";
const AT_END = `process.once("exit", () => { ${TELL} });`;

/** Measures each thing and what it is compared with in turn, so that both meet the same machine. */
export function importsTable(root) {
  const library = JSON.stringify(root);
  const main = JSON.stringify(join(root, "dist", "cli", "main.js"));
  const comparisons = [
    {
      what: "`pulumi-checks` beside `@pulumi/pulumi`",
      without: 'require("@pulumi/pulumi")',
      code: `require("@pulumi/pulumi"); require(${library})`,
      most: 120,
    },
    {
      what: "`pulumi-checks --help` beside bare Node",
      without: "",
      code: `process.argv = [process.execPath, "pulumi-checks", "--help"]; require(${main})`,
      most: 250,
    },
  ];
  const rows = comparisons.map(({ what, without, code, most }) => {
    const [base, whole] = medians(root, [without, code]);
    return [what, base, whole, whole - base, most].map((cell) =>
      typeof cell === "number" ? Math.round(cell) : cell,
    );
  });
  return markdown(["What", "Without ms", "With ms", "Above ms", "At most"], rows);
}

function medians(cwd, codes) {
  const times = codes.map(() => []);
  for (let loop = 0; loop < LOOPS; loop++) {
    for (const [n, code] of codes.entries()) times[n].push(milliseconds(cwd, code));
  }
  return times.map((list) => list.sort((a, b) => a - b)[LOOPS >> 1]);
}

function milliseconds(cwd, code) {
  const { status, stderr } = spawnSync(process.execPath, ["-e", AT_END + code], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${code} failed:\n${stderr}`);
  return Number(stderr.trim().split("\n").at(-1));
}
