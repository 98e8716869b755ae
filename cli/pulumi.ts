/**
 * The user's Pulumi engine, and the configuration of a stack. A command finds the service in the environment
 * (`CHECKS_URL`, `CHECKS_API_KEY`, named projects) and, in a Pulumi project, in the configuration of its stack; the
 * environment wins, as it does in the provider.
 */

import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
// On Windows `pulumi` may be a batch file (its npm package installs one), which Node itself refuses to run.
import spawn from "cross-spawn";
import { parse } from "yaml";
import { ChecksError } from "../provider/core/errors";
import type { Log } from "../provider/core/log";
import { Session } from "../provider/core/session";
import { type ConfigReader, environmentName } from "../provider/core/settings";
import { oneLine } from "../provider/core/visible";
import { whenWritten } from "../provider/hosts/stateFile";
import { readText } from "./files";

/** A Pulumi project's folder, and one of its stacks. */
export interface StackPlace {
  folder: string;
  /** Name of the stack. @default the one that is selected in the folder */
  stack?: string | undefined;
}

/** How a command of the engine ended. */
export interface EngineRun {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `pulumi` with these arguments in a project's folder. Any exit code is a result. Runs it again if it could not read
 * the state because another process was writing it.
 * @throws {ChecksError} if there is no `pulumi` on PATH.
 */
export function pulumi(
  args: readonly string[],
  place: StackPlace,
  environment: Record<string, string> = {},
): Promise<EngineRun> {
  return whenWritten(() => runOnce(args, place, environment), complaintBeforeWork);
}

/** The error of a command that did nothing yet. One that printed something has begun, and must not be repeated. */
function complaintBeforeWork({ code, stdout, stderr }: EngineRun): string {
  return code !== 0 && stdout === "" ? engineWords(stderr) : "";
}

async function runOnce(
  args: readonly string[],
  place: StackPlace,
  environment: Record<string, string>,
): Promise<EngineRun> {
  const child = start(args, place, environment);
  const texts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout?.on("data", (chunk: Buffer) => texts.stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => texts.stderr.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", (error: NodeJS.ErrnoException) => fail(startError(error, place.folder)));
    child.on("close", (code) =>
      done({
        code: code ?? 1,
        stdout: Buffer.concat(texts.stdout).toString("utf8"),
        stderr: Buffer.concat(texts.stderr).toString("utf8"),
      }),
    );
  });
}

/** Starts it. Node reports some reasons why it cannot be run by an event, and throws the others. */
function start(
  args: readonly string[],
  { folder, stack }: StackPlace,
  environment: Record<string, string>,
): ChildProcess {
  const onStack = stack === undefined ? [] : ["--stack", stack];
  try {
    return spawn("pulumi", [...args, ...onStack, "--non-interactive", "--color", "never"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1", ...environment },
    });
  } catch (error) {
    throw startError(error as NodeJS.ErrnoException, folder);
  }
}

/** Runs `pulumi` and returns its stdout. A failed command is an error in the engine's own words. */
export async function pulumiOutput(args: readonly string[], place: StackPlace): Promise<string> {
  const run = await pulumi(args, place);
  if (run.code === 0) return run.stdout;
  throw new ChecksError({ subject: `pulumi ${args.join(" ")}`, reason: engineWords(run.stderr) });
}

/** The engine's error message, on one line. */
export function engineWords(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const error = lines.find((line) => line.startsWith("error:"));
  return oneLine(error?.slice("error:".length) ?? lines.at(-1) ?? "it failed without a message");
}

/** Whether the folder is in a Pulumi project. */
export function inProject(folder: string): boolean {
  return projectFileOf(folder) !== undefined;
}

/** The folder of the Pulumi project that the folder is, or is below. */
export function projectFolderOf(folder: string): string | undefined {
  const file = projectFileOf(folder);
  return file === undefined ? undefined : dirname(file);
}

/** The project file for a folder. Searches upwards, as the engine does. */
function projectFileOf(folder: string): string | undefined {
  const here = resolve(folder);
  const found = ["Pulumi.yaml", "Pulumi.yml"]
    .map((name) => join(here, name))
    .find((file) => existsSync(file));
  if (found !== undefined || dirname(here) === here) return found;
  return projectFileOf(dirname(here));
}

/** `<project>/<stack>`, as in stamps. Undefined outside a project, without a selected stack, or without an engine. */
export async function stackNameOf(place: StackPlace): Promise<string | undefined> {
  const file = projectFileOf(place.folder);
  if (file === undefined) return undefined;
  try {
    const printed = await pulumiOutput(["stack", "--show-name"], place);
    const project: unknown = parse(readText(file))?.name;
    return `${String(project)}/${printed.trim().split("/").at(-1)}`;
  } catch (error) {
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}

function startError(error: NodeJS.ErrnoException, folder: string): ChecksError {
  const isMissing = error.code === "ENOENT";
  if (isMissing && existsSync(folder)) {
    return new ChecksError({
      subject: "pulumi",
      reason: "there is no `pulumi` on PATH",
      remedy: "Install the Pulumi CLI, or put its folder on PATH",
    });
  }
  return new ChecksError({
    subject: "pulumi",
    reason: `it cannot be run in ${folder} (${error.code ?? "unknown reason"})`,
    ...(isMissing && { remedy: "There is no such folder" }),
  });
}

/** A session with the service that the stack is configured for. */
export async function sessionOf(place: StackPlace, log: Log): Promise<Session> {
  return new Session(await configOf(place), log);
}

/**
 * Reads the configuration of a stack, including secrets. Outside a project there are no settings. If the secrets cannot be
 * decrypted but the environment has the key, the plain settings are used: the address, defaults, `checks:onExisting`.
 * @throws {ChecksError} if it cannot be read, and the environment does not have what is needed from its secrets.
 */
export async function configOf(place: StackPlace): Promise<ConfigReader> {
  if (!inProject(place.folder)) {
    if (place.stack === undefined) return () => undefined;
    throw new ChecksError({
      subject: "--stack",
      reason: `there is no Pulumi project here that has the stack ${JSON.stringify(place.stack)}`,
      remedy: "Run it in the project's folder, or remove --stack and give the settings in the environment",
    });
  }
  try {
    return readerOf(await pulumiOutput(["config", "--show-secrets", "--json"], place));
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    const read = await plainConfig(place);
    if (!isEnough(read)) throw error;
    return read;
  }
}

/** The settings that can be read without the passphrase; none without a stack or an engine. */
async function plainConfig(place: StackPlace): Promise<ConfigReader> {
  try {
    return readerOf(await pulumiOutput(["config", "--json"], place));
  } catch (error) {
    if (error instanceof ChecksError) return () => undefined;
    throw error;
  }
}

/** `value` of an object is a JSON string, as the engine passes it to a provider. */
function readerOf(json: string): ConfigReader {
  const config = JSON.parse(json) as Record<string, { value?: string } | undefined>;
  return (key) => config[key]?.value;
}

function isEnough(read: ConfigReader): boolean {
  return ["url", "apiKey"].every((key) => process.env[environmentName(key)] || read(`checks:${key}`));
}
