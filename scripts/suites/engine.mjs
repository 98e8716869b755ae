import { delimiter } from "node:path";
import { engineFolder } from "../engine/engine.mjs";
import { installPacked, pack } from "./pack.mjs";
import { startVault } from "./vault.mjs";

/** What tests on the real engine need in their environment: the engine, and the package as a user gets it. */
export async function forTheEngine(root, folder) {
  const engine = await engineFolder();
  const tarball = await pack(root, folder);
  return {
    PULUMI_CHECKS_VAULT: await startVault(),
    PULUMI_CHECKS_ENGINE: engine,
    PULUMI_CHECKS_TARBALL: tarball,
    PULUMI_CHECKS_INSTALLED: await installPacked(root, tarball, folder),
    PATH: `${engine}${delimiter}${process.env.PATH}`,
  };
}
