/** The SDKs as their users get them: a wheel for Python, a jar for Java, and the sources of all but Python's. */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { LANGUAGES, makeSdks } from "../sdks/sdks.mjs";
import { ownFolder } from "../setup/compile.mjs";
import { writeArchive } from "./archives.mjs";

/**
 * Writes the SDKs into a folder.
 *
 * @param schema the schema that they are made of, where it is not the checkout's; with `place`, the folder to make them in
 */
export async function writeSdks(root, folder, { version, ...source }) {
  const made = await makeSdks(root, LANGUAGES, source);
  for (const built of made.map((sdk) => join(sdk, "dist")).filter(existsSync))
    for (const name of readdirSync(built)) copyFileSync(join(built, name), join(folder, name));
  const work = mkdtempSync(join(ownFolder(root), "sdk-archives-"));
  try {
    for (const sdk of made.filter((one) => basename(one) !== "python")) {
      // Unpacked, it is a folder of its own.
      const name = `pulumi-checks-sdk-${basename(sdk)}`;
      cpSync(sdk, join(work, name), { recursive: true, filter: (from) => from !== join(sdk, "dist") });
      await writeArchive(work, join(folder, `${name}-v${version}.tar.gz`), [name]);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
