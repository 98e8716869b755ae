/**
 * Where a command finds the service: in the environment (`CHECKS_URL`, `CHECKS_API_KEY`, named projects) and,
 * in a Pulumi project, in the configuration of its stack. The environment wins, as it does in the provider.
 */
import { ChecksError } from "../provider/errors";
import type { Log } from "../provider/log";
import { Session } from "../provider/session";
import { type ConfigReader, environmentName } from "../provider/settings";
import { inProject, pulumiOutput, type StackPlace } from "./pulumi";

/** A session with the service as the stack is configured. */
export async function sessionOf(place: StackPlace, log: Log): Promise<Session> {
  return new Session(await configOf(place), log);
}

/**
 * Reads the configuration of a stack, secrets included; no setting at all outside of a project.
 * @throws {ChecksError} when it cannot be read and the environment does not say enough to do without.
 */
export async function configOf(place: StackPlace): Promise<ConfigReader> {
  if (!inProject(place.folder)) return () => undefined;
  try {
    return readerOf(await pulumiOutput(["config", "--show-secrets", "--json"], place));
  } catch (error) {
    if (!(error instanceof ChecksError) || !environmentSuffices()) throw error;
    return () => undefined;
  }
}

/** An object arrives as one JSON string in `value`, which is how the engine hands it to a provider too. */
function readerOf(json: string): ConfigReader {
  const config = JSON.parse(json) as Record<string, { value?: string } | undefined>;
  return (key) => config[key]?.value;
}

function environmentSuffices(): boolean {
  return ["url", "apiKey"].every((key) => process.env[environmentName(key)]);
}
