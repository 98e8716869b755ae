/** Everything that a release consists of, in one folder that any web server can serve as it is. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { whenStopped } from "../process/interrupt.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { packageSchema } from "../schema/package.mjs";
import { ownFolder } from "../setup/compile.mjs";
import { pack } from "../suites/pack.mjs";
import { layOut, writeArchives } from "./archives.mjs";
import { notesOf } from "./notes.mjs";
import { writeRegistryPages } from "./registry.mjs";
import { writeSdks } from "./sdks.mjs";
import { SUMS, withoutSum, writeSums } from "./sums.mjs";

/** What `--download-url` may be: the engine asks no other kind of server. */
const SERVERS = /^(https?|github|gitlab):\/\/\S+$/;

/**
 * Makes the release of the compiled checkout, and puts it in the place of what stood in `target`.
 *
 * @param downloadUrl where the engine finds the archives; without it the schema names no place
 * @param tag the tag that the release is made for
 * @param sdks whether the SDKs of the other languages are made, which takes Python and Go
 */
export async function makeRelease(root, target, { downloadUrl, tag, sdks = true } = {}) {
  if (downloadUrl !== undefined && !SERVERS.test(downloadUrl))
    throw new Problem(
      `--download-url is ${downloadUrl}, which the engine cannot ask.`,
      "Name the folder of the archives on a server, as in https://downloads.example.com/checks.",
    );
  refuseOthers(target);
  const read = (name) => readFileSync(join(root, name), "utf8");
  const { version } = JSON.parse(read("package.json"));
  const notes = notesOf(read("CHANGELOG.md"), version, tag);
  const schema = {
    ...packageSchema(root, join(root, "dist")),
    ...(downloadUrl && { pluginDownloadURL: downloadUrl }),
  };

  const work = mkdtempSync(join(ownFolder(root), "release-"));
  const remove = () => rmSync(work, { recursive: true, force: true });
  const forget = whenStopped(remove);
  try {
    const fresh = join(work, "release");
    mkdirSync(fresh);
    writeFileSync(join(fresh, "release-notes.md"), notes);
    writeFileSync(join(fresh, "schema.json"), `${JSON.stringify(schema, null, 2)}\n`);
    await writeRegistryPages(
      join(fresh, `pulumi-checks-registry-pages-v${version}.tar.gz`),
      root,
      schema,
      work,
    );
    await pack(root, fresh);
    await step("Plugin: bundle and archives", async () => {
      layOut(root, join(work, "plugin"), schema);
      await writeArchives(join(work, "plugin"), fresh, version);
    });
    if (sdks) await writeSdks(root, fresh, { version, ...(downloadUrl && ownSdks(fresh, work)) });
    writeSums(fresh);
    rmSync(target, { recursive: true, force: true });
    cpSync(fresh, target, { recursive: true });
  } finally {
    forget();
    remove();
  }
}

/** With an address in the schema the SDKs are others than those of the checkout. */
const ownSdks = (fresh, work) => ({ schema: join(fresh, "schema.json"), place: join(work, "sdks") });

/** What is in the folder goes: it must be nothing but a release. */
function refuseOthers(target) {
  const strange = existsSync(target) ? withoutSum(target) : [];
  if (strange.length === 0) return;
  throw new Problem(
    `${target} is not empty and holds more than a release: ${strange[0]} is not in its ${SUMS}.`,
    "Name another folder with --out, or empty this one.",
  );
}
