/** The SDKs as their users get them: a wheel for Python, and the sources of a module for Go. */
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeSdks } from "../sdks/sdks.mjs";
import { ownFolder } from "../setup/compile.mjs";
import { writeArchive } from "./archives.mjs";

const MODULE = "pulumi-checks-sdk-go";

/**
 * Writes the SDKs into a folder.
 *
 * @param schema the schema that they are made of, where it is not the checkout's; with `place`, the folder to make them in
 */
export async function writeSdks(root, folder, { version, ...source }) {
  const [python, go] = await makeSdks(root, ["python", "go"], source);
  for (const wheel of readdirSync(join(python, "dist")))
    copyFileSync(join(python, "dist", wheel), join(folder, wheel));
  const work = mkdtempSync(join(ownFolder(root), "go-"));
  try {
    // Unpacked, it is a folder of its own.
    cpSync(go, join(work, MODULE), { recursive: true });
    await writeArchive(work, join(folder, `${MODULE}-v${version}.tar.gz`), [MODULE]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
