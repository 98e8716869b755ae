import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { engineVersion } from "./verify.mjs";
import { ENGINE, isAtLeast, OLDEST_ENGINE } from "./version.mjs";

const NODE_HOST_NAME = "pulumi-language-nodejs";

/**
 * An engine that somebody installed: on PATH, or where the npm launcher keeps its downloads.
 *
 * @returns `{ folder, version }`, or `{ passedOver }` with what was seen and why it will not do.
 */
export async function installedEngine(home, env = process.env) {
  const passedOver = [];
  for (const folder of candidates(env)) {
    // The host is looked for first: the npm launcher itself is a `pulumi` without one, and to ask it for its
    // version would start a download.
    if (!hasNodeHost(folder, env)) {
      passedOver.push(`${join(folder, "pulumi")} has no ${NODE_HOST_NAME} beside it`);
      continue;
    }
    const version = await engineVersion(folder, home);
    if (version && isAtLeast(version, OLDEST_ENGINE)) return { folder, version };
    passedOver.push(`${join(folder, "pulumi")} is ${version ?? "of no known version"}`);
  }
  return { passedOver };
}

/** The first `pulumi` on PATH, as a shell would choose, then the launcher's. */
function candidates(env) {
  const launchers = join(env.PULUMI_HOME || join(homedir(), ".pulumi"), "versions", ENGINE, "bin");
  const onPath = pathFolders(env).find((folder) => isProgram(join(folder, "pulumi")));
  return [onPath, isProgram(join(launchers, "pulumi")) && launchers].filter(Boolean);
}

function hasNodeHost(folder, env) {
  return [folder, ...pathFolders(env)].some((place) => isProgram(join(place, NODE_HOST_NAME)));
}

function pathFolders(env) {
  return (env.PATH ?? "").split(delimiter).filter(Boolean);
}

/** Whether a file is there that can be started. */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    const { size } = statSync(file);
    return size > 0;
  } catch {
    return false;
  }
}
