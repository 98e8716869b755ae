import { join } from "node:path";
import { run } from "../process/child.mjs";

const ANSWERS_WITHIN_MS = 20_000;

/** What `pulumi version` prints, such as `v3.259.0`; undefined when it does not run, hangs or has no version. */
export async function engineVersion(folder, home) {
  const env = { PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { ok, stdout } = await run(join(folder, "pulumi"), ["version"], {
    env,
    stall: { after: ANSWERS_WITHIN_MS },
  });
  const version = stdout.trim();
  return ok && /^v?\d/.test(version) ? version : undefined;
}
