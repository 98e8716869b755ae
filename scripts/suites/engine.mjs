import { delimiter } from "node:path";
import { engineFolder } from "../engine/engine.mjs";
import { pack } from "./pack.mjs";

/** What tests on the real engine need in their environment: the engine, and the package as a user gets it. */
export async function forTheEngine(root, folder) {
  const engine = await engineFolder();
  return {
    PULUMI_CHECKS_ENGINE: engine,
    PULUMI_CHECKS_TARBALL: await pack(root, folder),
    PATH: `${engine}${delimiter}${process.env.PATH}`,
  };
}
