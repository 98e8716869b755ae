/**
 * The engine has a library that rates passwords, twice, for one question: whether a plain value of `pulumi config set`
 * looks like a secret. Both copies read dictionaries of 90,000 words whenever the engine starts, which is half of what a
 * short command takes. Here they are read when the question is asked; the answer is the same.
 */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../process/problem.mjs";

const MODULES = ["github.com/nbutton23/zxcvbn-go", "github.com/ccojocar/zxcvbn-go"];

/** Of each module: a file, and what is changed in it. The library looks by itself whether they were read. */
const CHANGES = {
  "frequency/frequency.go": [["func init() {", "func Read() {"]],
  "matching/matching.go": [
    ["func init() {\n\tloadFrequencyList()\n}\n", ""],
    [
      "\tfor n, list := range frequency.Lists {",
      "\tfrequency.Read()\n\tfor n, list := range frequency.Lists {",
    ],
  ],
};

/** Makes the engine that `go` builds in `folder` use changed copies of the modules, beside it. */
export async function readDictionariesLate(go, folder) {
  for (const [index, module] of MODULES.entries()) {
    const { ok, stdout } = await go(["list", "-m", "-f", "{{.Dir}}", module], { cwd: folder });
    if (!ok || stdout.trim() === "") throw unlikeExpected(module);
    const name = `dictionaries-${index}`;
    const copy = join(folder, name);
    copyWritable(stdout.trim(), copy);
    // A module that is older than go.mod has none, and a copy must.
    if (!existsSync(join(copy, "go.mod"))) writeFileSync(join(copy, "go.mod"), `module ${module}\n`);
    for (const [path, changes] of Object.entries(CHANGES)) {
      const file = join(copy, path);
      writeFileSync(file, changed(module, readFileSync(file, "utf8"), changes));
    }
    // As seen from go.mod: in a whole path an @ would begin a version.
    const replaced = await go(["mod", "edit", `-replace=${module}=./${name}`], { cwd: folder });
    if (!replaced.ok) throw unlikeExpected(module);
  }
}

/** Files of modules can be read only. */
function copyWritable(from, to) {
  cpSync(from, to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath ?? entry.path, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

function changed(module, text, changes) {
  return changes.reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw unlikeExpected(module);
    return now.replace(from, to);
  }, text);
}

function unlikeExpected(module) {
  return new Problem(
    `The engine's ${module} is not as expected: its dictionaries cannot be read later.`,
    "Adapt scripts/engine/dictionaries.mjs to the engine's version, or remove it: commands only start more slowly.",
  );
}
