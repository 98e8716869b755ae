import { ChecksError } from "../../../provider/errors";
import type { Forge } from "./forge";
import { GitHub } from "./gitHub";
import { GitLab } from "./gitLab";

/**
 * The forge whose runner this is, told by its environment.
 * @throws {ChecksError} when it is none that is known.
 */
export function forgeHere(environment: NodeJS.ProcessEnv = process.env): Forge {
  if (environment.GITHUB_REPOSITORY) return new GitHub(environment);
  if (environment.CI_PROJECT_ID) return new GitLab(environment);
  throw new ChecksError({
    subject: "environment",
    reason: "this is neither a GitHub workflow nor a GitLab pipeline",
    remedy: "Set GITHUB_REPOSITORY and GITHUB_TOKEN, or CI_PROJECT_ID, CI_API_V4_URL and GITLAB_TOKEN",
  });
}
