/** What the engine writes of a command's events: every resource, before and after each step. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Stack, succeeded } from "./engine";

/** Without it, the engine knows no `--event-log`. */
const KNOWS_THE_FLAG = { PULUMI_DEBUG_COMMANDS: "true" };

interface EngineEvent {
  diagnosticEvent?: { severity: string; message: string };
}

/** Runs `pulumi` with these arguments, which has to succeed, and gives the log of its events. */
export async function eventsOf(
  stack: Stack,
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const file = join(stack.folder, "events.log");
  rmSync(file, { force: true });
  succeeded(await stack.pulumi([...args, "--event-log", file], { ...environment, ...KNOWS_THE_FLAG }));
  const events = readFileSync(file, "utf8").trim().split("\n");
  return events.filter((event) => !isAnswerToSdk(JSON.parse(event) as EngineEvent)).join("\n");
}

/**
 * Pulumi's Node SDK repeats what the engine answers it in debug messages, with the secrets of every provider: nobody
 * but it can leave them out.
 */
function isAnswerToSdk({ diagnosticEvent: said }: EngineEvent): boolean {
  return said?.severity === "debug" && / RPC finished: /.test(said.message);
}
