/** The SDKs of the languages that Pulumi's generators know, made of the schema that the plugin answers with. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { whenStopped } from "../process/interrupt.mjs";
import { withLock } from "../process/lock.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { ownFolder } from "../setup/compile.mjs";
import { filesBelow, hashOf, isStamped, stamp } from "../setup/stamp.mjs";
import { generator } from "./generator.mjs";
import { finishJava, isWhole } from "./java.mjs";
import { buildWheel } from "./python.mjs";

/** What people call a language, what is made of its generated sources beside themselves, and what to know of them. */
const SDKS = {
  python: { title: "Python", finish: buildWheel },
  go: { title: "Go" },
  java: { title: "Java", finish: finishJava, isWhole },
  csharp: { title: "C#", note: "Tests look at what these sources declare; none has compiled them yet." },
};

export const LANGUAGES = Object.keys(SDKS);

/**
 * Makes the SDKs that are not up to date; returns their folders.
 *
 * @param schema the file of another schema than the plugin's, as of a release that says where the plugin is
 * @param place the folder for theirs
 */
export function makeSdks(root, languages, { schema = schemaFile(root), place = sdksFolder(root) } = {}) {
  return withLock(join(ownFolder(root), "sdks.lock"), "SDKs", async () => {
    const made = [];
    for (const language of languages)
      made.push(await upToDate(root, schema, language, join(place, language)));
    return made;
  });
}

async function upToDate(root, schema, language, target) {
  const stampFile = `${target}.stamp`;
  const hash = hashOf(root, inputs(root, schema));
  const { title, isWhole = () => true } = SDKS[language];
  if (existsSync(target) && isStamped(stampFile, hash) && (await isWhole(target))) return target;
  const program = await generator(language);
  await step(`SDK for ${title}`, () => make(root, program, schema, language, target));
  stamp(stampFile, hash);
  return target;
}

/** What an SDK depends on. */
function inputs(root, schema) {
  const scripts = ["sdks", "engine"].map((folder) => join(root, "scripts", folder));
  const endings = [".mjs", ".go", ".xml"];
  return [schema, join(root, "LICENSE"), ...endings.flatMap((ending) => filesBelow(scripts, ending))];
}

const sdksFolder = (root) => join(root, "dist", "sdks");
const schemaFile = (root) => join(root, "dist", "provider", "hosts", "plugin", "schema.json");

async function make(root, program, schema, language, target) {
  const work = mkdtempSync(join(ownFolder(root), "sdk-"));
  const forget = whenStopped(() => rmSync(work, { recursive: true, force: true }));
  try {
    const fresh = join(work, language);
    mkdirSync(fresh);
    await generate(program, schema, language, fresh);
    cpSync(join(root, "LICENSE"), join(fresh, "LICENSE"));
    const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { finish } = SDKS[language];
    writeFileSync(join(fresh, "README.md"), readme(about, SDKS[language]));
    await finish?.(fresh, about);
    mkdirSync(join(target, ".."), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  } finally {
    forget();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes the sources of one SDK into a folder. */
export async function generate(program, schema, language, folder) {
  const outcome = await run(program, [schema, language, folder]);
  if (outcome.ok && readdirSync(folder).length > 0) return;
  throw new Problem(
    `The schema makes no SDK for ${language}: ${lastWords(outcome.text)}`,
    "Correct what makes the schema, in scripts/schema.",
  );
}

function readme({ version, description }, { title, note }) {
  return [
    `# Monitoring checks in ${title}`,
    description,
    [
      `Made from the schema of the plugin \`pulumi-resource-checks\` ${version}, which has to be there when a program`,
      "runs: `docs/plugin.md` of the npm package `pulumi-checks` tells how. Do not edit: `npm run sdks` makes it anew.",
    ].join("\n"),
    ...(note ? [note] : []),
    "",
  ].join("\n\n");
}
